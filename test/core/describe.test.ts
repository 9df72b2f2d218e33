/** The wording of descriptions: what stands where, documentation as plain text, and what is left out where the budget is short. */
import { describe, expect, test } from 'bun:test';
import { tokensOf } from '../../src/answer/budget.ts';
import { type DescribeAnswer, describeAnswer } from '../../src/answer/describe.ts';
import { plainText } from '../../src/workspace/symbols/hover.ts';
import { limitWords } from '../support/limits.ts';

const beside = { limits: limitWords, besideData: 300, besideText: 0 };

const answer = (more: Partial<DescribeAnswer> = {}): DescribeAnswer => ({
  symbol: 'Shop.Order.Add(int)',
  kind: 'method',
  accessibility: 'public',
  modifiers: ['static'],
  signature: 'void Add<T>(int count)',
  notes: [],
  constraints: ['where T : class'],
  attributes: ['Obsolete("old")', 'Pure'],
  bases: [],
  containing: 'Shop.Order',
  namespace: 'Shop',
  documentation: 'Adds.\n\nParameters:\n- count: how many',
  declared: [{ place: { path: 'a.cs', line: 7, column: 9 }, lines: { first: 5, last: 9 } }],
  assembly: undefined,
  overloads: [
    {
      kind: 'method',
      accessibility: 'internal',
      modifiers: [],
      signature: 'void Add()',
      place: { path: 'b.cs', line: 3, column: 1 },
    },
  ],
  mostRows: 200,
  maxTokens: 8000,
  ...beside,
  ...more,
});

describe('the text', () => {
  test('of a member', () => {
    expect(describeAnswer(answer({ notes: ['taken: line 7'] })).text.split('\n')).toEqual([
      'method Shop.Order.Add(int)',
      '(taken: line 7)',
      'public static method void Add<T>(int count) where T : class',
      'in Shop.Order',
      'attributes: [Obsolete("old")] [Pure]',
      'declared at a.cs:7:9 (lines 5–9)',
      '',
      'Adds.',
      '',
      'Parameters:',
      '- count: how many',
      '',
      'other overloads: 1',
      '  internal method void Add()  b.cs:3:1',
    ]);
  });

  test('of a type in two files, of a symbol of an assembly, of a local', () => {
    const place = { path: 'b.cs', line: 1, column: 1 };
    const bare = { constraints: [], attributes: [], overloads: [], documentation: '', modifiers: [], namespace: undefined };
    const type = answer({ ...bare, symbol: 'Shop.Order', kind: 'class', signature: 'Order : IEntity', bases: ['IEntity'] });
    const declared = [...type.declared, { place, lines: undefined }];
    expect(describeAnswer({ ...type, declared, containing: undefined, namespace: 'Shop' }).text.split('\n')).toEqual([
      'class Shop.Order',
      'public class Order : IEntity',
      'in namespace Shop',
      'base types: IEntity',
      'declared at a.cs:7:9 (lines 5–9)',
      'declared at b.cs:1:1',
    ]);
    const metadata = { symbol: 'void Console.Beep()', signature: 'void Beep()', declared: [], assembly: 'System.Console' };
    expect(describeAnswer(answer({ ...bare, ...metadata, containing: 'System.Console' })).text.split('\n')).toEqual([
      'method void Console.Beep()',
      'public method void Beep()',
      'in System.Console',
      'declared in the assembly System.Console; read-only',
    ]);
    const local = { symbol: 'sum', kind: undefined, accessibility: undefined, signature: 'int sum', containing: 'A.M()' };
    expect(describeAnswer(answer({ ...bare, ...local })).text).toStartWith('sum\nint sum\nin A.M()\ndeclared at');
  });
});

test('the structure says the same and leaves out what there is not', () => {
  expect(describeAnswer(answer()).data).toEqual({
    symbol: 'Shop.Order.Add(int)',
    kind: 'method',
    accessibility: 'public',
    modifiers: 'static',
    signature: 'void Add<T>(int count)',
    constraints: ['where T : class'],
    containing: 'Shop.Order',
    namespace: 'Shop',
    attributes: ['Obsolete("old")', 'Pure'],
    documentation: 'Adds.\n\nParameters:\n- count: how many',
    declarations: [{ path: 'a.cs', line: 7, column: 9, firstLine: 5, lastLine: 9 }],
    overloadCount: 1,
    overloads: [{ kind: 'method', accessibility: 'internal', signature: 'void Add()', path: 'b.cs', line: 3, column: 1 }],
  });
});

describe('where the budget is short', () => {
  const [overload] = answer().overloads;
  const [part] = answer().declared;
  if (overload === undefined || part === undefined) throw new Error('the answer has both');
  const long = answer({
    documentation: ['Adds.', '', ...Array.from({ length: 50 }, (_, at) => `- p${at}: ${'数量'.repeat(30)}`)].join('\n'),
    attributes: Array.from({ length: 20 }, (_, at) => `A${at}("${'x'.repeat(1500)}")`),
    overloads: Array.from({ length: 100 }, () => overload),
    declared: Array.from({ length: 40 }, () => part),
  });

  test.each([500, 700, 2000, 8000, 50_000])('%d tokens are kept, and what is left out is counted', (maxTokens) => {
    const { text, data, left } = describeAnswer({ ...long, maxTokens });
    expect(tokensOf(text)).toBeLessThanOrEqual(maxTokens);
    expect(tokensOf(JSON.stringify(data)) + Math.ceil(beside.besideData / 4)).toBeLessThanOrEqual(maxTokens);
    expect(text).toContain('\nAdds.\n');
    expect(left === undefined).toBe(maxTokens >= 8000);
  });

  test('the first paragraph and where it is declared come before all else', () => {
    const { text, left } = describeAnswer({ ...long, maxTokens: 500 });
    expect(text).toContain('declared at a.cs:7:9');
    expect(left).toMatch(/^51 lines of documentation, \d+ attributes, 100 overloads, 39 declarations$/);
    expect(describeAnswer({ ...answer({ maxTokens: 500 }), overloads: long.overloads }).left).toMatch(
      /^3 lines of documentation, \d+ overloads$/,
    );
  });
});

test.each([
  [
    'Adds ``a`` to ``System.Collections.Generic.List`1`` and ``code``. \n\nSecond.',
    'Adds a to System.Collections.Generic.List`1 and code.\n\nSecond.',
  ],
  ['A.\n\n\n\n- one\n- **two**, 2 ** 3 ** 4', 'A.\n\n- one\n- two, 2 ** 3 ** 4'],
  ['Remarks: Remark. ```csharp\nvar x = 1;\n  y();\n```', 'Remarks: Remark.\nvar x = 1;\n  y();'],
  ['', ''],
])('documentation as plain text: %j', (markdown, plain) => {
  expect(plainText(markdown)).toBe(plain);
});
