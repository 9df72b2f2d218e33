/** The wording of references: pages that joined are the whole, budgets that are kept, lines that are cut around a name. */
import { describe, expect, test } from 'bun:test';
import { tokensOf } from '../../src/answer/budget.ts';
import { decodeCursor, encodeCursor } from '../../src/answer/cursor.ts';
import { type Page, type ReferencesAnswer, type Row, lineText, referencesPage } from '../../src/answer/references.ts';
import { random } from '../support/random.ts';

const row = (text: string, line = '', more: Partial<Row> = {}): Row => {
  const [path = '', at, column] = text.split(':');
  return { path, line: Number(at), column: Number(column), declaration: false, excluded: undefined, text: line, ...more };
};

interface Asked {
  readonly limit: number;
  readonly maxTokens: number;
}

const counts = (rows: readonly Row[]) => ({
  total: rows.filter(({ declaration }) => !declaration).length,
  declarations: rows.filter(({ declaration }) => declaration).length,
  fileCount: new Set(rows.map(({ path }) => path)).size,
});

function page(rows: readonly Row[], offset: number, { limit, maxTokens }: Asked, overhead = 300): Page {
  const answer: ReferencesAnswer = {
    symbol: 'Shop.Order.Total',
    note: undefined,
    ...counts(rows),
    rows: rows.slice(offset, offset + limit),
    offset,
    rowCount: rows.length,
    cursorAt: (next) => encodeCursor('snapshot', 'question', next),
    maxTokens,
    overhead,
  };
  return referencesPage(answer);
}

/** The rows that a page says, taken from its structure and from its text; both must say the same. */
function said({ data, text }: Page): string[] {
  const files = data['files'] as { path: string; places: { line: number; column: number; declaration?: true }[] }[];
  const structured = files.flatMap(({ path, places }) =>
    places.map(({ line, column, declaration }) => `${path}:${line}:${column}${declaration === true ? '*' : ''}`),
  );
  let path = '';
  const worded = text.split('\n').flatMap((line, at) => {
    const [, number, columns = ''] = /^  (\d+):([\d,*]+)(?:  |$)/.exec(line) ?? [];
    if (number !== undefined) return columns.split(',').map((column) => `${path}:${number}:${column}`);
    if (at > 0) path = line.replace(' (excluded)', '');
    return [];
  });
  expect(worded).toEqual(structured);
  return structured;
}

test('a whole answer', () => {
  const rows = [
    row('a.cs:3:7', 'class Order', { declaration: true }),
    row('a.cs:9:5', 'Order(Order o)'),
    row('a.cs:9:11', 'Order(Order o)'),
    row('samples/b.cs:1:1', 'Order x;', { excluded: 'samples' }),
    { ...row('c.cs:2:4'), text: undefined },
  ];
  const { text, data, left } = page(rows, 0, { limit: 100, maxTokens: 8000 });
  expect(left).toBe(0);
  expect(text.split('\n')).toEqual([
    'Shop.Order.Total: 4 references, 1 declaration (*) in 3 files',
    'a.cs',
    '  3:7*  class Order',
    '  9:5,11  Order(Order o)',
    'samples/b.cs (excluded)',
    '  1:1  Order x;',
    'c.cs',
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
        path: 'a.cs',
        places: [
          { line: 3, column: 7, declaration: true, text: 'class Order' },
          { line: 9, column: 5, text: 'Order(Order o)' },
          { line: 9, column: 11 },
        ],
      },
      { path: 'samples/b.cs', excluded: true, places: [{ line: 1, column: 1, text: 'Order x;' }] },
      { path: 'c.cs', places: [{ line: 2, column: 4 }] },
    ],
  });
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
  const { text, data, left, shown } = page(rows, 3, { limit: 2, maxTokens: 500 });
  expect({ left, shown }).toEqual({ left: 2, shown: 2 });
  expect(text).toStartWith('Shop.Order.Total: 7 references, 0 declarations (*) in 1 file, rows 4–5 of 7\n');
  expect(text).toEndWith(`\n2 more: repeat the call with cursor ${data['cursor']}`);
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
      const overhead = 100 + dice.below(600);
      const joined: string[] = [];
      let turns = 0;
      for (let offset = 0; ; turns += 1) {
        const { text, data, shown, left } = page(rows, offset, asked, overhead);
        joined.push(...said({ text, data, shown, left }));
        expect(shown).toBeLessThanOrEqual(asked.limit);
        if (shown > 1) {
          expect(tokensOf(text)).toBeLessThanOrEqual(asked.maxTokens);
          expect(tokensOf(JSON.stringify(data)) + Math.ceil(overhead / 4)).toBeLessThanOrEqual(asked.maxTokens);
        }
        expect(data).toMatchObject(counts(rows));
        expect(left).toBe(rows.length - offset - shown);
        if (data['cursor'] === undefined) break;
        expect(shown).toBeGreaterThan(0);
        offset = decodeCursor(String(data['cursor']), 'snapshot', 'question');
      }
      const due = rows.map((each) => `${each.path}:${each.line}:${each.column}${each.declaration ? '*' : ''}`);
      expect(joined).toEqual(due);
      expect(turns).toBeLessThanOrEqual(Math.max(0, rows.length - 1));
    }
  });

  test('a page is not smaller than it has to be', () => {
    for (let round = 0; round < 40; round += 1) {
      const rows = rowsOf(50);
      const asked = { limit: 5000, maxTokens: 500 + dice.below(1500) };
      const { shown, left } = page(rows, 0, asked);
      if (left === 0) continue;
      const more = page(rows, 0, { limit: shown + 1, maxTokens: 1_000_000 });
      const size = Math.max(tokensOf(more.text), tokensOf(JSON.stringify(more.data)) + 75);
      expect(size).toBeGreaterThan(asked.maxTokens);
    }
  });
});

describe('the text of a line', () => {
  test.each([
    ['    return a;', 12, 'return a;'],
    ['\ta\t', 2, 'a'],
    ['', 1, ''],
    ['   ', 2, ''],
  ])('%j at %d is %j', (line, column, expected) => expect(lineText(line, column)).toBe(expected));

  test.each([0, 10, 500, 930])('of a long line is cut around the name at %d, and says so', (at) => {
    const line = `    ${'x'.repeat(at)}NAME${'y'.repeat(1000 - at)}`;
    const text = lineText(line, 5 + at);
    expect(text).toContain('NAME');
    expect(text.length).toBeLessThanOrEqual(162);
    expect([text.startsWith('…'), text.endsWith('…')]).toEqual([at > 80, at < 900]);
  });

  test('no half of a character is left where it is cut', () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const text = lineText(`${'a'.repeat(shift)}${'🛒'.repeat(300)}`, 200);
      expect(text.isWellFormed()).toBe(true);
      expect(text).toContain('🛒🛒');
    }
  });
});
