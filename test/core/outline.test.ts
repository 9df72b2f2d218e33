/** The wording of outlines: what holds what, pages that joined are the whole, and shorter renderings where the budget is short. */
import { describe, expect, test } from 'bun:test';
import { tokensOf } from '../../src/answer/budget.ts';
import { type OutlineAnswer, type OutlineRow, outlinePage } from '../../src/answer/outline.ts';
import type { CSharpKind } from '../../src/model/kinds.ts';
import { declared } from '../support/outline.ts';
import { limitWords } from '../support/limits.ts';

const beside = 300;
const cursorAt = (offset: number): string => `next-${offset}`;

/** `line[-last] depth container | kind name | accessibility modifiers | signature [| condition]`, one a line. */
const rowsOf = (text: string, path = 'a.cs'): OutlineRow[] =>
  text
    .trim()
    .split('\n')
    .map((each) => {
      const [place = '', named = '', words = '', signature = '', condition] = each.split('|').map((part) => part.trim());
      const [, line, last, depth, container = ''] = /^(\d+)(?:-(\d+))? (\d)(?: (\S+))?$/.exec(place) ?? [];
      const [kind = '', name = ''] = named.split(' ');
      const [accessibility, ...modifiers] = words.split(' ');
      return {
        kind: kind as CSharpKind,
        name,
        symbol: container === '' ? name : `${container}.${name}`,
        container,
        depth: Number(depth),
        place: { path, line: Number(line), column: 5 },
        lastLine: Number(last ?? line),
        accessibility: accessibility === '' ? undefined : accessibility,
        modifiers,
        signature,
        condition,
        excluded: undefined,
      };
    });

const order = rowsOf(`
  1-30 0         | namespace Shop |                       | Shop
  3-20 1 Shop    | class Order    | public sealed partial | Order : IEntity
  5 2 Shop.Order | field _lines   | private readonly      | List<Line> _lines
  7-9 2 Shop.Order | method Add   | public                | void Add(Line line)
  11 2 Shop.Order | property Old  | public                | int Old { get; } | NET8_0
  13-18 2 Shop.Order | class Filter | internal            | Filter
  15 3 Shop.Order.Filter | field X | public               | int X
  19 2 Shop.Order | operator +    | public static         | Order operator +(Order a, Order b)
  22-30 1 Shop   | enum Status    | public                | Status : byte
  24 2 Shop.Status | enum-member Open |                   | Open = 1`);

const page = (rows: readonly OutlineRow[], more: Partial<OutlineAnswer> = {}) =>
  outlinePage({
    of: 'a.cs',
    kind: undefined,
    notes: [],
    all: rows,
    others: 0,
    filter: '',
    generated: 0,
    limits: limitWords,
    fileCount: 1,
    rows,
    offset: 0,
    rowCount: rows.length,
    cursorAt,
    maxTokens: 8000,
    besideData: beside,
    besideText: 0,
    ...more,
  });

describe('the text', () => {
  test('shows what holds what', () => {
    expect(page(order, { notes: ['local functions are not listed'], others: 2 }).text.split('\n')).toEqual([
      'a.cs: 10 declarations (2 more of other kinds)',
      '(local functions are not listed)',
      'namespace Shop  1–30',
      '  public sealed partial class Order : IEntity  3–20',
      '    private readonly field List<Line> _lines  5',
      '    public method void Add(Line line)  7–9',
      '    public property int Old { get; }  11  #if NET8_0',
      '    internal class Filter  13–18',
      '      public field int X  15',
      '    public static Order operator +(Order a, Order b)  19',
      '  public enum Status : byte  22–30',
      '    enum-member Open = 1  24',
    ]);
  });

  test('names what a row stands in where no line above does: on a later page, and among rows of chosen kinds', () => {
    const later = page(order.slice(6), { offset: 6, rowCount: 10 });
    expect(later.text.split('\n')).toEqual([
      'a.cs: 10 declarations, rows 7–10',
      '    in Shop.Order.Filter',
      '      public field int X  15',
      '  in Shop.Order',
      '    public static Order operator +(Order a, Order b)  19',
      'in Shop',
      '  public enum Status : byte  22–30',
      '    enum-member Open = 1  24',
    ]);
    const fields = order.filter(({ kind }) => kind === 'field');
    expect(page(fields).text.split('\n').slice(1)).toEqual([
      '  in Shop.Order',
      '    private readonly field List<Line> _lines  5',
      '    in Shop.Order.Filter',
      '      public field int X  15',
    ]);
  });

  test('of a type names its files, and begins with the type itself', () => {
    const part = (path: string) =>
      rowsOf('3-20 0 Shop | class Order | public partial | Order\n 5 1 Shop.Order | field X | private | int X', path);
    const both = [...part('a.cs'), ...part('b.cs').map((row) => ({ ...row, excluded: 'samples' }))];
    const { text, data } = page(both, { of: 'Shop.Order', kind: 'class', fileCount: 2 });
    expect(text.split('\n')).toEqual([
      'class Shop.Order: 4 declarations in 2 files',
      'a.cs',
      'public partial class Order  3–20',
      '  private field int X  5',
      'b.cs (excluded)',
      'public partial class Order  3–20',
      '  private field int X  5',
    ]);
    expect(data).toMatchObject({ of: 'Shop.Order', kind: 'class', files: [{ path: 'a.cs' }, { path: 'b.cs', excluded: true }] });
  });

  test('of nothing is a header', () => {
    expect(page([], { notes: ['top-level statements are not listed'] })).toEqual({
      text: 'a.cs: 0 declarations\n(top-level statements are not listed)',
      data: { of: 'a.cs', notes: ['top-level statements are not listed'], total: 0, files: [] },
      left: 0,
      by: 'limit 200',
    });
  });
});

test('the structure says the same, each container once', () => {
  expect(page(order).data).toEqual({
    of: 'a.cs',
    total: 10,
    files: [
      {
        path: 'a.cs',
        groups: [
          { in: '', declarations: [{ kind: 'namespace', name: 'Shop', line: 1, column: 5, lastLine: 30 }] },
          {
            in: 'Shop',
            declarations: [
              {
                kind: 'class',
                name: 'Order',
                accessibility: 'public',
                modifiers: 'sealed partial',
                signature: 'Order : IEntity',
                line: 3,
                column: 5,
                lastLine: 20,
              },
            ],
          },
          expect.objectContaining({ in: 'Shop.Order' }),
          expect.objectContaining({ in: 'Shop.Order.Filter' }),
          { in: 'Shop.Order', declarations: [expect.objectContaining({ name: '+' })] },
          { in: 'Shop', declarations: [expect.objectContaining({ name: 'Status' })] },
          expect.objectContaining({ in: 'Shop.Status' }),
        ],
      },
    ],
  });
});

describe('where the budget is short', () => {
  const many = [
    ...order.slice(0, 2),
    ...Array.from({ length: 150 }, (_, at) => {
      const name = `Größe数量${'x'.repeat(at % 40)}`;
      const place = { path: 'a.cs', line: at + 4, column: 5 };
      const rest = { name, symbol: `Shop.Order.${name}`, place, lastLine: at + 4, signature: `int ${name}(int value)` };
      return { ...rest, kind: at % 3 === 0 ? 'property' : 'method', container: 'Shop.Order', depth: 2 } as const;
    }).map((row) => ({ ...row, accessibility: 'public', modifiers: [], condition: undefined, excluded: undefined })),
  ];

  test('types with the number of their members come first, then counts; the cursor brings what is left out', () => {
    const types = page(many, { maxTokens: 500 });
    expect(types).toEqual({
      text:
        'a.cs: 152 declarations\nnamespace Shop  1–30\n  public sealed partial class Order : IEntity (150 members)  3–20\n' +
        'the members do not fit maxTokens 8000: give a type as symbol, or kinds, or repeat the call with cursor next-0',
      data: {
        of: 'a.cs',
        total: 152,
        types: [
          {
            path: 'a.cs',
            types: [
              { kind: 'namespace', symbol: 'Shop', line: 1, members: 1 },
              { kind: 'class', symbol: 'Shop.Order', line: 3, members: 150 },
            ],
          },
        ],
        cursor: 'next-0',
      },
      left: 152,
      by: 'maxTokens 8000',
    });
    const classes = many.map((row) => ({ ...row, kind: 'class' as const }));
    const counts = page(classes, { maxTokens: 500 });
    expect(counts.text).toStartWith('a.cs: 152 declarations\n152  class\nthe members do not fit');
    expect(counts.data).toEqual({ of: 'a.cs', total: 152, counts: [{ kind: 'class', count: 152 }], cursor: 'next-0' });
  });

  test.each([500, 700, 900, 5000])('pages joined are the whole, in %d tokens', (maxTokens) => {
    const names: string[] = [];
    for (let offset = 0; offset < many.length;) {
      const { text, data } = page(many.slice(offset, offset + 60), { all: undefined, offset, rowCount: many.length, maxTokens });
      expect(tokensOf(text)).toBeLessThanOrEqual(maxTokens);
      expect(tokensOf(JSON.stringify(data)) + Math.ceil(beside / 4)).toBeLessThanOrEqual(maxTokens);
      const files = data['files'] as { groups: { declarations: { name: string }[] }[] }[];
      const found = files.flatMap(({ groups }) => groups.flatMap(({ declarations }) => declarations.map(({ name }) => name)));
      expect(found.length).toBeGreaterThan(0);
      names.push(...found);
      offset += found.length;
      expect(data['cursor']).toBe(offset < many.length ? cursorAt(offset) : undefined);
    }
    expect(names).toEqual(many.map(({ name }) => name));
  });
});

test('a namespace within a namespace has the whole name', () => {
  expect(declared('namespace A.B\n  namespace C\n    class K\n  class L').map(({ symbol }) => symbol)).toEqual([
    'A.B.C.K',
    'A.B.L',
  ]);
});
