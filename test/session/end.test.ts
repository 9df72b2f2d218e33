/** The end of a language server: shutdown, exit, SIGTERM, SIGKILL, each bounded, five seconds in all, and its whole group. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { endStep as steps } from '../../src/lsp/client.ts';
import { ManualClock } from '../fake/clock.ts';
import type { Faults } from '../fake/faults.ts';
import { Fake } from '../fake/fake.ts';
import { hello } from '../fake/session.ts';
import { isAlive, markedTree } from '../support/processes.ts';

setDefaultTimeout(30_000);

test('a server in order ends by shutdown and exit, without a signal', async () => {
  const clock = new ManualClock();
  const fake = new Fake();
  const { session, ready } = hello(fake, { clock });
  const client = await ready();
  await session.stop();
  expect(await client.process.ended).toEqual({ how: 'exited with code 0', ownDoing: true });
  expect(clock.running()).toEqual([]);
});

test('the bounds of the steps are five seconds together', () => {
  expect(Object.values(steps).reduce((sum, step) => sum + step)).toBe(5000);
});

interface Case {
  readonly name: string;
  readonly faults: Faults;
  /** The bounds that have to pass before it is gone. */
  readonly waits: readonly number[];
  readonly how: string;
}

const cases: readonly Case[] = [
  {
    name: 'ignores exit (R84)',
    faults: { ignores: ['exit', 'eof'] },
    waits: [steps.exit],
    how: 'was ended by SIGTERM',
  },
  {
    name: 'ignores exit and SIGTERM',
    faults: { ignores: ['exit', 'eof', 'SIGTERM'] },
    waits: [steps.exit, steps.terminate],
    how: 'was ended by SIGKILL',
  },
  {
    name: 'ends at the end of its input only',
    faults: { ignores: ['exit'] },
    waits: [],
    how: 'exited with code 0',
  },
  {
    name: 'does not answer shutdown',
    faults: { silent: ['shutdown'] },
    waits: [steps.shutdown],
    how: 'was ended by SIGTERM',
  },
  {
    name: 'answers nothing and ignores everything',
    faults: { silent: ['shutdown'], ignores: ['exit', 'eof', 'SIGTERM'], helper: true },
    waits: [steps.shutdown, steps.terminate],
    how: 'was ended by SIGKILL',
  },
];

test.each(cases.map((each) => [each.name, each] as const))(
  'a server that %s is ended all the same',
  async (_, { faults, waits, how }) => {
    const clock = new ManualClock();
    const fake = new Fake(faults);
    const { session, ready } = hello(fake, { clock });
    const client = await ready();
    const stopped = session.stop();
    for (const wait of waits) {
      await clock.set(wait);
      expect(isAlive(client.process.pid)).toBe(true);
      clock.advance(wait);
    }
    await stopped;
    expect(await client.process.ended).toMatchObject({ how });
    expect(clock.running()).toEqual([]);
    const [start] = fake.starts();
    if (start?.helper !== undefined) expect(isAlive(start.helper)).toBe(false);
    expect(fake.complaints()).toEqual([]);
  },
);

test('a server that is stopped by SIGSTOP is ended within the five seconds', async () => {
  const tree = markedTree();
  const fake = new Fake({ helper: true });
  const { session, ready } = hello(fake, { env: tree.env });
  const client = await ready();
  expect(tree.living()).toHaveLength(2);
  process.kill(client.process.pid, 'SIGSTOP');
  const began = performance.now();
  await session.stop();
  expect(performance.now() - began).toBeLessThan(5000);
  expect(await tree.left(2000)).toEqual([]);
});

test('a server that is loading is not asked politely: SIGTERM comes first', async () => {
  const tree = markedTree();
  const fake = new Fake({ load: 'never', helper: true });
  const { session, ready } = hello(fake, { clock: new ManualClock(), env: tree.env });
  ready().catch(() => undefined);
  await fake.got('workspace/symbol');
  await session.stop();
  expect(fake.methods()).not.toContain('shutdown');
  expect(await tree.left(2000)).toEqual([]);
});

test('several stops at once wait for one end, and a start waits for it, too', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ ignores: ['exit', 'eof'] });
  const { session, ready, ask } = hello(fake, { clock });
  const first = await ready();
  const stops = [session.stop(), session.stop()];
  const next = ready();
  await clock.set(steps.exit);
  expect(session.state.kind).toBe('starting');
  expect(fake.starts()).toHaveLength(1);
  let stopped = 0;
  for (const stop of stops) void stop.then(() => (stopped += 1));
  clock.advance(steps.exit);
  const second = await next;
  expect(stopped).toBe(2);
  expect(isAlive(first.process.pid)).toBe(false);
  expect(fake.starts()).toHaveLength(2);
  await ask(second);
  fake.become({});
  const last = session.stop();
  await clock.set(steps.exit);
  clock.advance(steps.exit);
  await last;
  expect(isAlive(second.process.pid)).toBe(false);
});
