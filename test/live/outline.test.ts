/** Outlines on a real load: right answers of the compiler, what outlines of the server lack, pages, and refusals. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokensOf } from '../../src/answer/budget.ts';
import { copyOfExample } from '../support/example.ts';
import { isMicrosofts, knowsLinkedFiles, serverName } from '../support/language-server.ts';
import { csproj, lay, slnx } from '../support/lay.ts';
import { ask, cases, declaredAt, placeOf, truthOf } from '../support/outlined.ts';
import { shapes } from '../support/shapes.ts';
import { Wire } from '../support/wire.ts';
import { collect } from '../tools/asking.ts';
import { runCases } from '../tools/case-run.ts';
import { type OutlinePage, outlineShape } from '../tools/outline-case.ts';

setDefaultTimeout(180_000);

const order = 'src/Shop.Core/Orders/Order.cs';
const pricing = 'src/Shop.Core/Orders/Order.Pricing.cs';

let bridge: Wire;
const workspace = copyOfExample('Größe #1 50% ünï');

beforeAll(async () => {
  writeFileSync(join(workspace, 'src/Shop.Core/Shape.cs'), shapes);
  writeFileSync(join(workspace, 'src/Shop.Core/Latin.cs'), Buffer.from('class Latin { int Gr\xf6sse; }\n', 'latin1'));
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

const rowsOf = (pages: readonly OutlinePage[]) =>
  pages.flatMap(({ files = [] }) =>
    files.flatMap(({ path, groups }) =>
      groups.flatMap((group) => group.declarations.map((row) => ({ ...row, path, in: group.in }))),
    ),
  );

async function outlined(parameters: Readonly<Record<string, unknown>>) {
  const answer = await collect<OutlinePage>(call, { tool: 'outline', page: outlineShape, parameters });
  if (!answer.ok) throw new Error(answer.problem);
  return { rows: rowsOf(answer.pages), pages: answer.pages };
}

describe('a file', () => {
  test('holds what the compiler says', async () => {
    const { lines, passed } = await runCases(cases, ['outline'], call);
    expect({ passed, lines: lines.filter((line) => !line.startsWith('not run: ')) }).toEqual({
      passed: true,
      lines: [expect.stringMatching(/^(\d+) of \1 questions answered rightly$/)],
    });
  });

  test('the properties of a record stand where its parameters do', async () => {
    const { rows } = await outlined({ path: 'src/Shop.Core/Catalog/Product.cs', kinds: ['property'] });
    const places = rows.map(placeOf);
    for (const name of ['Price', 'Größe']) expect(places).toContain(declaredAt(`P:Shop.Core.Catalog.Product.${name}`));
    expect(rows.map(({ name }) => name)).toEqual(['Id', 'Name', 'Price', 'Größe', 'IsFree']);
  });

  test('shows events, accessibility, headers over several lines; says what is not compiled', async () => {
    expect((await textOf('outline', { path: 'Shape.cs' })).split('\n')).toEqual([
      'src/Shop.Core/Shape.cs: 13 declarations',
      '(compiled by no project, so not listed: event Painted (line 12, #if !NET8_0_OR_GREATER), record Old (line 13, #if !NET8_0_OR_GREATER))',
      'namespace Shop.Core  4–37',
      '  public class Shape  7–37',
      '    public event Action? Drawn  10  #if NET8_0_OR_GREATER',
      '    public event Action? Erased  10  #if NET8_0_OR_GREATER',
      '    internal readonly record struct Point(int X, int Y = 2)  15–18',
      '      public property int X { get; init; }  15',
      '      public property int Y { get; }  17',
      '    protected internal virtual method T Scale<T>(T what, double factor = 1.5)  26–29',
      '    public method void Scale()  31',
      '    private method int Scale(int times)  32',
      '    public record Pair<T>(T Left, T Right)  36',
      '      public property T Left { get; init; }  36',
      '      public property T Right { get; init; }  36',
    ]);
  });

  const byText = 'tells nothing about a file that several projects compile: this is what its text declares';
  test.each([
    [pricing, ['local functions are not listed', expect.stringContaining('(line 38, #if SHOP_ARCHIVE)')]],
    ['src/Shop.App/Program.cs', ['top-level statements are not listed']],
    ['src/Shared/Ensure.cs', knowsLinkedFiles ? undefined : [`${serverName} ${byText}`]],
  ])('what is not listed of %s is said', async (path, notes) => {
    expect((await call('outline', { path })).data?.['notes']).toEqual(notes);
  });

  test('has no notes where nothing is missing, and namespaces within namespaces', async () => {
    expect((await call('outline', { path: order })).data?.['notes']).toBeUndefined();
    const { rows } = await outlined({ path: 'src/Shop.Core/Nested.cs' });
    expect(rows.map((row) => `${row.in}|${row.name}`)).toEqual(['|A.B', 'A.B|C', 'A.B.C|Deep']);
  });

  test('that cannot be decoded has its names, and says what is not known', async () => {
    const { data } = await call('outline', { path: 'src/Shop.Core/Latin.cs' });
    expect(data).toMatchObject({ total: 2, notes: ['the file cannot be decoded, so signatures and line ranges are not known'] });
  });
});

describe('a type', () => {
  test('in all its parts, by name and by a place where it is used', async () => {
    const truth = [order, pricing].flatMap((file) =>
      truthOf(file)
        .filter(({ kind }) => kind !== 'namespace')
        .map(({ line, col }) => `${file}:${line}:${col}`),
    );
    const byName = await outlined({ symbol: 'Order' });
    expect(byName.rows.map(placeOf).sort()).toEqual(truth.sort());
    expect(byName.pages[0]).toMatchObject({ of: 'Shop.Core.Orders.Order', kind: 'class' });
    expect(await outlined({ path: 'src/Shop.App/Program.cs', text: 'var order' }).catch(String)).toContain('local name order');
    expect((await outlined({ path: order, line: 61, text: 'Order' })).rows).toEqual((await outlined({ symbol: 'Order' })).rows);
  });

  test('nested, an enum, a delegate, one in a linked file', async () => {
    const filter = (await outlined({ symbol: 'Order.Filter' })).rows.map(({ name }) => name);
    expect(filter).toEqual(['Filter', 'Status', 'Customer', 'Matches']);
    expect((await outlined({ symbol: 'OrderStatus' })).rows).toHaveLength(1 + 4);
    expect((await outlined({ symbol: 'StatusChangedHandler' })).rows).toHaveLength(1);
    // A property has the same name; a type is meant.
    expect((await call('outline', { symbol: 'Product' })).data).toMatchObject({ of: 'Shop.Core.Catalog.Product' });
    const linked = await call('outline', { symbol: 'Ensure' });
    expect(linked.data).toMatchObject({ of: 'Shop.Shared.Ensure', total: 3 });
  });

  test('pages joined are the whole, whatever the limit and the budget', async () => {
    const whole = await outlined({ symbol: 'Money', maxTokens: 50_000 });
    expect(whole.pages).toHaveLength(1);
    for (const [limit, maxTokens] of [
      [1, 500],
      [5, 50_000],
      [5000, 500],
      [5000, 900],
    ] as const) {
      expect((await outlined({ symbol: 'Money', limit, maxTokens })).rows).toEqual(whole.rows);
      const { text, envelope } = await bridge.call('outline', { symbol: 'Money', limit, maxTokens });
      expect(tokensOf(text)).toBeLessThanOrEqual(maxTokens);
      expect(tokensOf(JSON.stringify(envelope))).toBeLessThanOrEqual(maxTokens);
    }
  });

  test('several at once', async () => {
    const { data, warnings } = await call('outline', { symbols: ['OrderLine', 'Nope', 'OrderStatus'] });
    const answers = data?.['answers'] as { asked: string; of?: string; error?: { code: string } }[];
    expect(answers.map(({ of, error }) => of ?? error?.code)).toEqual([
      'Shop.Core.Orders.OrderLine',
      'symbol_not_found',
      'Shop.Core.Orders.OrderStatus',
    ]);
    expect(warnings).toEqual([{ code: 'partial_answer', message: '1 of 3 symbols failed' }]);
  });
});

describe('no outline', () => {
  test.each([
    [{ path: '../outside.cs' }, 'path_outside_workspace', /lies outside of the workspace/],
    [{ path: 'src' }, 'not_csharp', /is not a C# file/],
    [{ path: 'src/Shop.Core/Shop.Core.csproj' }, 'not_csharp', /is not a C# file/],
    [{ path: 'src/Shop.Core/Missing.cs' }, 'file_not_found', /Missing\.cs does not exist/],
    [{ path: 'samples/Shop.Sample/Sample.cs' }, 'excluded_path', /excluded folder 'samples'/],
    [{ path: 'tools/Loose.cs' }, 'file_not_in_project', /tools\/Loose\.cs belongs to no loaded project/],
    [
      { symbol: 'Order.TotalWith' },
      'invalid_arguments',
      /and not of method Shop\.Core\.Orders\.Order\.TotalWith\(IPriceRule\[\]\)$/,
    ],
    [{ symbol: 'Order.Totall' }, 'symbol_not_found', /near: /],
    [
      { path: 'src/Shop.App/Program.cs', text: 'Console.WriteLine(service' },
      'invalid_arguments',
      /Console\.WriteLine.* \(of an assembly\)$/,
    ],
    [{ path: order, line: 12 }, 'invalid_arguments', /line needs column or text/],
    [{}, 'invalid_arguments', /give symbol, or path/],
    [{ path: order, kinds: ['klass'] }, 'invalid_arguments', /'klass' is none of them/],
  ])('%j: %s', async (args, code, message) => {
    const { envelope } = await bridge.call('outline', args);
    expect(envelope.error?.code).toBe(code);
    expect(envelope.error?.message).toMatch(message);
    expect(envelope.continuation?.kind).toBe('ReviseRequest');
  });
});

describe('several target frameworks', () => {
  const clock = `namespace Lib;
public class Clock
{
    public int Shared() => 1;
#if NET
    public int Modern() => 1;
    public int Both(int x) => 1;
#else
    public int Legacy() => 1;
    public int Both(string x) => 1;
    public event System.Action Tick;
#endif
#if NEVER
    public int Never() => 1;
#endif
}
`;
  test('what only one of them compiles is listed with its condition', async () => {
    const project = csproj('<Compile Remove="Old.cs" Condition="\'$(TargetFramework)\' == \'net10.0\'" />').replace(
      '<TargetFramework>net10.0</TargetFramework>',
      '<TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks>',
    );
    const folder = lay({
      'All.slnx': slnx('Lib/Lib.csproj'),
      'Lib/Lib.csproj': project,
      'Lib/Clock.cs': clock,
      'Lib/Old.cs': 'namespace Lib { class Old { public int Value; } }\n',
    });
    const other = await Wire.open({ workspace: folder });
    try {
      expect((await ask(other, 'outline', { path: 'Lib/Clock.cs' })).text.split('\n')).toEqual([
        'Lib/Clock.cs: 8 declarations',
        '(compiled by no project, so not listed: method Never (line 14, #if NEVER))',
        'namespace Lib  1–16',
        '  public class Clock  2–16',
        '    public method int Shared()  4',
        '    public method int Modern()  6  #if NET',
        '    public method int Both(int x)  7  #if NET',
        '    public method int Legacy()  9  #if !NET',
        '    public method int Both(string x)  10  #if !NET',
        '    public event System.Action Tick  11  #if !NET',
      ]);
      const { data } = (await ask(other, 'outline', { path: 'Lib/Old.cs' })).envelope;
      // Microsoft's server has all frameworks.
      const notes = isMicrosofts ? undefined : ['csharp-ls does not have this file loaded: this is what its text declares'];
      expect([data?.['total'], data?.['notes']]).toEqual([3, notes]);
      expect((await ask(other, 'outline', { symbol: 'Old' })).envelope.data).toMatchObject({ total: 2 });
    } finally {
      await other.close();
    }
  });
});
