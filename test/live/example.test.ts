/**
 * One warm bridge over the example, in a folder whose name makes trouble: the load with its progress, every right answer by
 * name and by place, pages, and what is said of questions that have no answer.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tokensOf } from '../../src/answer/budget.ts';
import { copyOfExample } from '../support/example.ts';
import { root as clone } from '../support/paths.ts';
import { isMicrosofts } from '../support/language-server.ts';
import { tempFolder } from '../support/temp.ts';
import { Wire } from '../support/wire.ts';
import { collectReferences } from '../tools/asking.ts';
import { parseCases } from '../tools/case-file.ts';
import { runCases } from '../tools/case-run.ts';

setDefaultTimeout(180_000);

const workspace = copyOfExample('Größe #1 50% ünï');
let bridge: Wire;

beforeAll(async () => {
  const outside = tempFolder('outside');
  writeFileSync(join(outside, 'Secret.cs'), 'class Secret { }');
  mkdirSync(join(workspace, 'tools'));
  symlinkSync(outside, join(workspace, 'tools', 'away'));
  writeFileSync(join(workspace, 'tools', 'Loose.cs'), 'class Loose { }\n');
  writeFileSync(join(workspace, 'src', 'Shop.Core', 'Latin.cs.txt'), 'text');
  bridge = await Wire.open({ workspace });
});
afterAll(async () => {
  const { code, stderr } = await bridge.close();
  expect({ code, stderr, noise: bridge.noise }).toEqual({ code: 0, stderr: '', noise: [] });
});

const call = async (tool: string, args: Readonly<Record<string, unknown>>) => (await bridge.call(tool, args)).envelope;
const cases = await parseCases(await Bun.file(join(clone, 'test', 'expected', 'example.json')).text(), 'example.json');

describe('the load', () => {
  test('does not begin before somebody asks about code', async () => {
    const { envelope, text } = await bridge.call('lsp', { action: 'status' });
    expect(envelope).toMatchObject({ ok: true, data: { state: 'stopped', problemCount: 0 }, snapshot: { workspaceEpoch: 0 } });
    expect(text).toStartWith('stopped: the first call that asks about code loads\n');
  });

  test('goes on when the call that began it is cancelled; progress comes only with a token, and grows', async () => {
    const [first, silent, last] = [
      bridge.begin('references', { symbol: 'Order' }, 'first'),
      bridge.begin('references', { symbol: 'Money.Zero' }),
      bridge.begin('references', { symbol: 'IOrderRepository' }, 'last'),
    ];
    await bridge.until(({ params }) => params?.['progressToken'] === 'first');
    bridge.notify('notifications/cancelled', { requestId: first, reason: 'enough' });
    const { envelope } = await bridge.tool(last, 'references');
    expect(envelope).toMatchObject({
      ok: true,
      data: { total: 14, declarations: 1, fileCount: 6 },
      snapshot: { workspaceEpoch: 1 },
    });
    expect((await bridge.tool(silent, 'references')).envelope).toMatchObject({ ok: true, snapshot: envelope.snapshot });
    // A request that was cancelled has no answer, and no progress once the other calls are through.
    expect(bridge.heard.filter(({ id }) => id === first)).toEqual([]);
    for (const token of ['first', 'last']) {
      const steps = bridge.progress(token).map(({ progress }) => Number(progress));
      expect(steps.length).toBeGreaterThan(0);
      expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    }
    const messages = bridge.progress('last').map(({ message }) => String(message));
    // Microsoft's server counts in hundredths and names no project.
    const counted = isMicrosofts ? / \(\d+ of 100\)$/ : /^loading .* \(\d of \d\)$/;
    expect(messages).toContainEqual(expect.stringMatching(counted));
    expect(bridge.heard.filter(({ method }) => method !== undefined && method !== 'notifications/progress')).toEqual([]);
    expect(new Set(bridge.heard.flatMap(({ params }) => params?.['progressToken'] ?? []))).toEqual(new Set(['first', 'last']));
  });

  test('is told by status', async () => {
    const { envelope, text } = await bridge.call('lsp', { action: 'status' });
    expect(envelope.data).toMatchObject({
      state: 'ready',
      workspaceRoot: workspace,
      load: { why: 'the setting solution', solutions: ['Shop.slnx'], projectCount: 4, passedOver: [] },
      problems: [],
      settingsFileDiffers: false,
    });
    expect(text).toContain('\nloaded by the setting solution: Shop.slnx; 4 projects\n  src/Shop.Core/Shop.Core.csproj\n');
  });
});

test('every case of the example is answered rightly, by position and by name', async () => {
  const { lines, passed } = await runCases(cases, ['refs'], call);
  expect({ passed, lines: lines.filter((line) => !line.startsWith('not run: ')) }).toEqual({
    passed: true,
    lines: [expect.stringMatching(/^(\d+) of \1 questions answered rightly$/)],
  });
});

test('the same places come by every spelling of a place and a name', async () => {
  const file = 'src/Shop.Core/Price List #1/PriceList.cs';
  const line =
    1 + (await Bun.file(join(workspace, file)).text()).split('\n').findIndex((each) => each.includes('class PriceList'));
  const column = 25;
  const absolute = join(workspace, file);
  const paths = [file, `./${file}`, file.replaceAll('/', '\\'), absolute, pathToFileURL(absolute).href];
  const names = ['PriceList', 'Pricing.PriceList', 'Shop.Core.Pricing.PriceList', 'global::Shop.Core.Pricing.PriceList'];
  const askings = [...paths.map((path) => ({ path, line, column })), ...names.map((symbol) => ({ symbol }))];
  const answers = new Set<string>();
  for (const asking of askings) answers.add(JSON.stringify((await call('references', asking)).data));
  expect([...answers].map((answer) => JSON.parse(answer).symbol)).toEqual(['Shop.Core.Pricing.PriceList']);
});

test('pages joined are the whole, whatever the limit and the budget; each keeps both', async () => {
  const whole = await collectReferences(call, { symbol: 'Money', limit: 5000, maxTokens: 50_000 });
  if (!whole.ok) throw new Error(whole.problem);
  const rows = (pages: typeof whole.pages): string[] =>
    pages.flatMap(({ files }) => files.flatMap(({ path, places }) => places.map((place) => JSON.stringify([path, place]))));
  expect(whole.pages).toHaveLength(1);
  for (const [limit, maxTokens] of [
    [1, 500],
    [7, 50_000],
    [5000, 500],
    [5000, 900],
    [30, 700],
  ] as const) {
    const paged = await collectReferences(call, { symbol: 'Money', limit, maxTokens });
    if (!paged.ok) throw new Error(paged.problem);
    // The text of a line stands with the first place on it, so on the next page it comes again.
    const bare = (list: readonly string[]): string[] => list.map((row) => row.replace(/,"text":.*$/, '}]'));
    expect(bare(rows(paged.pages))).toEqual(bare(rows(whole.pages)));
    const { text, envelope } = await bridge.call('references', { symbol: 'Money', limit, maxTokens });
    expect(tokensOf(text)).toBeLessThanOrEqual(maxTokens);
    expect(tokensOf(JSON.stringify(envelope))).toBeLessThanOrEqual(maxTokens);
    const message = expect.stringMatching(/^\d+ rows left out by (?:limit|maxTokens) \d+; the cursor brings them$/);
    const cut = envelope.data?.['cursor'] === undefined ? [] : [{ code: 'limit_reached', message }];
    const others = (envelope.warnings ?? []).filter(({ code }) => code !== 'limit_reached');
    expect(others.map(({ code }) => code)).toEqual(['frameworks_not_seen', 'excluded_folders']);
    expect(envelope.warnings?.slice(others.length)).toEqual(cut);
  }
});

test('places in an excluded folder are shown and marked', async () => {
  const { envelope, text } = await bridge.call('references', { symbol: 'OldPrices' });
  expect(envelope.warnings).toEqual([
    { code: 'excluded_folders', message: 'places in excluded folders (samples) are as of the last load' },
  ]);
  expect(text).toContain('\nsamples/Shop.Sample/Sample.cs (excluded)\n');
  expect(text).toEndWith('\nwarning excluded_folders: places in excluded folders (samples) are as of the last load');
});

describe('what has no answer', () => {
  const made = 'src/Shop.Core/obj/Debug/net10.0/.NETCoreApp,Version=v10.0.AssemblyAttributes.cs';
  const core = 'src/Shop.Core/Orders/Order.cs';
  const at = (path: string, line = 1, column = 1) => ({ path, line, column });
  test.each([
    [{ symbol: 'Totall' }, 'symbol_not_found', /; near: property Shop.Core.Orders.Order.Total; /],
    [{ symbol: 'Xyzzy' }, 'symbol_not_found', /no name is near$/],
    [{ symbol: 'Order.Nothing' }, 'symbol_not_found', /no symbol is named 'Order.Nothing'/],
    [
      { symbol: 'Order.Add' },
      'symbol_ambiguous',
      /names 3 symbols:\nmethod Shop\.Core\.Orders\.Order\.Add\(Product\)  src\/.*:\d+:\d+/,
    ],
    [{ symbol: 'a..b' }, 'invalid_arguments', /symbol has an empty part/],
    [at('../outside.cs'), 'path_outside_workspace', /lies outside of the workspace/],
    [at('/etc/passwd'), 'path_outside_workspace', /lies outside of the workspace/],
    [
      at('tools/away/Secret.cs'),
      'path_outside_workspace',
      /leads out of the workspace through a link, and no project compiles it/,
    ],
    [at('samples/Shop.Sample/Sample.cs'), 'excluded_path', /excluded folder 'samples' \(exclude of \.roslyn-bridge\.json\)/],
    [at(made), 'excluded_path', /excluded folder 'obj' \(the built-in list of excluded folders\)/],
    [at('src/Shop.Core/Missing.cs'), 'file_not_found', /src\/Shop\.Core\/Missing\.cs does not exist/],
    [at('src/Shop.Core/Shop.Core.csproj'), 'not_csharp', /is not a C# file/],
    [at('src/Shop.Core/Latin.cs.txt'), 'not_csharp', /is not a C# file/],
    [at('src'), 'not_csharp', /is not a C# file/],
    [at(core, 100_000), 'invalid_arguments', /line 100000 is past the end of the file, which has \d+ lines/],
    [at(core, 1, 1000), 'invalid_arguments', /column 1000 is past its end/],
    [at(core, 8, 1), 'position_not_on_symbol', /Order\.cs:8:1 is not on a name/],
    [at(core, 12, 6), 'position_not_on_symbol', /Order\.cs:12:6 is not on a name/],
    [at('tools/Loose.cs', 1, 7), 'file_not_in_project', /tools\/Loose\.cs belongs to no loaded project/],
  ])('%j: %s', async (args, code, message) => {
    const { envelope, text } = await bridge.call('references', args);
    expect(envelope.error?.code).toBe(code);
    expect(envelope.error?.message).toMatch(message);
    expect(envelope.continuation?.kind).toBe('ReviseRequest');
    expect(text).toBe(`${code}: ${envelope.error?.message}\n${envelope.continuation?.instruction}`);
    expect(text).not.toContain('/tmp/');
  });

  test('the declaration of a namespace: its uses are shown, and what is missing is said', async () => {
    const { envelope } = await bridge.call('references', at(core, 1, 7));
    expect(envelope).toMatchObject({ ok: true, data: { symbol: 'System', declarations: 0 } });
    expect(envelope.data?.['total']).toBeGreaterThan(10);
    expect(envelope.warnings?.[0]).toMatchObject({
      code: 'partial_answer',
      message: expect.stringMatching(/^declarations may be missing: /),
    });
  });

  test('every candidate of an ambiguous name can be passed back', async () => {
    const { error } = await call('references', { symbol: 'Order.Add' });
    const candidates = (error?.message ?? '')
      .split('\n')
      .slice(1)
      .map((line) => / (\S.*?)  /.exec(line)?.[1]);
    expect(candidates).toHaveLength(3);
    for (const symbol of candidates) expect(await call('references', { symbol })).toMatchObject({ ok: true, data: { symbol } });
  });

  test('a cursor of another question or made up', async () => {
    const { data } = await call('references', { symbol: 'Money', limit: 1 });
    const cursor = data?.['cursor'];
    expect((await call('references', { symbol: 'Order', limit: 1, cursor })).error?.code).toBe('invalid_cursor');
    expect((await call('references', { symbol: 'Money', cursor: 'x' })).error?.code).toBe('invalid_cursor');
  });

  test('an unknown tool is an error of the protocol', async () => {
    await expect(bridge.request('tools/call', { name: 'refs', arguments: {} })).rejects.toThrow('-32602: Tool refs not found');
  });

  test('a made-up correlation id', async () => {
    expect((await call('get-error-details', { correlationId: 'x' })).error?.code).toBe('error_details_not_found');
  });
});

test('ten calls at once see one snapshot and are all right', async () => {
  const ids = Array.from({ length: 10 }, () => bridge.begin('references', { symbol: 'IOrderRepository' }));
  const answers = await Promise.all(ids.map((id) => bridge.tool(id, 'references')));
  expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope))).size).toBe(1);
  expect(answers[0]?.envelope.data).toMatchObject({ total: 14 });
});
