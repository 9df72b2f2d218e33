/** How the relatives of a member are worded. */
import { expect, test } from 'bun:test';
import { relatedData, relatedText } from '../../src/answer/related.ts';

const row = (line: number) => ({ path: 'a.cs', line, column: 5, text: 'public override void A()' });

test('none, one, and more than are listed', () => {
  expect([relatedText([]), relatedData([])]).toEqual([[], {}]);
  expect(relatedText([row(1)])).toEqual([
    'overrides, implementations or what they stand for: 1 more declaration',
    '  a.cs:1:5  public override void A()',
  ]);
  const many = Array.from({ length: 50 }, (_, at) => row(at + 1));
  expect([relatedText(many).length, relatedText(many).at(-1)]).toEqual([42, '  … and 10 more']);
  expect(relatedData(many)).toEqual({ related: { total: 50, declarations: many.slice(0, 40) } });
});
