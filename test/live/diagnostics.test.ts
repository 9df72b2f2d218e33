/**
 * Problems of files, projects, the solution and of what has changed, as an example in a git repository is edited.
 * It is long because one load serves all of it.
 */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokensOf } from '../../src/answer/budget.ts';
import { copyOfExample } from '../support/example.ts';
import { root as clone } from '../support/paths.ts';
import { commitAll, git } from '../support/repository.ts';
import { type ToolAnswer, Wire } from '../support/wire.ts';
import { parseCases } from '../tools/case-file.ts';
import { runCases } from '../tools/case-run.ts';

setDefaultTimeout(240_000);

const workspace = copyOfExample('Größe #1 50% ünï');
const core = 'src/Shop.Core';
let bridge: Wire;

beforeAll(async () => {
  mkdirSync(join(workspace, 'tools'));
  writeFileSync(join(workspace, 'tools', 'Loose.cs'), 'class Loose { }\n');
  writeFileSync(join(workspace, '.gitignore'), 'bin/\nobj/\n');
  await commitAll(workspace);
  bridge = await Wire.open({ workspace });
  // The load and the first look at everything may take longer together than one call.
  await bridge.call('symbols', { query: 'Order' });
});
afterAll(async () => {
  const { code, stderr } = await bridge.close();
  expect({ code, stderr, noise: bridge.noise }).toEqual({ code: 0, stderr: '', noise: [] });
});

const ask = (args: Readonly<Record<string, unknown>>): Promise<ToolAnswer> => bridge.call('diagnostics', args);
const dataOf = async (args: Readonly<Record<string, unknown>>) => (await ask(args)).envelope.data;
const snapshotOf = ({ envelope }: ToolAnswer): string => envelope.snapshot?.snapshotId ?? 'none';

interface Row {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly id: string;
  readonly severity: string;
  readonly change?: string;
}
function rowsOf({ envelope }: ToolAnswer): Row[] {
  const files = envelope.data?.['files'] as { path: string; problems: Omit<Row, 'path'>[] }[];
  return files.flatMap(({ path, problems }) => problems.map((each) => ({ path, ...each })));
}
const places = (answer: ToolAnswer): string[] =>
  rowsOf(answer)
    .map(({ path, line, column }) => `${path}:${line}:${column}`)
    .sort();

function edit(file: string, from: string, to: string): void {
  const path = join(workspace, file);
  const before = readFileSync(path, 'utf8');
  if (before.split(from).length !== 2) throw new Error(`'${from}' does not stand once in ${file}`);
  writeFileSync(path, before.replace(from, to));
}

/** As it was committed. */
async function restore(): Promise<void> {
  await git(workspace, 'checkout', '-q', '.');
  await git(workspace, 'clean', '-fdq');
}

test('every case of problems is answered rightly', async () => {
  const cases = await parseCases(await Bun.file(join(clone, 'test', 'expected', 'example.json')).text(), 'example.json');
  const call = async (tool: string, args: Readonly<Record<string, unknown>>) => (await bridge.call(tool, args)).envelope;
  const { lines, passed } = await runCases(cases, ['diags'], call);
  expect({ passed, lines: lines.filter((line) => !line.startsWith('not run: ')) }).toEqual({
    passed: true,
    lines: [expect.stringMatching(/^(\d+) of \1 questions answered rightly$/)],
  });
});

describe('a file', () => {
  afterEach(restore);
  const file = `${core}/Pricing/PriceRule.cs`;

  test('that an edit from outside breaks, and another one repairs', async () => {
    expect(await dataOf({ path: file })).toMatchObject({ scope: 'file', path: file, total: 0, counts: { error: 0 } });
    edit(file, '=> total;', '=> totall;');
    const broken = await ask({ path: file });
    expect(rowsOf(broken)).toMatchObject([{ path: file, severity: 'error', id: 'CS0103' }]);
    expect(broken.text).toMatch(new RegExp(`^${RegExp.escape(file)}: 1 error, 0 warnings\\n  \\d+:\\d+ error CS0103 `));
    expect(await dataOf({ path: file, ids: ['CS0246'] })).toMatchObject({ total: 0, counts: { error: 0 } });
    edit(file, '=> totall;', '=> total;');
    expect(await dataOf({ path: file })).toMatchObject({ total: 0, counts: { error: 0 } });
  });

  test('severity of the settings, and that of the call, which wins', async () => {
    const path = `${core}/Storage/InMemoryOrderRepository.cs`;
    expect((await ask({ path })).text).toBe(
      `${path}: 0 errors, 0 warnings (not shown: 1 of severity hint)\n` +
        '(unused fields and the like, CS0169 CS0414 CS0649, are told with scope project)',
    );
    expect(rowsOf(await ask({ path, severity: 'hint' }))).toMatchObject([{ id: 'CS8019' }]);
    const settings = join(workspace, '.roslyn-bridge.json');
    const before = readFileSync(settings, 'utf8');
    writeFileSync(settings, before.replace('{', '{ "diagnostics": { "severity": "hint" },'));
    expect((await bridge.call('lsp', { action: 'reload' })).envelope.ok).toBe(true);
    expect(await dataOf({ path })).toMatchObject({ severity: 'hint', total: 1 });
    expect(await dataOf({ path, severity: 'error' })).toMatchObject({ severity: 'error', total: 0 });
    writeFileSync(settings, before);
    expect((await bridge.call('lsp', { action: 'reload' })).envelope.ok).toBe(true);
    expect(await dataOf({ path })).toMatchObject({ severity: 'warning', total: 0 });
  });

  test('has what is told only of whole projects once somebody has asked about them', async () => {
    const path = `${core}/Storage/InMemoryOrderRepository.cs`;
    await ask({ scope: 'project', path });
    const { envelope, text } = await ask({ path });
    expect(envelope.data).toMatchObject({ total: 1, counts: { warning: 1, hint: 1 } });
    expect(text).toBe(
      `${path}: 0 errors, 1 warning (not shown: 1 of severity hint)\n` +
        "  13:17 warning CS0169 The field 'InMemoryOrderRepository._unused' is never used",
    );
  });

  test('of two projects: its problems are told once', async () => {
    const path = 'src/Shared/Ensure.cs';
    expect(await dataOf({ path })).toMatchObject({ path, total: 0, counts: { error: 0 } });
    edit(path, 'namespace Shop.Shared;', 'namespace Shop.Shared;\n\nfile class Broken : Nowhere { }');
    expect(rowsOf(await ask({ path }))).toMatchObject([{ path, line: 5, id: 'CS0246' }]);
    expect(rowsOf(await ask({ severity: 'error' }))).toMatchObject([{ path, line: 5, id: 'CS0246' }]);
  });

  test.each([
    ['samples/Shop.Sample/Sample.cs', 'excluded_path'],
    ['tools/Loose.cs', 'file_not_in_project'],
    ['src/Shop.Core/Shop.Core.csproj', 'not_csharp'],
    ['src/Shop.Core/Nowhere.cs', 'file_not_found'],
  ])('%s: %s', async (path, code) => {
    expect((await ask({ path })).envelope.error?.code).toBe(code);
  });
});

describe('what an edit breaks elsewhere', () => {
  afterAll(restore);
  const order = `${core}/Orders/Order.cs`;
  const declared = 'public OrderStatus Status';
  let before = '';
  let broken = '';
  let uses: string[] = [];

  test('is found in the files of all dependents, and is new since an earlier answer', async () => {
    before = snapshotOf(await ask({}));
    const files = (await bridge.call('references', { symbol: 'Order.Status' })).envelope.data?.['files'] as {
      path: string;
      places: { line: number; column: number; declaration?: true }[];
    }[];
    uses = files.flatMap(({ path, places: all }) =>
      all.flatMap(({ line, column, declaration }) => (declaration ? [] : [`${path}:${line}:${column}`])),
    );
    expect(new Set(uses.map((use) => use.split('/')[1])).size).toBeGreaterThan(2);
    edit(order, declared, 'public OrderStatus State');
    const answer = await ask({ severity: 'error', since: before });
    broken = snapshotOf(answer);
    expect(places(answer)).toEqual(uses.toSorted());
    expect(rowsOf(answer).every(({ change, id }) => change === 'new' && id === 'CS1061')).toBe(true);
    expect(answer.envelope.data).toMatchObject({
      scope: 'solution',
      projects: { known: 4, all: 4 },
      since: { snapshotId: before, new: uses.length, gone: 0, remaining: 0 },
    });
  });

  test('is told without counting what was there before, whose lines may have moved', async () => {
    const field = `${core}/Storage/InMemoryOrderRepository.cs`;
    edit(field, 'private int _unused', '\n    private int _unused');
    const answer = await ask({ since: before });
    expect(answer.envelope.data).toMatchObject({ since: { new: uses.length, gone: 0, remaining: 1 } });
    expect(answer.text).toStartWith(
      `solution, since ${before}: ${uses.length} new, 0 gone, 1 remaining; now ${uses.length} errors, 1 warning in 4 projects`,
    );
    edit(field, '\n    private int _unused', 'private int _unused');
  });

  test('comes by file or by id where the budget is short, and in pages that joined are the whole', async () => {
    const short = await ask({ severity: 'error', maxTokens: 500 });
    expect(tokensOf(short.text)).toBeLessThanOrEqual(500);
    expect(tokensOf(JSON.stringify(short.envelope))).toBeLessThanOrEqual(500);
    expect(short.envelope.data).toMatchObject({
      total: uses.length,
      ids: [{ id: 'CS1061', severity: 'error', count: uses.length }],
    });
    expect(short.envelope.warnings).toContainEqual({ code: 'limit_reached', message: expect.any(String) });
    const rows: string[] = [];
    let pages = 0;
    for (let cursor = short.envelope.data?.['cursor']; cursor !== undefined; pages += 1) {
      const page = await ask({ severity: 'error', maxTokens: 500, cursor });
      expect(tokensOf(JSON.stringify(page.envelope))).toBeLessThanOrEqual(500);
      rows.push(...places(page));
      cursor = page.envelope.data?.['cursor'];
    }
    expect(pages).toBeGreaterThan(1);
    expect(rows.sort()).toEqual(uses.toSorted());
  });

  test('can be narrowed to ids, a folder or a project', async () => {
    const all = await ask({ severity: 'error' });
    const inTests = places(all).filter((each) => each.startsWith('test/'));
    expect(places(await ask({ severity: 'error', inPath: 'test' }))).toEqual(inTests);
    expect(places(await ask({ severity: 'error', inProject: 'Shop.Tests' }))).toEqual(inTests);
    expect(places(await ask({ severity: 'error', scope: 'project', inProject: 'Shop.Tests' }))).toEqual(inTests);
    expect(places(await ask({ scope: 'project', path: 'test/Shop.Tests/Shop.Tests.csproj' }))).toEqual(inTests);
    expect(await dataOf({ severity: 'error', ids: ['CS0246'] })).toMatchObject({ total: 0 });
  });

  test('is what scope changed asks for: the projects of changed files and their dependents', async () => {
    const answer = await ask({ scope: 'changed', severity: 'error' });
    expect(places(answer)).toEqual(uses.toSorted());
    expect(answer.envelope.data).toMatchObject({
      projects: { known: 4, all: 4 },
      changed: { files: 1, projects: ['src/Shop.Core/Shop.Core.csproj'] },
    });
    expect(answer.text).toContain('in 4 projects (1 changed file of src/Shop.Core/Shop.Core.csproj, and what depends on it)');
  });

  test('is gone after a repair', async () => {
    edit(order, 'public OrderStatus State', `\n${declared}`);
    const answer = await ask({ severity: 'error', since: broken });
    expect(answer.envelope.data).toMatchObject({
      total: uses.length,
      counts: { error: 0 },
      since: { new: 0, gone: uses.length, remaining: 0 },
    });
    expect(places(answer)).toEqual(uses.toSorted());
    expect(answer.text).toMatch(/\n  [\d: ]+ gone error CS1061 /);
    edit(order, `\n${declared}`, declared);
    expect(await dataOf({ severity: 'error', since: before })).toMatchObject({
      total: 0,
      since: { new: 0, gone: 0, remaining: 0 },
    });
  });
});

describe('what has changed since the last commit', () => {
  afterEach(restore);
  const changed = async () =>
    (await dataOf({ scope: 'changed' })) as { projects: object; changed: { files: number; projects: string[] } };

  test('nothing', async () => {
    expect(await changed()).toMatchObject({ total: 0, projects: { known: 0, all: 0 }, changed: { files: 0, projects: [] } });
    expect((await ask({ scope: 'changed' })).text).toContain(
      '(nothing that a project is made of has changed since the last commit)',
    );
  });

  test('a project that nothing depends on; files that no project is made of do not count', async () => {
    writeFileSync(join(workspace, 'README.md'), 'changed\n');
    writeFileSync(join(workspace, 'tools', 'Loose.cs'), 'class Other { }\n');
    edit('test/Shop.Tests/Check.cs', 'namespace Shop.Tests', '\nnamespace Shop.Tests');
    expect(await changed()).toMatchObject({
      projects: { known: 1, all: 1 },
      changed: { files: 1, projects: ['test/Shop.Tests/Shop.Tests.csproj'] },
    });
  });

  test('a deleted file: who used it is told', async () => {
    const file = `${core}/Orders/OrderExtensions.cs`;
    rmSync(join(workspace, file));
    const answer = await ask({ scope: 'changed', severity: 'error' });
    expect(answer.envelope.data).toMatchObject({ changed: { files: 1, projects: ['src/Shop.Core/Shop.Core.csproj'] } });
    expect(rowsOf(answer).length).toBeGreaterThan(0);
    expect(new Set(rowsOf(answer).map(({ path }) => path))).not.toContain(file);
    await restore();
    expect(await changed()).toMatchObject({ total: 0, changed: { files: 0 } });
  });

  test('a new file, and one that two projects compile', async () => {
    writeFileSync(join(workspace, 'src/Shop.App/New.cs'), 'class New { Nowhere? n; }\n');
    const own = ['src/Shop.App/Shop.App.csproj'];
    expect(rowsOf(await ask({ scope: 'changed', severity: 'error' }))).toMatchObject([
      { path: 'src/Shop.App/New.cs', id: 'CS0246' },
    ]);
    expect(await changed()).toMatchObject({ changed: { files: 1, projects: own } });
    rmSync(join(workspace, 'src/Shop.App/New.cs'));
    edit('src/Shared/Ensure.cs', 'namespace', '\nnamespace');
    expect(await changed()).toMatchObject({
      projects: { all: 4 },
      changed: { files: 1, projects: [...own, 'src/Shop.Core/Shop.Core.csproj'] },
    });
  });

  test('a file that decides about all projects below it', async () => {
    writeFileSync(join(workspace, 'src', '.editorconfig'), 'root = true\n[*.cs]\ndotnet_diagnostic.CS0169.severity = error\n');
    const answer = await ask({ scope: 'changed' });
    expect(answer.envelope.data).toMatchObject({
      projects: { all: 4 },
      changed: { files: 1, projects: ['src/Shop.App/Shop.App.csproj', 'src/Shop.Core/Shop.Core.csproj'] },
    });
    expect(rowsOf(answer)).toMatchObject([{ id: 'CS0169', severity: 'error' }]);
  });
});

test('analyzers run on request, and only then', async () => {
  const without = await ask({ severity: 'hint' });
  const withThem = await ask({ severity: 'hint', includeAnalyzers: true });
  expect(rowsOf(without).filter(({ id }) => id.startsWith('CA'))).toEqual([]);
  expect(rowsOf(withThem).filter(({ id }) => id === 'CA1822').length).toBeGreaterThan(0);
  expect(withThem.envelope.data).toMatchObject({ analyzers: true });
  expect(withThem.text).toStartWith('solution, with analyzers: ');
  const path = 'test/Shop.Tests/MoneyTests.cs';
  const both = await Promise.all([
    ask({ path, severity: 'information', includeAnalyzers: true }),
    ask({ path, severity: 'information' }),
    ask({ path: `${core}/Money.cs`, severity: 'hint', includeAnalyzers: true }),
    ask({ path: `${core}/Money.cs`, severity: 'hint' }),
  ]);
  expect(both.map((answer) => rowsOf(answer).map(({ id }) => id))).toEqual([['CA1822'], [], ['CA1036'], []]);
  expect(rowsOf(await ask({ severity: 'hint' }))).toEqual(rowsOf(without));
});

test('problems in an excluded folder are counted, and shown to who asks about it', async () => {
  const all = await ask({});
  expect(all.envelope.warnings).toEqual([
    {
      code: 'excluded_folders',
      message: '1 problem (0 errors; CS0618) in excluded folders (samples), as of the last load, are left out',
    },
  ]);
  const there = await ask({ inPath: 'samples' });
  expect(rowsOf(there)).toMatchObject([{ path: 'samples/Shop.Sample/Sample.cs', id: 'CS0618' }]);
  expect(there.envelope.warnings).toEqual([{ code: 'excluded_folders', message: expect.stringContaining('samples') }]);
});

describe('a comparison', () => {
  afterEach(restore);
  test.each([
    ['with the last commit', { since: 'HEAD' }, 'feature_unavailable'],
    ['with a snapshot that nobody knows', { since: 'f1e2d3c4' }, 'snapshot_mismatch'],
  ])('%s is refused', async (_, args, code) => {
    expect((await ask(args)).envelope.error?.code).toBe(code);
  });

  test('with an answer that was about something else is refused; with one about everything it is possible', async () => {
    edit(`${core}/Money.cs`, 'namespace', '\nnamespace');
    const one = snapshotOf(await ask({ path: `${core}/Money.cs` }));
    edit(`${core}/Money.cs`, '\nnamespace', '\n\nnamespace');
    expect((await ask({ since: one })).envelope.error).toMatchObject({ code: 'snapshot_mismatch' });
    expect((await ask({ path: `${core}/Catalog/Stock.cs`, since: one })).envelope.error?.code).toBe('snapshot_mismatch');
    expect(await dataOf({ path: `${core}/Money.cs`, since: one })).toMatchObject({ since: { new: 0, gone: 0, remaining: 0 } });
    const all = snapshotOf(await ask({}));
    edit(`${core}/Money.cs`, '\n\nnamespace', '\n\n\nnamespace');
    expect(await dataOf({ path: `${core}/Storage/InMemoryOrderRepository.cs`, since: all })).toMatchObject({
      since: { new: 0, gone: 0, remaining: 1 },
    });
  });

  test('reaches back to the last five', async () => {
    const known: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      writeFileSync(join(workspace, core, 'Extra.cs'), `class Extra${at} { }\n`);
      known.push(snapshotOf(await ask({ path: `${core}/Extra.cs` })));
    }
    expect(new Set(known).size).toBe(7);
    const codes: (string | undefined)[] = [];
    for (const since of known) codes.push((await ask({ path: `${core}/Extra.cs`, since })).envelope.error?.code);
    expect(codes).toEqual(['snapshot_mismatch', ...Array.from({ length: 6 }, () => undefined)]);
  });
});

test.each<[Readonly<Record<string, unknown>>, string]>([
  [{ scope: 'file' }, 'scope file needs path'],
  [{ scope: 'solution', path: 'a.cs' }, 'inPath narrows scope solution'],
  [{ path: 'a.cs', inPath: 'src' }, 'path is one file'],
  [{ scope: 'project', path: 'a.cs', inProject: 'A' }, 'give either path or inProject'],
  [{ scope: 'project' }, 'scope project needs path'],
  [{ scope: 'project', inProject: 'Nowhere' }, "no loaded project is 'Nowhere'"],
  [{ inPath: 'nowhere' }, "no source file lies in 'nowhere'"],
])('%j is refused', async (args, why) => {
  expect((await ask(args)).envelope.error).toMatchObject({ code: 'invalid_arguments', message: expect.stringContaining(why) });
});
