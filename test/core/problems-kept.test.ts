/** What is kept of problems: done once, for the last snapshots, analyzers alone, and work that outlives a call. */
import { expect, test } from 'bun:test';
import type { CodeProblem } from '../../src/model/diagnostics.ts';
import { KeptProblems, type Told } from '../../src/workspace/problems/kept.ts';

const problem = (line: number): CodeProblem => ({ path: 'a.cs', line, column: 1, severity: 'error', id: 'CS1', message: 'm' });
const told = (...lines: readonly number[]): Told => ({ problems: lines.map(problem), unloaded: [], silent: [], failing: [] });
const never = (): Promise<never> => Promise.reject(new Error('it was to be kept'));

test('a question is asked once a snapshot, also by those who ask meanwhile', async () => {
  const kept = new KeptProblems();
  const { promise, resolve } = Promise.withResolvers<Told>();
  let asked = 0;
  const ask = (): Promise<Told> => {
    asked += 1;
    return promise;
  };
  const both = [kept.once('s', 'all', ask), kept.once('s', 'all', ask)];
  resolve(told(1));
  const [first, second] = await Promise.all(both);
  expect(first).toBe(second as Told);
  expect(await kept.once('s', 'all', never)).toBe(first as Told);
  expect(asked).toBe(1);
  expect(kept.find('s', 'other')).toBeUndefined();
});

test('who fails fails alone: who has waited asks again', async () => {
  const kept = new KeptProblems();
  const failing = kept.once('s', 'all', () => Promise.reject(new Error('cancelled')));
  const waiting = kept.once('s', 'all', () => Promise.resolve(told(2)));
  await expect(failing).rejects.toThrow('cancelled');
  expect(await waiting).toEqual(told(2));
});

test('five snapshots are known beside the present one: those that were asked about or compared with last', async () => {
  const kept = new KeptProblems();
  const ask = (snapshot: string): Promise<Told> => kept.once(snapshot, 'all', () => Promise.resolve(told(1)));
  for (const snapshot of ['1', '2', '3', '4', '5', '6']) await ask(snapshot);
  await kept.once('1', 'all', never);
  expect(kept.knows('2')).toBe(true);
  await ask('7');
  await ask('8');
  expect(['1', '2', '3', '4', '5', '6', '7', '8'].filter((each) => kept.find(each, 'all'))).toEqual([
    '1',
    '2',
    '5',
    '6',
    '7',
    '8',
  ]);
});

test('what is the same in several snapshots is there once', async () => {
  const kept = new KeptProblems();
  const before = await kept.once('1', 'all', () => Promise.resolve(told(1, 2)));
  const after = await kept.once('2', 'all', () => Promise.resolve(told(2, 3)));
  expect(after).toEqual(told(2, 3));
  expect(after.problems[0]).toBe(before.problems[1] as CodeProblem);
});

test('what had no time for all files is answered, and not kept', async () => {
  const kept = new KeptProblems();
  const partly = { ...told(1), late: ['b.cs'] };
  expect(await kept.once('1', 'all', () => Promise.resolve(partly))).toEqual(partly);
  expect(kept.find('1', 'all')).toBeUndefined();
  expect(await kept.once('1', 'all', () => Promise.resolve(told(1, 2)))).toEqual(told(1, 2));
});

test('analyzers are alone', async () => {
  const kept = new KeptProblems();
  const events: string[] = [];
  const work = (name: string, analyzers: boolean, gate?: Promise<void>): Promise<void> =>
    kept.during(analyzers, async () => {
      events.push(`${name} begins`);
      await gate;
      events.push(`${name} ends`);
    });
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const quick = work('a', false, first.promise);
  await work('b', false);
  const rest = [work('analyzers', true, second.promise), work('c', false)];
  first.resolve();
  await quick;
  second.resolve();
  await Promise.all(rest);
  expect(events).toEqual([
    'a begins',
    'b begins',
    'b ends',
    'a ends',
    'analyzers begins',
    'analyzers ends',
    'c begins',
    'c ends',
  ]);
});

test('a pull goes on without the call that began it, and the next call has its answer', async () => {
  const kept = new KeptProblems();
  const { promise, resolve } = Promise.withResolvers<[]>();
  let started = 0;
  const start = (): Promise<[]> => {
    started += 1;
    return promise;
  };
  const call = new AbortController();
  const first = kept.pulled('s', 'all', start, call.signal);
  call.abort(new Error('the time of the call is over'));
  await expect(first).rejects.toThrow('the time of the call is over');
  const second = kept.pulled('s', 'all', start, new AbortController().signal);
  resolve([]);
  expect(await second).toEqual([]);
  expect(started).toBe(1);
});

test('a pull about other code, or one that has failed, is begun anew', async () => {
  const kept = new KeptProblems();
  const { signal } = new AbortController();
  const report = [{ uri: 'file:///a.cs', problems: [] }];
  const abandoned = kept.pulled('old', 'all', () => new Promise(() => undefined), AbortSignal.timeout(1));
  await expect(abandoned).rejects.toThrow();
  expect(await kept.pulled('new', 'all', () => Promise.resolve(report), signal)).toEqual(report);
  await expect(kept.pulled('new', 'all', () => Promise.reject(new Error('server_lost')), signal)).rejects.toThrow('server_lost');
  expect(await kept.pulled('new', 'all', () => Promise.resolve(report), signal)).toEqual(report);
});

test('a pull that a call has left behind ends when nobody wants it any more: about other code, and before analyzers run', async () => {
  const kept = new KeptProblems();
  const ends: AbortSignal[] = [];
  const never = (end: AbortSignal): Promise<never> => {
    ends.push(end);
    return new Promise((_, reject) => end.addEventListener('abort', () => reject(end.reason)));
  };
  await expect(kept.pulled('old', 'all', never, AbortSignal.timeout(1))).rejects.toThrow();
  await expect(kept.pulled('new', 'all', never, AbortSignal.timeout(1))).rejects.toThrow();
  expect(ends.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(await kept.during(true, () => Promise.resolve('analyzed'))).toBe('analyzed');
  expect(ends.map(({ aborted }) => aborted)).toEqual([true, true]);
});
