/** Cursors that fit only their question and their state of the code, and the arithmetic of budgets. */
import { describe, expect, test } from 'bun:test';
import { fitting, tokensOf } from '../../src/answer/budget.ts';
import { decodeCursor, encodeCursor } from '../../src/answer/cursor.ts';
import { Problem } from '../../src/model/problem.ts';

describe('budgets', () => {
  test('a token is four bytes, the last one may be short', () => {
    expect(['', 'a', 'abcd', 'abcde', '数', '🛒', '🛒a'].map(tokensOf)).toEqual([0, 1, 1, 2, 1, 1, 2]);
  });

  test('the most rows that fit, by trying few', () => {
    for (let most = 0; most < 40; most += 1) {
      for (let budget = 0; budget < 45; budget += 1) {
        let tried = 0;
        const found = fitting(most, (parts) => ((tried += 1), parts <= budget));
        expect(found).toBe(Math.min(most, budget));
        expect(tried).toBeLessThanOrEqual(8);
      }
    }
  });
});

describe('a cursor', () => {
  const cursor = encodeCursor('s1', ['Order', null], 40);
  const read = (given: string | undefined, snapshot = 's1', question: unknown = ['Order', null]): number | string => {
    try {
      return decodeCursor(given, snapshot, question);
    } catch (error) {
      if (error instanceof Problem) return `${error.code}: ${error.message}`;
      throw error;
    }
  };
  const foreign = 'invalid_cursor: this cursor was not given by an answer';
  const raw = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('brings back its offset; none is the first page', () => {
    expect([read(cursor), read(undefined)]).toEqual([40, 0]);
  });

  test('of another question or another state is refused', () => {
    const other = 'invalid_cursor: this cursor belongs to another question';
    expect(read(cursor, 's1', ['Order', 'a.cs'])).toBe(other);
    expect(read(cursor, 's2')).toBe('snapshot_mismatch: the code has changed since the page that gave this cursor');
    expect(read(cursor, 's2', 'x')).toBe(other);
  });

  test.each(['', 'x', '%%%', 'e30', raw({}), raw([]), raw(['s1', 'd', -1]), raw(['s1', 'd', 1.5]), raw([1, 'd', 1]), raw(null)])(
    '%j was not given by an answer',
    (given) => expect(read(given)).toBe(foreign),
  );
});
