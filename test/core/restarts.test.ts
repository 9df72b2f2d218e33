/** When a language server that died is started again; times are given, nothing waits. */
import { expect, test } from 'bun:test';
import { Restarts } from '../../src/lsp/restarts.ts';

const minute = 60_000;

test('at once, then ever later after its death, and not any more after five deaths', () => {
  const restarts = new Restarts();
  const delays = [1, 2, 3, 4, 5].map((at) => {
    const delay = restarts.delay(at);
    restarts.died(false, at);
    return delay;
  });
  expect(delays).toEqual([0, 0, 999, 1999, 3999]);
  expect([6, 9 * minute, 60 * minute].map((now) => restarts.delay(now))).toEqual([undefined, undefined, undefined]);
});

test('a pause that has passed is not waited for again', () => {
  const restarts = new Restarts();
  for (const at of [0, 0, 0]) restarts.died(false, at);
  expect([0, 1500, 2000, 5000].map((now) => restarts.delay(now))).toEqual([2000, 500, 0, 0]);
});

test('deaths that are far apart do not add up', () => {
  const restarts = new Restarts();
  for (let at = 0; at < 20; at += 1) restarts.died(false, at * 4 * minute);
  expect(restarts.delay(200 * minute)).toBe(0);
});

test('an answer, or somebody who asks for a start, makes good for all deaths before', () => {
  const answered = new Restarts();
  for (let at = 0; at < 4; at += 1) answered.died(false, at);
  answered.died(true, 5);
  expect(answered.delay(5)).toBe(0);
  const asked = new Restarts();
  for (let at = 0; at < 5; at += 1) asked.died(false, at);
  expect(asked.delay(5)).toBeUndefined();
  asked.forget();
  expect(asked.delay(5)).toBe(0);
});
