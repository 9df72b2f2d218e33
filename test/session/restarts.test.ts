/** What follows the death of a language server: when it is started again, when no more, and what is told. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { Restarts } from '../../src/lsp/restarts.ts';
import type { SessionState } from '../../src/lsp/session.ts';
import { ManualClock } from '../fake/clock.ts';
import { Fake } from '../fake/fake.ts';
import { isAlive, markedTree } from '../support/processes.ts';
import { failureOf, hello, never } from '../fake/session.ts';

setDefaultTimeout(30_000);

test('the first restart is immediate, then they come after 1 s, 2 s and 4 s, and five deaths are enough', () => {
  const restarts = new Restarts();
  const delays = [restarts.delay(0)];
  for (let death = 1; death <= 5; death += 1) {
    restarts.died(false, 0);
    delays.push(restarts.delay(0));
  }
  expect(delays).toEqual([0, 0, 1000, 2000, 4000, undefined]);
  expect(restarts.delay(86_400_000)).toBeUndefined();
  restarts.forget();
  expect(restarts.delay(0)).toBe(0);
});

test('a pause is counted from the death, deaths of more than ten minutes ago do not count, nor those after an answer', () => {
  const restarts = new Restarts();
  restarts.died(false, 0);
  restarts.died(false, 1000);
  expect(restarts.delay(1400)).toBe(600);
  expect(restarts.delay(5000)).toBe(0);
  restarts.died(false, 590_000);
  expect(restarts.delay(590_000)).toBe(2000);
  expect(restarts.delay(600_500)).toBe(0);
  restarts.died(false, 601_500);
  expect(restarts.delay(601_500)).toBe(1000);
  restarts.died(true, 602_000);
  expect(restarts.delay(602_000)).toBe(0);
});

test('a server that dies while loading is started again for those who wait, by the rules, until it is given up', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ dies: { at: 'loading', says: 'Unhandled exception. System.OutOfMemoryException' } });
  const { session, ready } = hello(fake, { clock });
  const heard: string[] = [];
  const waiting = failureOf(ready(undefined, ({ message }) => heard.push(message)));
  for (const pause of [1000, 2000, 4000]) {
    await clock.set(pause);
    expect(session.state.kind).toBe('starting');
    clock.advance(pause - 1);
    expect(clock.running()).toContain(pause);
    clock.advance(1);
  }
  const failure = await waiting;
  expect(failure).toMatchObject({ code: 'server_failed', continuation: { kind: 'CallTool', tool: 'lsp' } });
  expect(failure.message).toStartWith(
    'the language server died at each of its last starts and is not started again; the last time it was ended by SIGKILL:\n',
  );
  expect(failure.message).toContain('Unhandled exception. System.OutOfMemoryException');
  expect(heard.filter((message) => message.includes('again'))).toEqual([
    'starting the language server again, since it was ended by SIGKILL',
    ...['1', '2', '4'].map((seconds) => `starting the language server again in ${seconds} s, since it was ended by SIGKILL`),
  ]);
  expect(fake.starts()).toHaveLength(5);

  // Whoever asks now, and whenever, is told the same at once.
  clock.advance(3_600_000);
  expect((await failureOf(ready())).message).toBe(failure.message);
  expect(fake.starts()).toHaveLength(5);
  session.preload();
  expect(session.state.kind).toBe('failed');

  // Only lsp restart, which stops and starts, begins anew, and with a clean record.
  fake.become({ dies: { at: 'loading', times: 6 } });
  await session.stop();
  await ready();
  expect(fake.starts()).toHaveLength(7);
  await session.stop();
});

test('a server that dies at the first starts only is ready for the call that started it', async () => {
  for (const at of ['start', 'handshake', 'loading'] as const) {
    const fake = new Fake({ dies: { at, times: 1 } });
    const { session, ready, ask } = hello(fake);
    expect((await ask(await ready())) as unknown[]).toHaveLength(2);
    expect(session.epoch).toBe(2);
    await session.stop();
    expect(fake.complaints()).toEqual([]);
  }
});

test('a program that ends by itself before it has introduced itself is told at once, with its command and words (R50, R55)', async () => {
  const clock = new ManualClock();
  const says = 'You must install or update .NET to run this application.\nFramework: Microsoft.NETCore.App, version 10.0.0';
  const fake = new Fake({ dies: { at: 'start', code: 150, says } });
  const { session, ready } = hello(fake, { clock });
  const failure = await failureOf(ready());
  expect(failure).toMatchObject({ code: 'server_failed', continuation: { kind: 'RetryRequest' } });
  expect(failure.message).toStartWith('the language server exited with code 150 while it was starting (');
  expect(failure.message).toContain(`${fake.path} -s `);
  expect(failure.message).toEndWith(says);
  expect(fake.starts()).toHaveLength(1);

  // The next calls start it again, as often and as late as the rules allow.
  await failureOf(ready());
  for (const pause of [1000, 2000, 4000]) {
    const next = failureOf(ready());
    await clock.set(pause);
    clock.advance(pause);
    await next;
  }
  expect((await failureOf(ready())).message).toContain('is not started again');
  expect(fake.starts()).toHaveLength(5);
  expect(session.state.kind).toBe('failed');
});

test('a server that dies when it is asked fails the request with server_lost, and the next start is another epoch (R91)', async () => {
  const fake = new Fake({ dies: { at: 'request', method: 'textDocument/references', times: 1, says: 'StackOverflow' } });
  const { session, ready, ask } = hello(fake);
  const client = await ready();
  await ask(client);
  const asked = ['textDocument/references', 'textDocument/definition'].map((method) =>
    failureOf(client.request(method, {}, { signal: new AbortController().signal, timeout: 60_000 })),
  );
  for (const failure of await Promise.all(asked)) {
    expect(failure).toMatchObject({ code: 'server_lost', continuation: { kind: 'RetryRequest' } });
    expect(failure.message).toContain('StackOverflow');
  }
  expect(session.state.kind).toBe('stopped' satisfies SessionState['kind']);
  expect(session.epoch).toBe(1);
  // Whoever still holds the dead one is told the same, and not something that nobody expects.
  expect(await failureOf(ask(client))).toMatchObject({ code: 'server_lost' });
  expect(await failureOf(client.notify('workspace/didChangeWatchedFiles', { changes: [] }))).toMatchObject({
    code: 'server_lost',
  });
  expect((await ask(await ready())) as unknown[]).toHaveLength(2);
  expect(session.epoch).toBe(2);
  await session.stop();
  expect(fake.complaints()).toEqual([]);
});

test('reload, stop and restart never count, however many there are', async () => {
  const clock = new ManualClock();
  const fake = new Fake();
  const { session, ready } = hello(fake, { clock });
  for (let start = 1; start <= 8; start += 1) {
    await ready();
    expect(session.epoch).toBe(start);
    await session.stop();
  }
  expect(fake.starts()).toHaveLength(8);
  expect(fake.complaints()).toEqual([]);
});

test('a stop in the middle of a load ends those who wait, and leaves nothing running', async () => {
  const fake = new Fake({ load: 'never' });
  const { session, ready } = hello(fake);
  const waiting = failureOf(ready());
  await fake.got('workspace/symbol');
  await session.stop();
  expect(await waiting).toMatchObject({ code: 'server_lost', continuation: { kind: 'RetryRequest' } });
  expect(isAlive(fake.starts()[0]?.pid)).toBe(false);
  fake.become({});
  await ready();
  await session.stop();
});

test('what a dead server had started does not outlive it, and does not hold up the news of its death', async () => {
  const tree = markedTree();
  const fake = new Fake({ helper: true, dies: { at: 'request', method: 'textDocument/definition' } });
  const { session, ready } = hello(fake, { env: tree.env });
  const client = await ready();
  expect(tree.living()).toHaveLength(2);
  const failure = await failureOf(client.request('textDocument/definition', {}, { signal: never, timeout: 60_000 }));
  expect(failure).toMatchObject({ code: 'server_lost' });
  expect(await tree.left(2000)).toEqual([]);
  expect(session.state.kind).toBe('stopped');
});
