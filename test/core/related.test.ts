/** How the relatives of a member are worded. */
import { expect, test } from 'bun:test';
import { relatedData, relatedText } from '../../src/answer/related.ts';

const row = (line: number) => ({ path: 'a.cs', line, column: 5, text: 'public override void A()' });

test('none, one, and more than are listed', () => {
  expect([relatedText([], 9), relatedData([], 9)]).toEqual([[], {}]);
  expect(relatedText([row(1)], 9)).toEqual([
    'overrides, implementations or what they stand for: 1 more declaration',
    '  a.cs:1:5  public override void A()',
  ]);
  const many = Array.from({ length: 50 }, (_, at) => row(at + 1));
  expect([relatedText(many, 40).length, relatedText(many, 40).at(-1)]).toEqual([42, '  … and 10 more, with a larger maxTokens']);
  expect(relatedData(many, 40)).toEqual({ related: { total: 50, declarations: many.slice(0, 40) } });
});
