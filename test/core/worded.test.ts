/** The wording of symbols and definitions: pages that joined are the whole, budgets kept in text and structure. */
import { describe, expect, test } from 'bun:test';
import { tokensOf } from '../../src/answer/budget.ts';
import { type DefinitionAnswer, type DefinitionPart, definitionAnswer } from '../../src/answer/definition.ts';
import { type SymbolsAnswer, type SymbolRow, symbolsPage } from '../../src/answer/symbols.ts';
import { limitWords } from '../support/limits.ts';

const beside = { limits: limitWords, besideData: 300, besideText: 0 };
const cursorAt = (offset: number): string => `next-${offset}`;
const budgets = [500, 700, 900, 5000];

interface Worded {
  readonly text: string;
  readonly data: Record<string, unknown>;
}

function keeps({ text, data }: Worded, maxTokens: number): void {
  expect(tokensOf(text)).toBeLessThanOrEqual(maxTokens);
  expect(tokensOf(JSON.stringify(data)) + Math.ceil(beside.besideData / 4)).toBeLessThanOrEqual(maxTokens);
}

/** All rows of all pages, and the lines of text that are neither header nor cursor; every page keeps the budget. */
function joined(ask: (offset: number) => Worded & { left: number; by: string }, key: string, maxTokens: number) {
  const rows: unknown[] = [];
  const lines: string[] = [];
  for (let left = 1; left > 0;) {
    const page = ask(rows.length);
    keeps(page, maxTokens);
    const list = page.data[key] as unknown[];
    expect(list.length).toBeGreaterThan(0);
    rows.push(...list);
    left = page.left;
    const body = page.text.split('\n').slice(1, 1 + list.length);
    lines.push(...body);
    expect(page.data['cursor']).toBe(left > 0 ? cursorAt(rows.length) : undefined);
    if (left > 0)
      expect(page.text).toEndWith(`\n${left} more beyond ${page.by}: repeat the call with cursor ${cursorAt(rows.length)}`);
  }
  return { rows, lines };
}

describe('symbols', () => {
  const many: SymbolRow[] = Array.from({ length: 150 }, (_, at) => ({
    kind: 'method',
    symbol: `Shop.Größe.数量${'x'.repeat(at % 40)}(int)`,
    path: `src/a${at % 7}.cs`,
    line: at + 1,
    column: 5,
    excluded: at % 10 === 0 ? 'samples' : undefined,
  }));
  const page = (rows: readonly SymbolRow[], more: Partial<SymbolsAnswer> = {}) =>
    symbolsPage({
      query: 'X',
      rowCount: rows.length,
      rows,
      offset: 0,
      cursorAt,
      others: 0,
      filter: '',
      generated: 0,
      near: [],
      maxTokens: 8000,
      ...beside,
      ...more,
    });

  test.each(budgets)('pages joined are the whole, in %d tokens', (maxTokens) => {
    const ask = (offset: number) => page(many.slice(offset, offset + 60), { rowCount: many.length, offset, maxTokens });
    const { rows, lines } = joined(ask, 'symbols', maxTokens);
    expect(rows).toEqual(many.map(({ excluded, ...row }) => (excluded === undefined ? row : { ...row, excluded: true })));
    expect(lines).toEqual(
      many.map((row) => `method ${row.symbol}  ${row.path}:${row.line}:5${row.excluded === undefined ? '' : ' (excluded)'}`),
    );
  });

  test('one, several, none, and what was filtered out', () => {
    expect(page(many.slice(1, 2)).text).toStartWith('X: 1 symbol\n');
    expect(page(many.slice(1, 3), { others: 2 }).text).toStartWith('X: 2 symbols (2 more of other kinds or elsewhere)\n');
    expect(page(many.slice(0, 2), { rowCount: 5, offset: 2 }).text).toStartWith('X: 5 symbols, rows 3–4\n');
    const none = page([], { near: ['Y', 'Z'] });
    expect(none).toMatchObject({
      text: 'X: 0 symbols; near names: Y, Z',
      data: { total: 0, symbols: [], near: ['Y', 'Z'] },
      left: 0,
    });
    expect(page([]).data).toEqual({ total: 0, symbols: [] });
  });

  test('a row that is larger than the budget is shown all the same, so that pages advance', () => {
    const [huge] = many.map((row) => ({ ...row, symbol: 'x'.repeat(5000) }));
    if (huge === undefined) throw new Error('no row');
    expect(page([huge, huge], { maxTokens: 500 })).toMatchObject({ left: 1, data: { cursor: cursorAt(1) } });
  });
});

describe('definition', () => {
  const part = (path: string, source?: readonly string[], first = 10): DefinitionPart => ({
    path,
    line: first,
    column: 14,
    text: '    public class Order',
    lines: { first, last: first + (source?.length ?? 3) - 1 },
    source,
  });
  const answer = (parts: readonly DefinitionPart[], more: Partial<DefinitionAnswer> = {}) =>
    definitionAnswer({
      symbol: 'N.Order',
      kind: 'class',
      note: undefined,
      parts,
      metadata: undefined,
      mostParts: 200,
      maxTokens: 8000,
      ...beside,
      ...more,
    });
  const metadata = {
    signature: 'void A.B()',
    documentation: 'Does it.\n\nMore.',
    assembly: 'Lib',
    type: 'N.A',
    decompiled: [{ line: 7, text: 'public void B()' }],
  };

  test('where it is, with the line or with the source, whose common indentation is left out of the text', () => {
    expect(answer([part('a.cs')]).text).toBe('class N.Order\na.cs:10:14 (lines 10–12)\n  public class Order');
    const source = ['    class Order', '', '    {', '        int a;', '    }'];
    const shown = answer([part('a.cs', source)], { note: 'moved' });
    expect(shown.text).toBe(
      'class N.Order\n(moved)\na.cs:10:14 (lines 10–14)\n10\tclass Order\n11\t\n12\t{\n13\t    int a;\n14\t}',
    );
    expect(shown.data).toMatchObject({
      note: 'moved',
      declarations: [{ firstLine: 10, lastLine: 14, source: source.join('\n') }],
    });
    expect(shown.left).toBeUndefined();
  });

  test.each([500, 800])('source that %d tokens do not hold is cut, part by part, and the range left out is said', (maxTokens) => {
    const source = Array.from({ length: 80 }, (_, at) => `    int größe${at} = ${at};`);
    const shown = answer([part('a.cs', source), part('b.cs', source, 200)], { maxTokens });
    keeps(shown, maxTokens);
    const [a, b] = shown.data['declarations'] as { source: string }[];
    const [inA, inB] = [a, b].map((each) => (each?.source ?? '').split('\n').filter((line) => line !== '').length);
    expect(inA).toBeGreaterThan(0);
    expect(shown.left).toBe(`${160 - (inA ?? 0) - (inB ?? 0)} lines of source`);
    if ((inA ?? 0) < 80) expect(shown.text).toContain(`\n… lines ${10 + (inA ?? 0)}–89 of a.cs are left out\n`);
    expect(shown.text).toEndWith(`\n… lines ${200 + (inB ?? 0)}–279 of b.cs are left out`);
  });

  test('more parts than the budget holds are counted', () => {
    const shown = answer(
      Array.from({ length: 99 }, (_, at) => part(`src/some/folder/file${at}.cs`)),
      { maxTokens: 500 },
    );
    keeps(shown, 500);
    const count = (shown.data['declarations'] as unknown[]).length;
    expect(count).toBeGreaterThan(5);
    expect(shown.data['declarationCount']).toBe(99);
    expect(shown.left).toBe(`${99 - count} declarations`);
    expect(shown.text).toEndWith(`\n… ${99 - count} more declarations`);
  });

  test('where only the place is known, that is said', () => {
    const shown = answer([{ ...part('a.cs', ['int A() =>']), lines: undefined }]);
    expect(shown.text).toEndWith('10\tint A() =>\n(how far the declaration reaches is not known: this is the line of its name)');
    expect(shown.data['declarations']).toMatchObject([{ extent: 'unknown' }]);
  });

  test('an assembly: read-only, with its documentation and the decompiled lines', () => {
    const shown = answer([], { symbol: 'void A.B()', kind: undefined, metadata });
    expect(shown.text).toBe(
      'void A.B()\ndeclared in the assembly Lib, type N.A; read-only\nDoes it.\ndecompiled:\n7\tpublic void B()',
    );
    expect(shown.data).toMatchObject({ declarations: [], metadata: { ...metadata, readOnly: true } });
    const unknown = answer([], { metadata: { ...metadata, assembly: undefined, type: undefined, decompiled: [] } });
    expect(unknown.text).toContain('\ndeclared in an assembly; read-only\n');
  });

  test('an assembly keeps the budget, too', () => {
    const decompiled = Array.from({ length: 90 }, (_, line) => ({ line, text: `public void B(${'int a, '.repeat(40)}int b)` }));
    const shown = answer([], { metadata: { ...metadata, documentation: 'doc '.repeat(2000), decompiled }, maxTokens: 700 });
    keeps(shown, 700);
    expect(shown.left).toMatch(/^\d+ decompiled lines$/);
    expect(shown.text).toMatch(/public void B\(int a.*…/);
  });
});
