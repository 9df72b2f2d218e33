/** What has come and gone between two lists of problems. */
import { expect, test } from 'bun:test';
import type { CodeProblem } from '../../src/model/diagnostics.ts';
import { compared } from '../../src/workspace/problems/since.ts';

const at = (line: number, message = 'm', path = 'a.cs', column = 1): CodeProblem => ({
  path,
  line,
  column,
  severity: 'error',
  id: 'CS1',
  message,
});

test.each<[string, CodeProblem[], CodeProblem[], { fresh?: CodeProblem[]; gone?: CodeProblem[]; remaining?: CodeProblem[] }]>([
  ['nothing', [at(1)], [at(1)], { remaining: [at(1)] }],
  ['an edit above moves it', [at(1)], [at(8)], { remaining: [at(8)] }],
  ['another message is another problem', [at(1, 'a')], [at(1, 'b')], { fresh: [at(1, 'b')], gone: [at(1, 'a')] }],
  ['another file, too', [at(1)], [at(1, 'm', 'b.cs')], { fresh: [at(1, 'm', 'b.cs')], gone: [at(1)] }],
  ['one more of a kind: the one in a new place', [at(5)], [at(1), at(5)], { fresh: [at(1)], remaining: [at(5)] }],
  ['one less of a kind', [at(1), at(5)], [at(5)], { gone: [at(1)], remaining: [at(5)] }],
  [
    'in the same line before in the order',
    [at(1), at(5)],
    [at(5, 'm', 'a.cs', 9)],
    { gone: [at(1)], remaining: [at(5, 'm', 'a.cs', 9)] },
  ],
  ['twice in one place', [at(1), at(1)], [at(1)], { gone: [at(1)], remaining: [at(1)] }],
])('%s', (_, before, now, { fresh = [], gone = [], remaining = [] }) => {
  expect(compared(before, now)).toEqual({ fresh, gone, remaining });
});

test('every problem of now is new or remaining, every one of before is gone or remaining', () => {
  const many = Array.from({ length: 120 }, (_, line) => at(line + 1, `m${line % 7}`, `${line % 3}.cs`));
  const before = many.filter((_, at) => at % 3 !== 0);
  const now = many.filter((_, at) => at % 5 !== 0).map((each) => ({ ...each, line: each.line + 7 }));
  const { fresh, gone, remaining } = compared(before, now);
  expect(fresh.length + remaining.length).toBe(now.length);
  expect(gone.length + remaining.length).toBe(before.length);
  expect(remaining.every((each) => now.includes(each)) && gone.every((each) => before.includes(each))).toBe(true);
});
