/** The comparison of problems with right answers must be able to fail; what it is fed here is made up. */
import { expect, test } from 'bun:test';
import { type DiagsCase, type DiagsPage, asDiagsCase, compareDiags, diagsAsking } from '../tools/diags-case.ts';

const at = (file: string, line: number, severity = 'warning', id = 'CS1') => ({
  id,
  severity,
  file,
  line,
  col: 3,
  message: `m ${line}`,
});
const truth = (diagnostics: DiagsCase['expected']['diagnostics'], input: DiagsCase['input'] = { min: 'warning' }): DiagsCase => ({
  id: 't/diags',
  kind: 'diags',
  tags: [],
  input,
  expected: { count: diagnostics.length, diagnostics },
});
type Row = ReturnType<typeof at>;
const page = (rows: readonly Row[], more: Partial<DiagsPage> = {}): DiagsPage => ({
  total: rows.length,
  projects: { known: 2, all: 2 },
  files: rows.map(({ file, col: column, ...row }) => ({ path: file, problems: [{ ...row, column }] })),
  ...more,
});
const right = [at('a.cs', 1), at('b/b.cs', 2, 'error')];
const compared = (pages: readonly DiagsPage[], warnings: readonly string[] = [], wanted = truth(right)): string[] =>
  compareDiags(wanted, pages, warnings).map(({ what, text }) => `${what} ${text}`);

test.each<[string, DiagsPage[], string[]]>([
  ['the right problems', [page(right)], []],
  [
    'in pages, the first of them without rows',
    [page([], { total: 2 }), page(right.slice(0, 1), { total: 2 }), page(right.slice(1), { total: 2 })],
    [],
  ],
  ['one is missing', [page(right.slice(1))], ['missing a.cs:1:3 warning CS1 m 1']],
  ['one too many', [page([...right, at('a.cs', 9)])], ['extra a.cs:9:3 warning CS1 m 9']],
  ['one twice', [page([...right, at('a.cs', 1)])], ['fault a.cs:1:3 warning CS1 m 1 is listed more than once']],
  [
    'another severity',
    [page([at('a.cs', 1, 'error'), at('b/b.cs', 2, 'error')])],
    ['missing a.cs:1:3 warning CS1 m 1', 'extra a.cs:1:3 error CS1 m 1'],
  ],
  ['a wrong total', [page(right, { total: 3 })], ['fault total is said to be 3, and 2 are listed']],
  ['a project of which nothing is known', [page(right, { projects: { known: 1, all: 2 } })], ['fault 1 of 2 projects are known']],
])('%s', (_, pages, differences) => {
  expect(compared(pages)).toEqual(differences);
});

test('what lies in excluded folders is counted, neither more nor less', () => {
  const warned = (count: number): string[] => [
    `excluded_folders: ${count} problem (0 errors) in excluded folders (b, c), as of the last load, are left out`,
  ];
  expect(compared([page(right.slice(0, 1))], warned(1))).toEqual([]);
  expect(compared([page(right.slice(0, 1))])).toEqual(['missing b/b.cs:2:3 error CS1 m 2']);
  expect(compared([page(right.slice(0, 1))], warned(2))).toEqual(['fault 2 are said to be in excluded folders, -1 more are']);
});

test('what has no place is not listed, and that is said', () => {
  const wanted = truth([...right, { id: 'CS5001', severity: 'error', message: 'no Main' }]);
  expect(compared([page(right)], [], wanted)).toEqual(['fault 1 without a place are not mentioned']);
  expect(compared([page(right)], ['partial_answer: something'], wanted)).toEqual([]);
});

test('the question has our words, and names the project', () => {
  expect(diagsAsking(truth([], { min: 'info' })).parameters).toEqual({ scope: 'solution', severity: 'information' });
  expect(diagsAsking(truth([], { min: 'error', project: 'A' })).parameters).toEqual({
    scope: 'project',
    inProject: 'A',
    severity: 'error',
  });
});

test('a malformed case is refused', async () => {
  await expect(asDiagsCase({ ...truth(right), expected: { count: 1, diagnostics: right } })).rejects.toThrow(
    'the count is not that of the list',
  );
  await expect(asDiagsCase({ ...truth(right), input: {} })).rejects.toThrow('input.min is missing');
});
