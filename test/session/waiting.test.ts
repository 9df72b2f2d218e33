/** Two thousand calls of every kind leave nothing behind: no waiter, no timer, no listener, no reaction on a promise. */
import { heapStats } from 'bun:jsc';
import { expect, setDefaultTimeout, test } from 'bun:test';
import { getEventListeners } from 'node:events';
import { ManualClock } from '../fake/clock.ts';
import { Fake } from '../fake/fake.ts';
import { failureOf, hello, never } from '../fake/session.ts';

setDefaultTimeout(60_000);

const calls = 2000;
/** Far fewer than one for each call. */
const few = 200;

/** How many more promises and functions there are after the work than before it. */
async function growth(work: () => Promise<void>): Promise<{ readonly promises: number; readonly functions: number }> {
  const count = (): { promises: number; functions: number } => {
    Bun.gc(true);
    const { Promise: promises = 0, Function: functions = 0 } = heapStats().objectTypeCounts;
    return { promises, functions };
  };
  // Once for what is made once.
  await work();
  const before = count();
  await work();
  const after = count();
  return { promises: after.promises - before.promises, functions: after.functions - before.functions };
}

test('calls that give up on a load without end', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ load: 'never' });
  const { session, ready } = hello(fake, { clock, startupTimeout: 600_000 });
  const shared = new AbortController();
  const first = failureOf(ready());
  await fake.got('workspace/symbol');
  const { promises, functions } = await growth(async () => {
    for (let call = 0; call < calls; call += 1) {
      const impatient = failureOf(session.ready({ signal: shared.signal, patience: 1, progress: () => undefined }));
      const cancel = new AbortController();
      const cancelled = failureOf(ready(cancel.signal));
      clock.advance(1);
      cancel.abort(new Error('cancelled'));
      expect(await impatient).toMatchObject({ code: 'workspace_loading' });
      expect((await cancelled).message).toBe('cancelled');
    }
  });
  expect(session.waiting).toBe(1);
  expect(getEventListeners(shared.signal, 'abort')).toHaveLength(0);
  // The patience of the first call, and the load's own: its request and its stall.
  expect(clock.running()).toHaveLength(3);
  expect(promises).toBeLessThan(few);
  expect(functions).toBeLessThan(few);
  expect(session.epoch).toBe(1);
  await session.stop();
  expect(await first).toMatchObject({ code: 'server_lost' });
});

test('requests that are answered, that time out, and that are cancelled', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ holds: ['textDocument/references'] });
  const { session, ready, ask } = hello(fake, { clock });
  const client = await ready();
  const shared = new AbortController();
  const held = (signal: AbortSignal): Promise<unknown> => client.request('textDocument/references', {}, { signal, timeout: 1 });
  const { promises, functions } = await growth(async () => {
    for (let call = 0; call < calls; call += 1) {
      await ask(client, shared.signal);
      const late = failureOf(held(shared.signal));
      clock.advance(1);
      expect(await late).toMatchObject({ code: 'request_timed_out' });
      const cancel = new AbortController();
      const cancelled = failureOf(held(cancel.signal));
      cancel.abort(new Error('cancelled'));
      expect((await cancelled).message).toBe('cancelled');
      // Its probe, and the answers to the cancels, have come with the answer to the next question.
      await ask(client, shared.signal);
    }
  });
  expect(getEventListeners(shared.signal, 'abort')).toHaveLength(0);
  expect(clock.running()).toEqual([]);
  expect(promises).toBeLessThan(few);
  expect(functions).toBeLessThan(few);
  expect(session.epoch).toBe(1);
  await session.stop();
  expect(fake.complaints()).toEqual([]);
});

test('listeners of the process itself do not grow with the calls', async () => {
  const fake = new Fake();
  const { session, ready, ask } = hello(fake);
  const client = await ready();
  const { stdin, stdout } = client.process;
  const listeners = (): number[] => [stdin, stdout].flatMap((pipe) => pipe.eventNames().map((name) => pipe.listenerCount(name)));
  const before = listeners();
  for (let call = 0; call < calls; call += 1) await ask(await ready(), never);
  expect(listeners()).toEqual(before);
  await session.stop();
});
