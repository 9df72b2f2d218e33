/** Descriptions on a real load: what the text, the compiler and the language server say of a symbol. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfExample } from '../support/example.ts';
import { ask, placeOf, truthOf } from '../support/outlined.ts';
import { shapes } from '../support/shapes.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(180_000);

const order = 'src/Shop.Core/Orders/Order.cs';
const pricing = 'src/Shop.Core/Orders/Order.Pricing.cs';

let bridge: Wire;
const workspace = copyOfExample();

beforeAll(async () => {
  writeFileSync(join(workspace, 'src/Shop.Core/Shape.cs'), shapes);
  writeFileSync(join(workspace, 'src/Shop.Core/Nested.cs'), 'namespace A.B { namespace C { class Deep { } } }\n');
  mkdirSync(join(workspace, 'tools'));
  writeFileSync(join(workspace, 'tools/Loose.cs'), 'class Loose { }\n');
  bridge = await Wire.open({ workspace });
});
afterAll(async () => {
  const { code, stderr } = await bridge.close();
  expect({ code, stderr, noise: bridge.noise }).toEqual({ code: 0, stderr: '', noise: [] });
});

const call = async (tool: string, args: Readonly<Record<string, unknown>>) => (await ask(bridge, tool, args)).envelope;
const textOf = async (tool: string, args: Readonly<Record<string, unknown>>) => (await ask(bridge, tool, args)).text;

test('a method: documentation, attributes, constraints, overloads', async () => {
  expect((await textOf('describe', { symbol: 'Shape.Scale<T>' })).split('\n')).toEqual([
    'method Shop.Core.Shape.Scale<T>(T, double)',
    'protected internal virtual method T Scale<T>(T what, double factor = 1.5) where T : class',
    'in Shop.Core.Shape',
    'attributes: [MethodImpl(MethodImplOptions.NoInlining)]',
    'declared at src/Shop.Core/Shape.cs:26:34 (lines 20–29)',
    '',
    'Scales.',
    '',
    'Parameters:',
    '- factor: How much.',
    '',
    'Returns: The Shop.Core.Shape.',
    '',
    'Exceptions:',
    '- System.ArgumentException: For zero.',
    '',
    'Types:',
    '- T: What is scaled.',
    '',
    'other overloads: 2',
    '  public method void Scale()  src/Shop.Core/Shape.cs:31:17',
    '  private method int Scale(int times)  src/Shop.Core/Shape.cs:32:9',
  ]);
});

test('overloads in another part of the type are those of the compiler', async () => {
  const adds = truthOf(order).filter(({ name }) => name === 'Add');
  const { data } = await call('describe', { symbol: 'Order.Add(Product)' });
  const overloads = data?.['overloads'] as { path: string; line: number; column: number }[];
  expect(overloads.map(placeOf)).toEqual(adds.slice(1).map(({ line, col }) => `${order}:${line}:${col}`));
  expect((await call('describe', { symbol: 'Order.Order(string)' })).data).toMatchObject({
    kind: 'constructor',
    overloadCount: 1,
  });
});

test('a type in two files, a record, the property of its parameter, a linked file, an event, a local', async () => {
  const of = async (args: Readonly<Record<string, unknown>>) => (await call('describe', args)).data;
  expect(await of({ symbol: 'Order' })).toMatchObject({
    kind: 'class',
    accessibility: 'public',
    modifiers: 'sealed partial',
    signature: 'Order : IEntity',
    bases: ['IEntity'],
    namespace: 'Shop.Core.Orders',
    documentation: 'An order; its prices are in Order.Pricing.cs.',
    declarations: [{ path: pricing }, { path: order }],
  });
  expect(await of({ symbol: 'A.B.C.Deep' })).toMatchObject({ namespace: 'A.B.C' });
  expect(await of({ symbol: 'Shape' })).toMatchObject({ attributes: ['Obsolete("use Money")'] });
  expect(await of({ symbol: 'Pair<T>.Left' })).toMatchObject({
    kind: 'property',
    signature: 'T Left { get; init; }',
    containing: 'Shop.Core.Shape.Pair<T>',
    documentation: 'The left one.',
  });
  expect(await of({ symbol: 'Ensure' })).toMatchObject({
    accessibility: 'internal',
    documentation: 'Checks of arguments; this one file is compiled into Shop.Core and into Shop.App.',
  });
  expect(await of({ symbol: 'Order.StatusChanged' })).toMatchObject({
    kind: 'event',
    signature: 'StatusChangedHandler? StatusChanged',
  });
  expect(await of({ path: pricing, text: 'var sum' })).toMatchObject({
    signature: 'Money sum',
    containing: 'Shop.Core.Orders.Order.Total',
  });
  expect(await of({ path: order, line: 7, text: 'Shop.Core.Orders' })).toMatchObject({
    symbol: 'Shop.Core.Orders',
    kind: 'namespace',
  });
  expect(await of({ path: order, line: 7, text: 'Shop.Core' })).toMatchObject({ symbol: 'Shop.Core', kind: 'namespace' });
});

test('a symbol of an assembly at a place where it stands', async () => {
  const { data, ok } = await call('describe', { path: 'src/Shop.App/Program.cs', text: 'Console.WriteLine(service' });
  expect({ ok, data }).toMatchObject({
    ok: true,
    data: {
      symbol: 'void Console.WriteLine(object? value)',
      kind: 'method',
      accessibility: 'public',
      modifiers: 'static',
      containing: 'System.Console',
      assembly: 'System.Console',
      declarations: [],
    },
  });
  expect(data?.['documentation']).toContain('\n\nParameters:\n- value: The value to write.\n');
  const overloads = (data?.['overloads'] as { signature: string }[]).map(({ signature }) => signature);
  expect(overloads).toContain('void WriteLine(int value)');
  expect(overloads).not.toContain('void WriteLine(object? value)');
  const type = await call('describe', { path: order, line: 12, text: 'List' });
  expect(type.data).toMatchObject({
    kind: 'class',
    assembly: 'System.Collections',
    containing: expect.stringContaining('List'),
  });
  expect(type.data?.['bases']).toContain('IReadOnlyList<T>');
});

test.each([
  [{ symbol: 'Order.Add' }, 'symbol_ambiguous'],
  [{ symbol: 'Console.WriteLine' }, 'symbol_not_found'],
  [{ path: order }, 'invalid_arguments'],
  [{ path: order, line: 8, column: 1 }, 'position_not_on_symbol'],
  [{ path: 'tools/Loose.cs', text: 'Loose' }, 'file_not_in_project'],
  [{ symbol: 'Order', maxTokens: 10 }, 'invalid_arguments'],
])('%j: %s', async (args, code) => {
  expect((await call('describe', args)).error?.code).toBe(code);
});
