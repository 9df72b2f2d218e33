/**
 * One warm bridge over the example, in a folder whose name makes trouble: definitions of every kind of symbol, symbols by every kind of match, and
 * every spelling of an address. It is long because one load serves all of it.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tokensOf } from '../../src/answer/budget.ts';
import { copyOfExample } from '../support/example.ts';
import { root as clone } from '../support/paths.ts';
import { Wire } from '../support/wire.ts';
import { parseCases } from '../tools/case-file.ts';
import { runCases } from '../tools/case-run.ts';

setDefaultTimeout(180_000);

const workspace = copyOfExample('Größe #1 50% ünï');
let bridge: Wire;

beforeAll(async () => {
  mkdirSync(join(workspace, 'tools'));
  writeFileSync(join(workspace, 'tools', 'Loose.cs'), 'class Loose { }\n');
  writeFileSync(
    join(workspace, 'src', 'Shop.Core', 'Text', 'Emoji.cs'),
    'class Emoji { object o = /* 🛒🎉 */ new Kart(); }\r\nclass Kart { }\r\n',
  );
  const tests = join(workspace, 'test', 'Shop.Tests', 'Shop.Tests.csproj');
  writeFileSync(
    tests,
    readFileSync(tests, 'utf8').replace(
      '<ItemGroup>',
      '<PropertyGroup><IsTestProject>true</IsTestProject></PropertyGroup><ItemGroup>',
    ),
  );
  bridge = await Wire.open({ workspace });
});
afterAll(async () => {
  const { code, stderr } = await bridge.close();
  expect({ code, stderr, noise: bridge.noise }).toEqual({ code: 0, stderr: '', noise: [] });
});

const call = async (tool: string, args: Readonly<Record<string, unknown>>) => (await bridge.call(tool, args)).envelope;
const core = 'src/Shop.Core';
const linesOf = (file: string): string[] =>
  readFileSync(join(workspace, file), 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);

/** The place of a text that stands once in a file: of its first character, or of what a `|` in it stands before. */
function placeOf(file: string, text: string): { path: string; line: number; column: number } {
  const plain = text.replace('|', '');
  const found = linesOf(file).flatMap((line, at) => (line.includes(plain) ? [{ at, column: line.indexOf(plain) }] : []));
  if (found.length !== 1 || found[0] === undefined) throw new Error(`'${plain}' stands ${found.length} times in ${file}`);
  return { path: file, line: found[0].at + 1, column: found[0].column + 1 + Math.max(0, text.indexOf('|')) };
}

test('every case of definition and symbols is answered rightly', async () => {
  const cases = await parseCases(await Bun.file(join(clone, 'test', 'expected', 'example.json')).text(), 'example.json');
  const { lines, passed } = await runCases(cases, ['def', 'symbols'], call);
  expect({ passed, lines: lines.filter((line) => !line.startsWith('not run: ')) }).toEqual({
    passed: true,
    lines: [expect.stringMatching(/^(\d+) of \1 questions answered rightly$/)],
  });
});

describe('definition', () => {
  test.each<[string, string, string, string, string?]>([
    ['Order.Order(Guid, string)', 'constructor', `${core}/Orders/Order.cs`, 'public |Order(Guid'],
    ['Order..ctor(string)', 'constructor', `${core}/Orders/Order.cs`, 'public |Order(string'],
    ['Order.this[]', 'indexer', `${core}/Orders/Order.cs`, 'OrderLine |this'],
    ['Stock.this[Guid]', 'indexer', `${core}/Catalog/Stock.cs`, 'public int |this[Guid'],
    ['operator +', 'operator', `${core}/Money.cs`, 'operator |+'],
    ['Money.operator -(Money)', 'operator', `${core}/Money.cs`, 'operator |-(Money value)'],
    ['Money.explicit operator decimal', 'operator', `${core}/Money.cs`, 'explicit operator |decimal'],
    ['Repo<T>.IRepository<T>.All()', 'method', `${core}/Storage/Repo.cs`, 'IRepository<T>.|All'],
    ['IRepository<T>.All', 'method', `${core}/Storage/IRepository.cs`, '|All()'],
    ['Order.StatusChanged', 'event', `${core}/Orders/Order.cs`, 'StatusChangedHandler? |StatusChanged'],
    ['OrderLine.Quantity', 'property', `${core}/Orders/OrderLine.cs`, 'int |Quantity'],
    ['StatusChangedHandler', 'delegate', `${core}/Orders/OrderStatus.cs`, 'void |StatusChangedHandler'],
    ['DefaultCurrency', 'constant', `${core}/Money.cs`, 'const string |DefaultCurrency'],
    ['IsOpen', 'method', `${core}/Orders/OrderExtensions.cs`, 'bool |IsOpen'],
    ['Order.Filter', 'class', `${core}/Orders/Order.cs`, 'class |Filter'],
    ['Ensure', 'class', 'src/Shared/Ensure.cs', 'class |Ensure'],
    ['数量', 'property', `${core}/Catalog/Stock.cs`, 'int |数量'],
  ])('%s', async (symbol, kind, file, text) => {
    const { data } = await call('definition', { symbol });
    expect(data).toMatchObject({ kind, declarations: [placeOf(file, text)] });
    expect(data?.['declarations']).toHaveLength(1);
  });

  test.each<[string, string, string, string, string]>([
    ['a local', `${core}/Orders/OrderExtensions.cs`, 'sum += |order', `${core}/Orders/OrderExtensions.cs`, 'foreach (var |order'],
    [
      'a parameter',
      `${core}/Orders/OrderExtensions.cs`,
      '=> |order.Status',
      `${core}/Orders/OrderExtensions.cs`,
      'this Order |order) =>',
    ],
    [
      'a local function',
      `${core}/Orders/Order.Pricing.cs`,
      'return |Cheapest',
      `${core}/Orders/Order.Pricing.cs`,
      'static Money |Cheapest',
    ],
    ['a linked file', 'src/Shop.App/OrderService.cs', 'new Order(|Ensure', 'src/Shared/Ensure.cs', 'class |Ensure'],
    ['in a linked file', 'src/Shared/Ensure.cs', 'class |Ensure', 'src/Shared/Ensure.cs', 'class |Ensure'],
    ['after an emoji', `${core}/Text/Emoji.cs`, 'new |Kart', `${core}/Text/Emoji.cs`, 'class |Kart'],
    [
      'an event',
      'src/Shop.App/OrderService.cs',
      'order.|StatusChanged',
      `${core}/Orders/Order.cs`,
      'StatusChangedHandler? |StatusChanged',
    ],
  ])('%s by place', async (_, useFile, use, file, text) => {
    const { data } = await call('definition', placeOf(useFile, use));
    expect(data?.['declarations']).toMatchObject([placeOf(file, text)]);
  });

  test('all parts of a partial type', async () => {
    const { text } = await bridge.call('definition', { symbol: 'Order' });
    expect(text).toBe(
      `class Shop.Core.Orders.Order\n` +
        `${core}/Orders/Order.Pricing.cs:5:29 (lines 5–40)\n  public sealed partial class Order\n` +
        `${core}/Orders/Order.cs:10:29 (lines 9–64)\n  public sealed partial class Order : IEntity`,
    );
  });

  test.each([
    ['Receipt', `${core}/Text/Receipt.cs`, '/// <summary>What'],
    ['Labels', `${core}/Text/Labels.cs`, 'public static class'],
    ['Banner', `${core}/Text/Banner.cs`, '/// <summary>Emoji'],
    ['Shop.Core.Text.Banner.Closed', `${core}/Text/Banner.cs`, 'public static string Closed'],
  ])('source of %s is the text of the file, with its line numbers', async (symbol, file, first) => {
    const { envelope, text } = await bridge.call('definition', { symbol, source: true });
    const [part] = envelope.data?.['declarations'] as { firstLine: number; lastLine: number; source: string }[];
    const lines = linesOf(file).slice((part?.firstLine ?? 0) - 1, part?.lastLine);
    expect(part?.source).toBe(lines.join('\n'));
    expect(lines[0]?.trim()).toStartWith(first);
    const numbered = text.split('\n').slice(2);
    expect(numbered.map((line) => line.replace(/^\d+\t/, '').trim())).toEqual(lines.map((line) => line.trim()));
    expect(numbered.map((line) => Number.parseInt(line, 10))).toEqual(lines.map((_, at) => (part?.firstLine ?? 0) + at));
  });

  test('source that the budget cuts says which lines are left out', async () => {
    const { envelope, text } = await bridge.call('definition', { symbol: 'Order', source: true, maxTokens: 500 });
    expect(envelope.warnings).toMatchObject([{ code: 'limit_reached', message: expect.stringMatching(/^\d+ lines of source /) }]);
    expect(text).toMatch(/\n… lines \d+–64 of src\/Shop\.Core\/Orders\/Order\.cs are left out$/m);
    expect(tokensOf(text)).toBeLessThanOrEqual(500);
    expect(tokensOf(JSON.stringify(envelope))).toBeLessThanOrEqual(500);
  });

  test('the text and the whole name of what a linked file declares', async () => {
    const { envelope } = await bridge.call('definition', { symbol: 'Ensure.NotBlank', source: true });
    expect(envelope.data).toMatchObject({
      symbol: 'Shop.Shared.Ensure.NotBlank(string, string)',
      declarations: [
        {
          path: 'src/Shared/Ensure.cs',
          firstLine: 8,
          lastLine: 9,
          source: linesOf('src/Shared/Ensure.cs').slice(7, 9).join('\n'),
        },
      ],
    });
  });

  test('a declaration of which only the place is known says so', async () => {
    const local = placeOf(`${core}/Orders/OrderExtensions.cs`, 'sum += |order');
    const { envelope, text } = await bridge.call('definition', { ...local, source: true });
    expect(envelope.data?.['declarations']).toMatchObject([{ extent: 'unknown' }]);
    expect(text).toEndWith('\n(how far the declaration reaches is not known: this is the line of its name)');
  });

  test.each([
    [
      'src/Shop.App/Program.cs',
      'Console.|WriteLine(service',
      'void Console.WriteLine(object? value)',
      'System.Console',
      'System.Console',
    ],
    [`${core}/Storage/Repo.cs`, 'private readonly |List', 'List<T>', 'System.Collections', 'System.Collections.Generic.List`1'],
    [`${core}/Storage/Repo.cs`, 'public |int', 'int', 'System.Runtime', 'System.Int32'],
    [
      `${core}/Storage/Repo.cs`,
      '_items.|RemoveAll',
      'int List<T>.RemoveAll(Predicate<T> match)',
      'System.Collections',
      'System.Collections.Generic.List`1',
    ],
  ])('a symbol of an assembly: %s %s', async (file, use, signature, assembly, type) => {
    const { envelope, text } = await bridge.call('definition', placeOf(file, use));
    expect(envelope.data).toMatchObject({ declarations: [], metadata: { signature, assembly, type, readOnly: true } });
    const { decompiled, documentation } = envelope.data?.['metadata'] as { decompiled: unknown[]; documentation: string };
    expect(decompiled.length).toBeGreaterThan(0);
    expect(documentation).not.toBe('');
    expect(text).toStartWith(`${signature}\ndeclared in the assembly ${assembly}, type ${type}; read-only\n`);
  });

  test.each([
    ['tools/Loose.cs', 'class |Loose', 'file_not_in_project'],
    ['src/Shared/Ensure.cs', 'string.|IsNullOrWhiteSpace', 'feature_unavailable'],
    [`${core}/Text/Banner.cs`, '|namespace', 'position_not_on_symbol'],
  ])('nothing at %s %s', async (file, text, code) => {
    expect((await call('definition', placeOf(file, text))).error?.code).toBe(code);
  });
});

describe('symbols', () => {
  const names = async (args: Readonly<Record<string, unknown>>) => {
    const { data } = await call('symbols', args);
    return (data?.['symbols'] as { kind: string; symbol: string }[]).map(({ kind, symbol }) => `${kind} ${symbol}`);
  };
  test.each<[Record<string, unknown>, string[]]>([
    [{ query: 'IOrRe', match: 'humps' }, ['interface Shop.Core.Storage.IOrderRepository']],
    [{ query: 'OrSta', match: 'humps' }, ['enum Shop.Core.Orders.OrderStatus']],
    [{ query: 'orderl', match: 'prefix' }, ['record Shop.Core.Orders.OrderLine']],
    [{ query: 'CHANGEDHAND', match: 'contains' }, ['delegate Shop.Core.Orders.StatusChangedHandler']],
    [{ query: 'status', match: 'contains', kinds: ['event'] }, ['event Shop.Core.Orders.Order.StatusChanged']],
    [{ query: 'Order.Filter' }, ['class Shop.Core.Orders.Order.Filter']],
    [{ query: 'operator +' }, ['operator Shop.Core.Money.operator +(Money, Money)']],
    [{ query: 'Voucher', kinds: ['member'] }, []],
    [
      { query: 'Order', kinds: ['constructor'] },
      ['constructor Shop.Core.Orders.Order.Order(Guid, string)', 'constructor Shop.Core.Orders.Order.Order(string)'],
    ],
    [{ query: 'Total', inPath: `./${core}/Orders/OrderLine.cs` }, ['property Shop.Core.Orders.OrderLine.Total']],
    [{ query: 'OrderPaid', inProject: 'Shop.App' }, ['event Shop.App.OrderService.OrderPaid']],
    [{ query: 'Sample', kinds: ['type'] }, ['class Shop.Sample.Sample']],
    [{ query: 'Ensure' }, ['class Shop.Shared.Ensure']],
  ])('%j', async (args, expected) => {
    expect(await names(args)).toEqual(expected);
  });

  test('nothing found: what the filters hide, and near names', async () => {
    expect((await bridge.call('symbols', { query: 'Total', inProject: 'Shop.App' })).text).toBe(
      'Total: 0 symbols (2 more of other kinds or elsewhere)',
    );
    expect((await call('symbols', { query: 'Ordr' })).data).toMatchObject({ total: 0, near: expect.arrayContaining(['Order']) });
    expect((await call('symbols', { query: 'x', inProject: 'Nowhere' })).error?.code).toBe('invalid_arguments');
    expect((await call('symbols', { query: 'x', kinds: ['klass'] })).error?.message).toContain("'klass' is none of them");
  });

  test('pages joined are the whole', async () => {
    const whole = (await call('symbols', { query: 'e', match: 'contains' })).data?.['symbols'] as unknown[];
    const joined: unknown[] = [];
    for (let cursor: unknown, turns = 0; turns < 100; turns += 1) {
      const { data } = await call('symbols', {
        query: 'e',
        match: 'contains',
        limit: 17,
        ...(cursor === undefined ? {} : { cursor }),
      });
      joined.push(...(data?.['symbols'] as unknown[]));
      cursor = data?.['cursor'];
      if (cursor === undefined) break;
    }
    expect(whole.length).toBeGreaterThan(60);
    expect(joined).toEqual(whole);
  });
});

describe('addresses', () => {
  const file = `${core}/Orders/Order.cs`;
  const status = placeOf(file, 'public OrderStatus |Status');
  const { line, column } = status;
  const start = readFileSync(join(workspace, file), 'utf8').indexOf('Status\n    {');
  const absolute = join(workspace, file);

  test.each<[Record<string, unknown>]>([
    [{ symbol: 'Order.Status' }],
    [{ symbol: 'Shop.Core.Orders.Order.Status' }],
    [{ symbol: 'global::Shop.Core.Orders.Order.Status' }],
    [{ symbol: 'P:Shop.Core.Orders.Order.Status' }],
    [{ symbol: 'Order.Status', path: file }],
    [{ symbol: 'Order.Status', project: 'Shop.Core' }],
    [{ symbol: 'Order.Status', project: `${core}/Shop.Core.csproj` }],
    [{ path: file, line, column }],
    [{ path: basename(file), line, column }],
    [{ path: `./${file}`, line, column }],
    [{ path: file.replaceAll('/', '\\'), line, column }],
    [{ path: absolute, line, column }],
    [{ path: pathToFileURL(absolute).href, line, column }],
    [{ path: file, line, text: 'Status' }],
    [{ path: file, line, text: 'Status', column }],
    [{ path: file, text: 'public OrderStatus Status' }],
    [{ path: file, line: line - 1, text: 'OrderStatus Status' }],
    [{ path: file, text: 'Status', occurrence: 4 }],
    [{ span: { document: { path: file }, range: { start, length: 6 } } }],
  ])('%j', async (target) => {
    const { data } = await call('definition', target);
    expect(data).toMatchObject({ symbol: 'Shop.Core.Orders.Order.Status', kind: 'property', declarations: [status] });
  });

  test('a line that has moved is said', async () => {
    const { envelope, text } = await bridge.call('definition', { path: file, line: line + 9, text: 'public OrderStatus Status' });
    const note = `'public OrderStatus Status' does not stand on line ${line + 9}; taken: line ${line}, the only place near`;
    expect(envelope.data).toMatchObject({ note, declarations: [status] });
    expect(text).toContain(`\n(${note})\n`);
  });

  test.each(['Apply', 'Total', 'Order.Add', 'Repo', 'GetEnumerator', 'Money.operator -', 'this[]', 'ToString'])(
    'each candidate of %s can be passed back',
    async (symbol) => {
      const { error } = await call('definition', { symbol });
      expect(error?.code ?? symbol).toBe('symbol_ambiguous');
      const lines = (error?.message ?? '').split('\n').slice(1);
      expect(lines.length).toBeGreaterThan(1);
      for (const candidate of lines) {
        const [, name = '', path, at, from] = /^\S+ (.*)  (.*):(\d+):(\d+)$/.exec(candidate) ?? [];
        const place = { path, line: Number(at), column: Number(from) };
        expect((await call('definition', { symbol: name })).data).toMatchObject({ symbol: name, declarations: [place] });
        expect((await call('definition', place)).data).toMatchObject({ declarations: [place] });
      }
    },
  );

  test.each([
    ['Ordder', 'symbol_not_found', 'near: class Shop.Core.Orders.Order'],
    ['Order.Totall', 'symbol_not_found', 'near: property Shop.Core.Orders.Order.Total'],
    [' ', 'invalid_arguments', 'is not a name'],
    ['', 'invalid_arguments', 'a name of 1 to 1000 characters'],
    ['x'.repeat(1001), 'invalid_arguments', 'a name of 1 to 1000 characters'],
    ['x'.repeat(1000), 'symbol_not_found', 'no name is near'],
    ['Order.\u0007Add', 'invalid_arguments', 'is not a name'],
    ['Order\nAdd', 'invalid_arguments', 'is not a name'],
  ])('%j: %s', async (symbol, code, message) => {
    const { error, continuation } = await call('definition', { symbol });
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(continuation?.kind).toBe('ReviseRequest');
  });
});

test('uses in test projects are counted apart', async () => {
  const { envelope, text } = await bridge.call('references', { symbol: 'Order.Total' });
  const files = envelope.data?.['files'] as { path: string; places: { declaration?: true }[] }[];
  const inTests = files.filter(({ path }) => path.startsWith('test/Shop.Tests/'));
  const tests = { uses: inTests.flatMap(({ places }) => places).length, files: inTests.length };
  expect(tests.uses).toBeGreaterThan(0);
  expect(envelope.data).toMatchObject({ total: 8, tests });
  expect(text).toStartWith(
    `Shop.Core.Orders.Order.Total: 8 references (${8 - tests.uses} in 5 files, tests ${tests.uses} in ${tests.files}), 1 declaration (*) in 6 files\n`,
  );
});

test.each(['Order', 'Money', 'Order.Customer', 'IOrderRepository'])(
  'the answer about %s is at most 1.2 times the plainest listing of path, line, column and text',
  async (symbol) => {
    const { envelope, text } = await bridge.call('references', { symbol });
    const files = envelope.data?.['files'] as { path: string; places: { line: number; column: number }[] }[];
    const plain = files.flatMap(({ path, places }) =>
      places.map(({ line, column }) => `${path}:${line}:${column}: ${linesOf(path)[line - 1] ?? ''}`),
    );
    expect(envelope.data?.['cursor']).toBeUndefined();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1.2 * Buffer.byteLength(plain.join('\n')));
  },
);

describe('several names in one call', () => {
  test('an answer for each, and one that means nothing costs itself only', async () => {
    const { envelope, text } = await bridge.call('references', { symbols: ['Order.Total', 'Order.Totl', 'Order.Status'] });
    const answers = envelope.data?.['answers'] as { asked: string; total?: number; error?: { code: string } }[];
    expect(answers.map(({ asked, total, error }) => [asked, total ?? error?.code])).toEqual([
      ['Order.Total', 8],
      ['Order.Totl', 'symbol_not_found'],
      ['Order.Status', 7],
    ]);
    expect(text.split('\n\n').map((each) => each.split(': ')[0])).toEqual([
      'Shop.Core.Orders.Order.Total',
      'Order.Totl',
      'Shop.Core.Orders.Order.Status',
    ]);
    expect(envelope.warnings).toContainEqual({ code: 'partial_answer', message: '1 of 3 symbols failed' });
  });

  test('definitions share the budget', async () => {
    const args = { symbols: ['Order', 'Money', 'Receipt'], source: true, maxTokens: 1500 };
    const { envelope, text } = await bridge.call('definition', args);
    expect(envelope.data?.['answers']).toHaveLength(3);
    expect(tokensOf(text)).toBeLessThanOrEqual(1500);
    expect(tokensOf(JSON.stringify(envelope))).toBeLessThanOrEqual(1500);
  });
});

describe('references', () => {
  test('narrowed by project and path, with what is elsewhere counted', async () => {
    const { envelope } = await bridge.call('references', { symbol: 'Order.Total', inProject: 'Shop.Tests' });
    expect(envelope.data).toMatchObject({ total: 2, declarations: 0, fileCount: 1, elsewhere: 6 });
    const below = await bridge.call('references', { symbol: 'Order.Total', inPath: join(workspace, core, 'Text') });
    expect(below.envelope.data).toMatchObject({ total: 2, fileCount: 2, elsewhere: 6 });
  });

  test('lines around each use', async () => {
    const { text } = await bridge.call('references', { symbol: 'Order.Total', inPath: 'src/Shop.App', context: 1 });
    const at = linesOf('src/Shop.App/Report.cs').findIndex((line) => line.includes('order.Total'));
    const [before, use, after] = linesOf('src/Shop.App/Report.cs').slice(at - 1, at + 2);
    expect(text).toContain(
      `\n  ${at}-  ${before}\n  ${at + 1}:${(use?.indexOf('.Total') ?? 0) + 2}  ${use}\n  ${at + 2}-  ${after}`,
    );
  });
});

test('mentions are the places of the name that are neither uses nor declarations', async () => {
  const receipt = join(workspace, core, 'Text', 'Receipt.cs');
  const before = readFileSync(receipt, 'utf8');
  const view = join(workspace, core, 'Order.razor');
  try {
    writeFileSync(view, '<p>@order.Total</p>\n');
    writeFileSync(
      receipt,
      `${before}// Total, "Total" and Totals\r\nclass Mentions { string a = $"{nameof(Mentions)} Total"; /* Total */ }\r\n`,
    );
    const { envelope, text } = await bridge.call('references', { symbol: 'Order.Total', mentions: true });
    const line = before.split(/\r?\n/).length;
    const at = (column: number, more = 0) => ({ path: `${core}/Text/Receipt.cs`, line: line + more, column });
    const places = (envelope.data?.['mentions'] as { places: { path: string }[] }).places;
    expect(places.filter(({ path }) => /Receipt|razor/.test(path))).toMatchObject([
      { ...at(4), in: 'comment' },
      { ...at(12), in: 'comment' },
      { ...at(50, 1), in: 'string' },
      { ...at(61, 1), in: 'comment' },
      { path: `${core}/Order.razor`, line: 1, column: 11, in: 'other-file' },
    ]);
    expect(text).toContain('once in a string, once in a file of another language\n');
  } finally {
    writeFileSync(receipt, before);
    rmSync(view);
  }
});

describe('relatives of a member', () => {
  const rule = (text: string) => placeOf(`${core}/Pricing/PriceRule.cs`, text);
  const family = [
    placeOf(`${core}/50% off/HalfPrice.cs`, 'override Money |Apply'),
    placeOf(`${core}/Pricing/IPriceRule.cs`, 'Money |Apply'),
    rule('virtual Money |Apply'),
    rule('override Money |Apply(Order order, Money total) => order'),
  ];

  test.each([
    ['IPriceRule.Apply', 1],
    ['PriceRule.Apply', 2],
    ['HalfPrice.Apply', 0],
  ])('%s lists the others, beside its uses', async (symbol, own) => {
    const { envelope, text } = await bridge.call('references', { symbol });
    const others = family.filter((_, at) => at !== own);
    const related = envelope.data?.['related'] as { total: number; declarations: object[] };
    if (symbol === 'HalfPrice.Apply') expect(related.total).toBeGreaterThan(1);
    else expect(related).toMatchObject({ total: 3, declarations: others });
    expect(text).toContain('\noverrides, implementations or what they stand for: ');
  });

  test('a member whose relatives are in assemblies is answered all the same', async () => {
    const { envelope } = await bridge.call('references', { symbol: 'Money.CompareTo' });
    expect(envelope.data).toMatchObject({ total: 2, declarations: 1 });
    expect(envelope.data).not.toHaveProperty('related');
  });
});

test('accessors are no relatives of their property', async () => {
  for (const symbol of ['Order.Total', 'Order.Status', 'Stock.this[Product]', 'Order.StatusChanged']) {
    expect((await call('references', { symbol })).data).not.toHaveProperty('related');
  }
});

describe('kinds of use', () => {
  const placesIn = (envelope: { data?: Readonly<Record<string, unknown>> }) =>
    (envelope.data?.['files'] as { path: string; places: { line: number; column: number; declaration?: true; use?: string }[] }[])
      .flatMap(({ path, places }) => places.map((place) => ({ path, ...place })))
      .filter(({ declaration }) => declaration !== true);

  test('who writes a property', async () => {
    const envelope = await call('references', { symbol: 'Order.Status', uses: ['write'] });
    expect(envelope.data).toMatchObject({ total: 3, elsewhere: 4 });
    expect(placesIn(envelope)).toMatchObject([
      { ...placeOf('src/Shop.App/OrderService.cs', 'order.|Status = OrderStatus.Paid'), use: 'write' },
      { ...placeOf('test/Shop.Tests/OrderTests.cs', 'order.|Status = OrderStatus.Paid'), use: 'write' },
      { ...placeOf('test/Shop.Tests/OrderTests.cs', 'order.|Status = OrderStatus.Shipped'), use: 'write' },
    ]);
  });

  test('kinds that are not certain stay, and are marked', async () => {
    const envelope = await call('references', { symbol: 'Voucher', uses: ['read'] });
    expect(envelope.data).toMatchObject({ total: 0, elsewhere: 2 });
    const types = await call('references', { symbol: 'IPriceRule', uses: ['new'] });
    expect(new Set(placesIn(types).map(({ use }) => use))).toEqual(new Set(['?']));
  });

  test('what is no kind of use', async () => {
    const { error } = await call('references', { symbol: 'Order.Status', uses: ['written'] });
    expect(error).toMatchObject({ code: 'invalid_arguments', message: expect.stringContaining("'written' is none of them") });
  });
});
