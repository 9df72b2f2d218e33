/** The comparison of outlines must itself be able to fail: these tests show it wrong answers. */
import { describe, expect, test } from 'bun:test';
import { type OutlineCase, type OutlinePage, asOutlineCase, compareOutline } from './tools/outline-case.ts';

/** A namespace with a record that has a field, a conversion and an enum in it. */
const truth: OutlineCase = {
  id: 't/outline',
  kind: 'outline',
  tags: [],
  input: { file: 'a.cs' },
  expected: {
    count: 4,
    members: [
      { name: 'N', kind: 'namespace', container: '', line: 1, col: 11, endLine: 9, depth: 0 },
      { name: 'R', kind: 'record struct', container: 'N', line: 2, col: 15, endLine: 8, depth: 1 },
      { name: 'Max', kind: 'const', container: 'N.R', line: 3, col: 7, endLine: 3, depth: 2 },
      { name: 'explicit operator int', kind: 'conversion operator', container: 'N.R', line: 4, col: 9, endLine: 6, depth: 2 },
    ],
  },
};

type Row = NonNullable<OutlinePage['files']>[number]['groups'][number]['declarations'][number];
const namespace: Row = { kind: 'namespace', name: 'N', line: 1, column: 11, lastLine: 9 };
const record: Row = { kind: 'record', name: 'R', signature: 'struct R<T>(int X, T Y = 2)', line: 2, column: 15, lastLine: 8 };
const x: Row = { kind: 'property', name: 'X', line: 2, column: 40 };
const max: Row = { kind: 'constant', name: 'Max', line: 3, column: 7 };
const conversion: Row = { kind: 'operator', name: 'explicit operator checked int', line: 4, column: 9, lastLine: 6 };

function page(members: readonly Row[], { types = [record], container = 'N.R<T>', total = 0 } = {}): OutlinePage {
  const groups = [
    { in: '', declarations: [namespace] },
    { in: 'N', declarations: types },
    { in: container, declarations: members },
  ];
  return { total: total || 1 + types.length + members.length, files: [{ path: 'a.cs', groups }] };
}

const compared = (...pages: OutlinePage[]): string[] => compareOutline(truth, pages).map(({ what, text }) => `${what} ${text}`);

describe('an outline', () => {
  test('that is right, also with the properties of parameters and a page that is short of room', () => {
    expect(compared(page([max, conversion]))).toEqual([]);
    expect(compared(page([x, max, conversion]))).toEqual([]);
    expect(compared({ total: 4 }, page([max, conversion]))).toEqual([]);
  });

  test.each<[string, OutlinePage, string[]]>([
    ['a member is missing', page([max]), ['missing a.cs:4:9 (explicit operator int)']],
    ['one too many', page([max, conversion, { ...x, kind: 'field' }]), ['extra a.cs:2:40 (field X)']],
    ['a property that is no parameter', page([max, conversion, { ...x, name: 'Z' }]), ['extra a.cs:2:40 (property Z)']],
    [
      'of a type that is no record',
      page([x, max, conversion], { types: [{ ...record, kind: 'class' }] }),
      ['extra a.cs:2:40 (property X)', 'fault a.cs:2:15 is said to be class R in N to line 8, it is record R in N to line 8'],
    ],
    ['twice', page([max, max, conversion]), ['fault a.cs:3:7 is listed more than once']],
    ['a wrong total', page([max, conversion], { total: 5 }), ['fault total is said to be 5, and 4 are listed']],
    [
      'a wrong kind',
      page([{ ...max, kind: 'field' }, conversion]),
      ['fault a.cs:3:7 is said to be field Max in N.R to line 3, it is constant Max in N.R to line 3'],
    ],
    [
      'a wrong name',
      page([{ ...max, name: 'Min' }, conversion]),
      ['fault a.cs:3:7 is said to be constant Min in N.R to line 3, it is constant Max in N.R to line 3'],
    ],
    [
      'a wrong last line',
      page([max, { ...conversion, lastLine: 5 }]),
      [expect.stringContaining('to line 5, it is operator explicit operator int in N.R to line 6')],
    ],
    ['a wrong container', page([max, conversion], { container: 'N' }), [expect.any(String), expect.any(String)]],
    ['nothing', { total: 0, files: [] }, truth.expected.members.map(() => expect.stringMatching(/^missing /))],
  ])('%s', (_, wrong, differences) => {
    expect(compared(wrong)).toEqual(differences);
  });
});

test('a case that is no outline is refused', async () => {
  expect(await asOutlineCase(truth)).toEqual(truth);
  await expect(asOutlineCase({ ...truth, input: {} })).rejects.toThrow('t/outline: input.file is');
  await expect(asOutlineCase({ ...truth, expected: { ...truth.expected, count: 3 } })).rejects.toThrow(
    'the count is not that of the list',
  );
});
