/**
 * The tool that holds the bridge against right answers must itself be able to fail: these tests show it wrong answers. What
 * they feed it is made up, so they need neither a binary nor a language server.
 */
import { describe, expect, test } from 'bun:test';
import { definitionTruth, envelope, page, right, rows, symbolsTruth, truth } from './support/cases.ts';
import { collectReferences } from './tools/asking.ts';
import { definitionAskings, referencesAskings } from './tools/case-kinds.ts';
import { runCases } from './tools/case-run.ts';
import { compareDefinition, compareReferences, compareSymbols, isExcused, type ReferencesPage } from './tools/comparison.ts';

const compared = (places: readonly string[]): string[] =>
  compareReferences(truth(), [page(places)]).map(({ what, text }) => `${what} ${text}`);

describe('comparison', () => {
  test.each([
    ['the right places', right, []],
    ['with the optional places, too', [...right, 'c.cs:4:9', 'd.cs:5:1'], []],
    ['a reference is missing', ['!a.cs:1:1', 'a.cs:2:5'], ['missing b.cs:3:7']],
    ['a reference too many', [...right, 'b.cs:9:9'], ['extra b.cs:9:9']],
    ['a column beside', ['!a.cs:1:1', 'a.cs:2:6', 'b.cs:3:7'], ['missing a.cs:2:5', 'extra a.cs:2:6']],
    ['the declaration is missing', ['a.cs:2:5', 'b.cs:3:7'], ['missing a.cs:1:1 (declaration)']],
    ['a declaration too many', [...right, '!b.cs:1:1'], ['extra b.cs:1:1 (declaration)']],
    [
      'a reference marked as declaration',
      ['!a.cs:1:1', '!a.cs:2:5', 'b.cs:3:7'],
      ['missing a.cs:2:5', 'extra a.cs:2:5 (declaration)'],
    ],
    ['a place twice', [...right, 'b.cs:3:7'], ['fault b.cs:3:7 is listed more than once']],
    ['nothing', [], ['missing a.cs:2:5', 'missing b.cs:3:7', 'missing a.cs:1:1 (declaration)']],
  ])('%s', (_, places, differences) => {
    expect(compared(places)).toEqual(differences);
  });

  test('pages are judged together', () => {
    const whole = { total: 2, declarations: 1, fileCount: 2 };
    expect(compareReferences(truth(), [page(['!a.cs:1:1', 'a.cs:2:5'], whole), page(['b.cs:3:7'], whole)])).toEqual([]);
    const again = compareReferences(truth(), [page(right, whole), page(['b.cs:3:7'], whole)]);
    expect(again.map(({ text }) => text)).toEqual([
      'b.cs:3:7 is listed more than once',
      'total is said to be 2, and 3 are listed',
    ]);
  });

  test.each<[string, Partial<ReferencesPage>]>([
    ['total is said to be 3, and 2 are listed', { total: 3 }],
    ['declarations is said to be 0, and 1 are listed', { declarations: 0 }],
    ['fileCount is said to be 1, and 2 are listed', { fileCount: 1 }],
  ])('a wrong count: %s', (text, said) => {
    expect(compareReferences(truth(), [page(right, said)])).toEqual([{ what: 'fault', text }]);
  });

  test('the counts of two pages must agree', () => {
    const first = page(['!a.cs:1:1', 'a.cs:2:5'], { total: 2, fileCount: 2 });
    const second = page(['b.cs:3:7'], { total: 5, declarations: 1, fileCount: 2 });
    const text = 'total is said to be 2, then 5, and 2 are listed';
    expect(compareReferences(truth(), [first, second])).toEqual([{ what: 'fault', text }]);
  });
});

test.each([
  ['not seen: src/b.cs:3, maybe more', 'src/b.cs:3', true],
  ['not seen: src/b.cs:3:7', 'src/b.cs:3', true],
  ['not seen: src/b.cs:33', 'src/b.cs:3', false],
  ['not seen: src/b.cs:33 and src/b.cs:3', 'src/b.cs:3', true],
  ['not seen: other/src/b.cs:3', 'src/b.cs:3', false],
  ['some places may be missing in src/b.cs', 'src/b.cs:3', false],
])('a warning excuses the place that it names, and no other: %s', (warning, place, excused) => {
  expect(isExcused({ what: 'missing', text: `${place}:7`, place }, [warning])).toBe(excused);
  expect(isExcused({ what: 'fault', text: `${place}:7` }, [warning])).toBe(false);
});

describe('comparison of declarations', () => {
  const whole = ['a.cs:1:1', 'b.cs:2:2'];
  const texts = (differences: readonly { what: string; text: string }[]) =>
    differences.map(({ what, text }) => `${what} ${text}`);

  test.each([
    ['both parts', whole, []],
    ['one part', ['a.cs:1:1'], ['missing b.cs:2:2']],
    ['a part too many', [...whole, 'c.cs:3:3'], ['extra c.cs:3:3']],
    ['a part twice', [...whole, 'a.cs:1:1'], ['fault a.cs:1:1 is listed more than once']],
    ['nothing', [], ['missing a.cs:1:1', 'missing b.cs:2:2']],
  ])('definition: %s', (_, places, differences) => {
    expect(texts(compareDefinition(definitionTruth(), [{ declarations: rows(places) }]))).toEqual(differences);
  });

  test('definition: an assembly, another one, none, and one too many', () => {
    const compared = (inMetadata: string | undefined, metadata?: { assembly: string }) =>
      texts(
        compareDefinition(definitionTruth(inMetadata), [
          { declarations: rows(inMetadata ? [] : whole), ...(metadata && { metadata }) },
        ]),
      );
    expect(compared('A', { assembly: 'A' })).toEqual([]);
    expect(compared('A', { assembly: 'B' })).toEqual(['fault the assembly is said to be B, it is A']);
    expect(compared('A')).toEqual(['fault the assembly is said to be none, it is A']);
    expect(compared(undefined, { assembly: 'A' })).toEqual(['fault the assembly is said to be A, it is none']);
  });

  test('definition: a second page is a fault', () => {
    const first = { declarations: rows(whole) };
    expect(texts(compareDefinition(definitionTruth(), [first, { declarations: [] }]))).toEqual(['fault 2 pages, one was due']);
  });

  test.each([
    ['all, the namespace having no place', whole, 2, []],
    ['one is missing', ['b.cs:2:2'], 1, ['missing a.cs:1:1']],
    ['one too many', [...whole, 'c.cs:3:3'], 3, ['extra c.cs:3:3']],
    ['one twice', [...whole, 'b.cs:2:2'], 3, ['fault b.cs:2:2 is listed more than once']],
    ['a wrong total', whole, 3, ['fault total is said to be 3, and 2 are listed']],
  ])('symbols: %s', (_, places, total, differences) => {
    expect(texts(compareSymbols(symbolsTruth(), [{ total, symbols: rows(places) }]))).toEqual(differences);
  });

  test('symbols: pages are judged together', () => {
    const pages = [
      { total: 2, symbols: rows(['a.cs:1:1']) },
      { total: 2, symbols: rows(['b.cs:2:2']) },
    ];
    expect(compareSymbols(symbolsTruth(), pages)).toEqual([]);
  });
});

describe('ways of asking', () => {
  const position = { how: 'by position', parameters: { path: 'a.cs', line: 1, column: 1 } };
  const name = { how: 'by name', parameters: { symbol: 'N.T' } };
  const id = { how: 'by documentation id', parameters: { symbol: 'T:N.T' } };

  test('references: by position, name and documentation id, a local function by position only', () => {
    expect(referencesAskings(truth())).toEqual([position, name, id]);
    expect(referencesAskings(truth('local function'))).toEqual([position]);
  });

  test('definition: as the input has it, then by the names of the answer, which an assembly does not have', () => {
    const use = { how: 'by position', parameters: { path: 'c.cs', line: 7, column: 3 } };
    expect(definitionAskings(definitionTruth())).toEqual([use, name, id]);
    expect(definitionAskings(definitionTruth('A'))).toEqual([use]);
    const local = { ...definitionTruth(), expected: { ...definitionTruth().expected, kind: 'local' } };
    expect(definitionAskings(local)).toEqual([use]);
    const named = { ...definitionTruth(), input: { name: 'T:N.T' } };
    expect(definitionAskings(named)).toEqual([{ how: 'by name', parameters: { symbol: 'T:N.T' } }, name]);
  });
});

describe('pages', () => {
  const first = envelope(page(['!a.cs:1:1', 'a.cs:2:5'], { total: 2, fileCount: 2, cursor: 'next' }));
  const last = envelope(page(['b.cs:3:7'], { total: 2, declarations: 1, fileCount: 2 }));
  const collect = (answers: readonly unknown[]) => {
    const asked: unknown[] = [];
    const answer = collectReferences(async (_, parameters) => answers[asked.push(parameters) - 1], { symbol: 'N.T' });
    return answer.then((got) => ({ got, asked }));
  };

  test('the next page is asked for with the same arguments and the cursor', async () => {
    const { got, asked } = await collect([first, last]);
    expect(got).toMatchObject({ ok: true, pages: [first.data, last.data] });
    expect(asked).toEqual([{ symbol: 'N.T' }, { symbol: 'N.T', cursor: 'next' }]);
  });

  test.each([
    ['pages that do not end', [first, first], 'the pages do not end'],
    ['another snapshot', [first, { ...last, snapshot: { snapshotId: 'other' } }], 'different snapshots'],
    ['a failure', [{ ok: false, error: { code: 'symbol_not_found', message: 'no N.T' } }], 'symbol_not_found: no N.T'],
    ['a later failure', [first, { ok: false, error: { code: 'snapshot_mismatch', message: 'changed' } }], 'snapshot_mismatch'],
    ['no envelope', [{ ok: true }], 'data is missing'],
  ])('%s', async (_, answers, problem) => {
    expect((await collect(answers)).got).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });
});

describe('a run', () => {
  const run = (places: readonly string[], warnings: readonly string[] = [], kinds?: readonly string[]) =>
    runCases([truth(), { ...truth(), id: 't/rename', kind: 'rename' }], kinds, async () => envelope(page(places), 's', warnings));

  test('right answers pass; what cannot be run is said and not counted', async () => {
    expect(await run(right)).toEqual({
      passed: true,
      lines: ['not run: 1 of kind rename, this runner cannot ask them yet', '3 of 3 questions answered rightly'],
    });
  });

  test('a wrong answer fails', async () => {
    const { passed, lines } = await run(right.slice(0, 2));
    expect(passed).toBe(false);
    expect(lines).toContain('  missing b.cs:3:7');
    expect(lines.at(-1)).toBe('0 of 3 questions answered rightly');
  });

  test('ten differences of one kind are shown, and the number of the others', async () => {
    const { lines } = await run([...right, ...Array.from({ length: 13 }, (_, index) => `e.cs:${index + 1}:1`)]);
    expect(lines.filter((line) => line.startsWith('  extra '))).toHaveLength(3 * 10);
    expect(lines).toContain('  … and 3 more extra');
  });

  test('nothing run is not a success', async () => {
    expect(await run(right, [], ['symbols'])).toMatchObject({ passed: false });
    expect((await run(right, [], ['rename'])).lines).toContain('kind rename was asked for and cannot be run');
    expect((await run(right, [], ['rename'])).lines).toContain('not run: 1 of kind refs, not asked for');
  });

  test('definition and symbols are run through their tools, and what is said to be something else is a fault', async () => {
    const asked: string[] = [];
    const places = rows(['a.cs:1:1', 'b.cs:2:2']);
    const answer = (tool: string) =>
      tool === 'definition' ? { symbol: 'N.T', declarations: places } : { total: 2, symbols: places };
    const { passed, lines } = await runCases([definitionTruth(), symbolsTruth()], undefined, async (tool, parameters) => {
      asked.push(`${tool} ${JSON.stringify(parameters)}`);
      return envelope(answer(tool));
    });
    expect({ passed, lines }).toEqual({ passed: true, lines: ['4 of 4 questions answered rightly'] });
    expect(asked).toHaveLength(4);
    const nothing = await runCases([symbolsTruth()], undefined, async () => envelope(page([])));
    expect(nothing.passed).toBe(false);
    expect(nothing.lines).toContainEqual(expect.stringContaining('not an envelope of symbols, data.symbols is missing'));
  });

  test('two differences may be excused by the warning that names them, a third may not', async () => {
    const warned = await run(['!a.cs:1:1'], ['not seen: b.cs:3 and a.cs:2']);
    expect(warned.passed).toBe(true);
    expect(warned.lines.slice(0, 2)).toEqual([
      'excused by a warning: missing a.cs:2:5 in t/interface',
      'excused by a warning: missing b.cs:3:7 in t/interface',
    ]);
    const { passed, lines } = await run(['!a.cs:1:1', 'e.cs:1:1'], ['not certain: b.cs:3, a.cs:2, e.cs:1']);
    expect(passed).toBe(false);
    expect(lines).toContain('too many are excused: 3, at most 2 may be');
  });
});
