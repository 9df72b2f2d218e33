/** How mentions are worded: counted, listed on request, never more than fit. */
import { expect, test } from 'bun:test';
import { type MentionRow, mentionsData, mentionsText } from '../../src/answer/mentions.ts';

const row = (kind: MentionRow['in'], line: number): MentionRow => ({ path: 'a.cs', line, column: 5, in: kind, text: '// Total' });

test('counts, and how to see the places', () => {
  const rows = [row('comment', 1), row('comment', 2), row('string', 3), row('other-file', 4)];
  expect(mentionsText({ rows, listed: false }, 40)).toEqual([
    'the name also stands 2 times in comments, once in a string, once in a file of another language (mentions: true lists them)',
  ]);
  expect(mentionsData({ rows, listed: false }, 40)).toEqual({ mentions: { comment: 2, string: 1, 'other-file': 1 } });
});

test('places on request, the first forty', () => {
  const rows = Array.from({ length: 50 }, (_, at) => row('comment', at + 1));
  const lines = mentionsText({ rows, listed: true }, 40);
  expect(lines.slice(0, 2)).toEqual(['the name also stands 50 times in comments', '  a.cs:1:5  // Total']);
  expect([lines.length, lines.at(-1)]).toEqual([42, '  … and 10 more']);
  expect(mentionsData({ rows, listed: true }, 40)).toMatchObject({ mentions: { comment: 50, places: rows.slice(0, 40) } });
});

test('none are no words', () => {
  expect([mentionsText({ rows: [], listed: true }, 40), mentionsData({ rows: [], listed: true }, 40)]).toEqual([[], {}]);
});
