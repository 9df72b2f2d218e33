/** How problems are worded, in pages and in fewer words. */
import { describe, expect, test } from 'bun:test';
import { tokensOf } from '../../src/answer/budget.ts';
import { type DiagnosticsAnswer, type ProblemRow, diagnosticsPage, inOrder, reaches } from '../../src/answer/diagnostics.ts';
import type { Page } from '../../src/answer/page.ts';
import { severities } from '../../src/model/codes.ts';
import type { CodeProblem } from '../../src/model/diagnostics.ts';
import { limitWords } from '../support/limits.ts';

const beside = { limits: limitWords, besideData: 300, besideText: 0 };
const cursorAt = (offset: number): string => `next-${offset}`;

const many: CodeProblem[] = Array.from({ length: 120 }, (_, at) => ({
  path: `a${Math.floor(at / 20)}.cs`,
  line: at + 1,
  column: 3,
  severity: severities[at % 4] ?? 'error',
  id: `CS${1000 + (at % 10)}`,
  message: `The name 'größe${'y'.repeat(at % 30)}' does not exist`,
}));

interface Asked extends Partial<DiagnosticsAnswer> {
  readonly limit?: number;
}

function page(rows: readonly ProblemRow[], { limit = 200, severity = 'hint', offset = 0, ...more }: Asked = {}): Page {
  const all = rows.filter((each) => reaches(each.severity, severity));
  const asked: DiagnosticsAnswer = {
    scope: 'solution',
    name: undefined,
    severity,
    problems: rows,
    all,
    projects: { known: 4, all: 4 },
    changed: undefined,
    analyzers: false,
    generated: 0,
    complete: true,
    causes: [],
    since: undefined,
    snapshotId: 'now',
    continued: offset > 0,
    rows: all.slice(offset, offset + limit),
    offset,
    rowCount: all.length,
    cursorAt,
    maxTokens: 8000,
    ...beside,
    ...more,
  };
  const answer = diagnosticsPage(asked);
  const text = answer.text.replace('\n(snapshot now, for since)', '');
  // Whoever asked about more than a file can compare a later answer with this one.
  expect(text === answer.text).toBe(asked.scope === 'file');
  return { ...answer, text };
}

const inFile = { scope: 'file', name: 'a.cs', projects: undefined } as const;

function keeps({ text, data }: Page, maxTokens: number): void {
  expect(tokensOf(text)).toBeLessThanOrEqual(maxTokens);
  expect(tokensOf(JSON.stringify(data)) + Math.ceil(beside.besideData / 4)).toBeLessThanOrEqual(maxTokens);
}

type FileData = { readonly path: string; readonly problems: readonly Omit<CodeProblem, 'path'>[] };
const rowsOf = ({ data }: Page): CodeProblem[] =>
  ((data['files'] ?? []) as FileData[]).flatMap(({ path, problems }) => problems.map((each) => ({ path, ...each })));

describe('pages', () => {
  test.each([500, 700, 900, 5000])('joined are the whole, in %d tokens', (maxTokens) => {
    const rows: CodeProblem[] = [];
    const lines: string[] = [];
    for (let left = 1; left > 0;) {
      const shown = page(many, { offset: rows.length, limit: 50, maxTokens, continued: true });
      keeps(shown, maxTokens);
      expect(rowsOf(shown).length).toBeGreaterThan(0);
      expect(shown.data['total']).toBe(many.length);
      rows.push(...rowsOf(shown));
      lines.push(...shown.text.split('\n').filter((line) => line.startsWith('  ')));
      left = shown.left;
      expect(shown.data['cursor']).toBe(left > 0 ? cursorAt(rows.length) : undefined);
      if (left > 0)
        expect(shown.text).toEndWith(`\n${left} more beyond ${shown.by}: repeat the call with cursor ${cursorAt(rows.length)}`);
    }
    expect(rows).toEqual(many);
    expect(lines).toEqual(many.map(({ line, severity, id, message }) => `  ${line}:3 ${severity} ${id} ${message}`));
  });

  test('counts stand on the first one only, and what does not fit is counted by file and id, then by id', () => {
    const full = page(many, { maxTokens: 50_000 });
    expect(full.text.split('\n').slice(0, 3)).toEqual([
      'solution: 30 errors, 30 warnings, 30 information, 30 hints in 4 projects',
      'errors: CS1000 ×6, CS1002 ×6, CS1004 ×6, CS1006 ×6, CS1008 ×6; warnings: CS1001 ×6, CS1003 ×6, CS1005 ×6, CS1007 ×6, CS1009 ×6; ' +
        'information: CS1000 ×6, CS1002 ×6, CS1004 ×6, CS1006 ×6, CS1008 ×6; hints: CS1001 ×6, CS1003 ×6, CS1005 ×6, CS1007 ×6, CS1009 ×6',
      'a0.cs',
    ]);
    expect(full.left).toBe(0);
    const byFile = page(many, { maxTokens: 2500 });
    keeps(byFile, 2500);
    expect(byFile).toMatchObject({ left: 120, data: { cursor: cursorAt(0), total: 120 } });
    expect(byFile.text.split('\n')[2]).toStartWith('a0.cs  errors: CS1000');
    expect((byFile.data['files'] as { ids: object[] }[])[0]?.ids).toContainEqual({
      id: 'CS1000',
      severity: 'error',
      count: 1,
    });
    const byId = page(many, { maxTokens: 600 });
    keeps(byId, 600);
    expect(byId.data).not.toHaveProperty('files');
    expect((byId.data['ids'] as { count: number }[]).reduce((sum, { count }) => sum + count, 0)).toBe(120);
    expect(byId.text).toEndWith(`or repeat the call with cursor ${cursorAt(0)}`);
  });

  test('show a row that is larger than the budget all the same, so that they advance', () => {
    const huge = many.map((each) => ({ ...each, message: 'x '.repeat(5000), path: 'p'.repeat(3000) })).slice(0, 3);
    const shown = page(huge, { maxTokens: 500, continued: true });
    expect(shown).toMatchObject({ left: 2, data: { cursor: cursorAt(1) } });
    expect(rowsOf(shown)[0]?.message).toHaveLength(501);
  });
});

describe('the header', () => {
  const head = (shown: Page): string | undefined => shown.text.split('\n')[0];

  test('counts all; what is less severe is counted and not shown', () => {
    const warning = page(many.slice(0, 5), { ...inFile, severity: 'warning' });
    expect(head(warning)).toBe('a.cs: 2 errors, 1 warning (not shown: 1 of severity information, 1 of severity hint)');
    expect(warning.data).toMatchObject({
      scope: 'file',
      path: 'a.cs',
      total: 3,
      counts: { error: 2, warning: 1, information: 1, hint: 1 },
    });
    expect(head(page(many.slice(0, 4), inFile))).toBe('a.cs: 1 error, 1 warning, 1 information, 1 hint');
    expect(page(many, { limit: 1 }).text).toStartWith(
      'solution: 30 errors, 30 warnings, 30 information, 30 hints in 4 projects, rows 1–1 of 120\n',
    );
  });

  test.each<[string, Asked]>([
    ['a.cs: 0 errors', { ...inFile, severity: 'error' }],
    ['solution: 0 errors, 0 warnings in 4 projects', { severity: 'warning' }],
    ['solution: 0 errors in 3 of 4 projects', { severity: 'error', projects: { known: 3, all: 4 } }],
    [
      'A/A.csproj: 0 errors in 1 project',
      { scope: 'project', name: 'A/A.csproj', projects: { known: 1, all: 1 }, severity: 'error' },
    ],
    ['a.cs, with analyzers: 0 errors', { ...inFile, severity: 'error', analyzers: true }],
    [
      'changed: 0 errors in 3 projects (2 changed files of A/A.csproj, B/B.csproj, and what depends on it)',
      {
        scope: 'changed',
        severity: 'error',
        projects: { known: 3, all: 3 },
        changed: { files: 2, projects: ['A/A.csproj', 'B/B.csproj'] },
      },
    ],
    [
      'changed: 0 errors in 0 projects (nothing that a project is made of has changed since the last commit)',
      { scope: 'changed', severity: 'error', projects: { known: 0, all: 0 }, changed: { files: 0, projects: [] } },
    ],
  ])('%s', (text, asked) => {
    expect(page([], asked).text).toBe(text);
  });

  test('what many errors come of comes first', () => {
    const shown = page(many.slice(0, 1), { causes: [{ message: 'A/A.csproj was never restored', errors: 7 }] });
    expect(shown.text).toStartWith('7 errors of one cause: A/A.csproj was never restored\nsolution: 1 error');
    expect(shown.data).toMatchObject({ causes: [{ message: 'A/A.csproj was never restored', errors: 7 }] });
  });

  test('a quick answer about a file says what it leaves out, unless that would not have been shown', () => {
    expect(page([], { ...inFile, severity: 'warning', complete: false }).text.split('\n')[1]).toMatch(
      /^\(unused fields .* scope project\)$/,
    );
    expect(page([], { ...inFile, severity: 'warning', complete: false }).data).toMatchObject({ complete: false });
    expect(page([], { ...inFile, severity: 'error', complete: false }).text).toBe('a.cs: 0 errors');
  });
});

describe('rows', () => {
  const at = (line: number, more: Partial<ProblemRow> = {}): ProblemRow => ({
    path: 'a.cs',
    line,
    column: 1,
    severity: 'error',
    id: 'CS0246',
    message: "'X' is missing",
    ...more,
  });

  test('that are alike stand in one line; a message is one line, however it is written', () => {
    const rows = [at(1), at(2, { message: 'a\n  warning b' }), at(3, { column: 7 })];
    expect(page(rows).text.split('\n').slice(2)).toEqual([
      'a.cs',
      "  1:1 3:7 error CS0246 'X' is missing",
      '  2:1 error CS0246 a warning b',
    ]);
    expect(rowsOf(page(rows))).toHaveLength(3);
  });

  test('of files that the build writes are marked', () => {
    const shown = page([at(1, { path: 'obj/g.cs', generated: true })]);
    expect(shown.text).toContain('\nobj/g.cs (written by the build)\n');
    expect(shown.data['files']).toMatchObject([{ path: 'obj/g.cs', generated: true }]);
  });

  test('of a comparison say what became of them', () => {
    const rows = [at(1, { change: 'new' }), at(9, { change: 'gone', severity: 'warning' })];
    const shown = page(rows, { problems: [at(1), at(4)], since: { snapshotId: 'S', remaining: 1 } });
    expect(shown.text.split('\n')).toEqual([
      'solution, since S: 1 new, 1 gone, 1 remaining; now 2 errors, 0 warnings, 0 information, 0 hints in 4 projects',
      'new errors: CS0246; gone warnings: CS0246',
      'a.cs',
      "  1:1 new error CS0246 'X' is missing",
      "  9:1 gone warning CS0246 'X' is missing",
    ]);
    expect(shown.data).toMatchObject({ since: { snapshotId: 'S', new: 1, gone: 1, remaining: 1 }, total: 2 });
  });

  test('come by file, errors first, and what has another cause last', () => {
    const rows = [
      at(2, { path: 'b.cs', severity: 'warning' }),
      at(1, { path: 'a.cs' }),
      at(9, { path: 'c.cs', id: 'CS1' }),
      at(1, { path: 'c.cs', severity: 'hint' }),
    ];
    const order = inOrder(rows, (row) => row.path === 'a.cs').map(({ path, line }) => `${path}:${line}`);
    expect(order).toEqual(['c.cs:1', 'c.cs:9', 'b.cs:2', 'a.cs:1']);
  });
});
