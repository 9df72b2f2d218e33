/** The wording of references: pages that joined are the whole, budgets that are kept, lines that are cut around a name. */
import { describe, expect, test } from 'bun:test';
import { tokensOf } from '../../src/answer/budget.ts';
import { decodeCursor, encodeCursor } from '../../src/answer/cursor.ts';
import type { Page } from '../../src/answer/page.ts';
import { type ReferencesAnswer, type Row, lineText, referencesPage } from '../../src/answer/references.ts';
import { random } from '../support/random.ts';
import { limitWords } from '../support/limits.ts';

const row = (text: string, line = '', more: Partial<Row> = {}): Row => {
  const [path = '', at, column] = text.split(':');
  return { path, line: Number(at), column: Number(column), declaration: false, excluded: undefined, text: line, ...more };
};

interface Asked {
  readonly limit: number;
  readonly maxTokens: number;
}

const counts = (rows: readonly Row[]) => ({
  ...{ tests: { uses: 0, files: 0 }, production: { uses: 0, files: 0 } },
  uses: rows.filter(({ declaration }) => !declaration),
  declarations: rows.filter(({ declaration }) => declaration).length,
  fileCount: new Set(rows.map(({ path }) => path)).size,
});

function page(rows: readonly Row[], offset: number, { limit, maxTokens }: Asked, more: Partial<ReferencesAnswer> = {}): Page {
  return referencesPage({
    symbol: 'Shop.Order.Total',
    note: undefined,
    ...counts(rows),
    projectOf: (path) => `${path.split('/').slice(0, 2).join('/')}.csproj`,
    elsewhere: 0,
    mentions: { rows: [], listed: false },
    related: [],
    continued: offset > 0,
    rows: rows.slice(offset, offset + limit),
    offset,
    rowCount: rows.length,
    cursorAt: (next) => encodeCursor('snapshot', 'question', next),
    ...{ maxTokens, besideData: 300, besideText: 0, generated: 0, limits: limitWords },
    ...more,
  });
}

/** The rows that a page says, taken from its structure and from its text; both must say the same. */
function said({ data, text }: Page): string[] {
  const files = (data['files'] ?? []) as { path: string; places: { line: number; column: number; declaration?: true }[] }[];
  const structured = files.flatMap(({ path, places }) =>
    places.map(({ line, column, declaration }) => `${path}:${line}:${column}${declaration === true ? '*' : ''}`),
  );
  const columnsOf = (path: string, numbers: string): string[] => {
    const [line, columns = ''] = numbers.split(':');
    return columns.split(',').map((column) => `${path}:${line}:${column}`);
  };
  let path = '';
  const worded = text.split('\n').flatMap((line, at) => {
    const [, numbers] = /^  (\d+:[\d,*]+)(?:  |$)/.exec(line) ?? [];
    if (numbers !== undefined) return columnsOf(path, numbers);
    const [, file = line, places] = /^(.*)  ((?:\d+:[\d,*]+ ?)+)$/.exec(line) ?? [];
    if (at > 0) path = file.replace(' (excluded)', '');
    return places?.split(' ').flatMap((each) => columnsOf(path, each)) ?? [];
  });
  expect(worded).toEqual(structured);
  return structured;
}

const whole = [
  row('src/A/a.cs:3:7', 'class Order', { declaration: true }),
  row('src/A/a.cs:9:5', 'Order(Order o)'),
  row('src/A/a.cs:9:11', 'Order(Order o)'),
  row('samples/b.cs:1:1', 'Order x;', { excluded: 'samples' }),
  { ...row('src/C/c.cs:2:4'), text: undefined },
];
const header = 'Shop.Order.Total: 4 references, 1 declaration (*) in 3 files';

test('a whole answer', () => {
  const { text, data, left } = page(whole, 0, { limit: 100, maxTokens: 8000 });
  expect(left).toBe(0);
  expect(text.split('\n')).toEqual([
    header,
    'src/A/a.cs',
    '  3:7*  class Order',
    '  9:5,11  Order(Order o)',
    'samples/b.cs (excluded)',
    '  1:1  Order x;',
    'src/C/c.cs',
    '  2:4',
  ]);
  expect(data).toEqual({
    symbol: 'Shop.Order.Total',
    note: undefined,
    total: 4,
    declarations: 1,
    fileCount: 3,
    files: [
      {
        path: 'src/A/a.cs',
        places: [
          { line: 3, column: 7, declaration: true, text: 'class Order' },
          { line: 9, column: 5, text: 'Order(Order o)' },
          { line: 9, column: 11 },
        ],
      },
      { path: 'samples/b.cs', excluded: true, places: [{ line: 1, column: 1, text: 'Order x;' }] },
      { path: 'src/C/c.cs', places: [{ line: 2, column: 4 }] },
    ],
  });
});

describe('where the budget is short', () => {
  const long = whole.map((each) => ({ ...each, text: 'x'.repeat(150) }));
  const asked = (maxTokens: number, more: Partial<ReferencesAnswer> = {}): Page => page(long, 0, { limit: 100, maxTokens }, more);

  test('places come without their text', () => {
    const { text, data, left } = asked(200);
    expect(left).toBe(0);
    expect(text.split('\n')).toEqual([header, 'src/A/a.cs  3:7* 9:5,11', 'samples/b.cs (excluded)  1:1', 'src/C/c.cs  2:4']);
    expect(JSON.stringify(data)).not.toContain('text');
  });

  test('then counts by file, whose cursor begins with the first place', () => {
    const { text, data, left } = asked(155);
    expect(left).toBe(5);
    expect(text.split('\n')).toEqual([
      header,
      '2  src/A/a.cs',
      '1  samples/b.cs',
      '1  src/C/c.cs',
      `the places do not fit maxTokens 8000: narrow with inPath or inProject, or repeat the call with cursor ${data['cursor']}`,
    ]);
    expect(data['counts']).toEqual([
      { path: 'src/A/a.cs', count: 2 },
      { path: 'samples/b.cs', count: 1 },
      { path: 'src/C/c.cs', count: 1 },
    ]);
    expect(decodeCursor(String(data['cursor']), 'snapshot', 'question')).toBe(0);
  });

  test('then counts by project', () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(`src/A/file${at}.cs:1:1`, 'x'));
    expect(page(rows, 0, { limit: 100, maxTokens: 500 }).data['counts']).toEqual([{ project: 'src/A.csproj', count: 60 }]);
  });

  test('a page that was asked for by a cursor has places, as many as fit', () => {
    const { data, left } = asked(150, { continued: true });
    expect(data['files']).toHaveLength(1);
    expect(left).toBeGreaterThan(0);
  });

  test('warnings count in the text, too', () => {
    expect(JSON.stringify(asked(8000, { besideText: 4 * 7950 }).data)).not.toContain('text');
  });
});

test('lines around a use, each once', () => {
  const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const around = (line: number) => ({ around: { first: line - 1, lines: lines.slice(line - 2, line + 1) } });
  const rows = [row('a.cs:2:1', 'b', around(2)), row('a.cs:3:1', 'c', around(3)), row('a.cs:8:1', 'h', around(8))];
  const { text, data } = page(rows, 0, { limit: 9, maxTokens: 8000 }, { elsewhere: 2 });
  const shown = '  1-  a\n  2:1  b\n  3:1  c\n  4-  d\n  --\n  7-  g\n  8:1  h\n  9-  i';
  expect(text).toBe(
    `Shop.Order.Total: 3 references, 0 declarations (*) in 1 file (2 more, left out by the filters)\na.cs\n${shown}`,
  );
  expect(data).toMatchObject({ elsewhere: 2, files: [{ places: [{ firstLine: 1, lines: 'a\nb\nc' }, {}, {}] }] });
});

test('none, and one of each', () => {
  const nothing = page([], 0, { limit: 100, maxTokens: 500 });
  expect(nothing.text).toBe('Shop.Order.Total: 0 references, 0 declarations (*) in 0 files');
  expect(nothing.data).toMatchObject({ total: 0, declarations: 0, fileCount: 0, files: [] });
  expect(nothing.data).not.toHaveProperty('cursor');
  const one = page([row('a.cs:1:1')], 0, { limit: 100, maxTokens: 500 });
  expect(one.text.split('\n')[0]).toBe('Shop.Order.Total: 1 reference, 0 declarations (*) in 1 file');
});

test('a page says which rows it has, and how to get the next', () => {
  const rows = Array.from({ length: 7 }, (_, at) => row(`a.cs:${at + 1}:1`));
  const { text, data, left } = page(rows, 3, { limit: 2, maxTokens: 500 });
  expect(left).toBe(2);
  expect(text).toStartWith('Shop.Order.Total: 7 references, 0 declarations (*) in 1 file, rows 4–5 of 7\n');
  expect(text).toEndWith(`\n2 more beyond limit 200: repeat the call with cursor ${data['cursor']}`);
});

describe('over random answers', () => {
  const dice = random(20261130);
  const letters = ['a', 'ü', '数', '🛒', ' ', '\\', '"', '\u0007', '\u2028'] as const;
  const word = (most: number): string => Array.from({ length: dice.below(most) }, () => dice.pick(letters)).join('');

  function rowsOf(count: number): Row[] {
    const rows: Row[] = [];
    let [file, line, column, text] = [0, 1, 1, ''];
    for (let at = 0; at < count; at += 1) {
      const step = dice.below(4);
      if (step === 0) [file, line] = [file + 1, 1];
      if (step > 0) line += dice.below(3);
      const last = rows.at(-1);
      const path = `src/${file}/ü ${'p'.repeat(file % 60)}.cs`;
      const same = last?.path === path && last.line === line;
      column = same ? column + 1 + dice.below(5) : 1 + dice.below(99);
      text = same ? text : word(dice.pick([10, 60, 300]));
      const shown = lineText(text, column);
      rows.push(row(`${path}:${line}:${column}`, shown, { declaration: dice.below(9) === 0 }));
    }
    return rows;
  }

  test('pages joined are the whole, for every limit and budget; every page keeps its budget, but for a single row', () => {
    for (let round = 0; round < 120; round += 1) {
      const rows = rowsOf(dice.below(200));
      const asked = { limit: 1 + dice.below(dice.pick([3, 50, 5000])), maxTokens: 500 + dice.below(dice.pick([1, 400, 8000])) };
      const besideData = 100 + dice.below(600);
      const joined: string[] = [];
      let turns = 0;
      for (let offset = 0; ; turns += 1) {
        const answer = page(rows, offset, asked, { besideData, continued: turns > 0 });
        const { text, data, left } = answer;
        const shown = said(answer);
        joined.push(...shown);
        expect(shown.length).toBeLessThanOrEqual(asked.limit);
        if (shown.length !== 1) {
          expect(tokensOf(text)).toBeLessThanOrEqual(asked.maxTokens);
          expect(tokensOf(JSON.stringify(data)) + Math.ceil(besideData / 4)).toBeLessThanOrEqual(asked.maxTokens);
        }
        const { uses, declarations, fileCount } = counts(rows);
        expect(data).toMatchObject({ total: uses.length, declarations, fileCount });
        expect(left).toBe(rows.length - offset - shown.length);
        if (data['cursor'] === undefined) break;
        if (data['counts'] === undefined) expect(shown.length).toBeGreaterThan(0);
        offset = decodeCursor(String(data['cursor']), 'snapshot', 'question');
      }
      const due = rows.map((each) => `${each.path}:${each.line}:${each.column}${each.declaration ? '*' : ''}`);
      expect(joined).toEqual(due);
      expect(turns).toBeLessThanOrEqual(rows.length);
    }
  });

  test('a page is not smaller than it has to be', () => {
    for (let round = 0; round < 40; round += 1) {
      const rows = rowsOf(50);
      const asked = { limit: 5000, maxTokens: 500 + dice.below(1500) };
      const answer = page(rows, 0, asked, { continued: true });
      if (answer.left === 0) continue;
      const more = page(rows, 0, { limit: said(answer).length + 1, maxTokens: 1_000_000 });
      const size = Math.max(tokensOf(more.text), tokensOf(JSON.stringify(more.data)) + 75);
      expect(size).toBeGreaterThan(asked.maxTokens);
    }
  });
});
