/** Requests that are not answered: their deadline, the probe after it, and the end of a server that is silent. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { LspClient } from '../../src/lsp/client.ts';
import { Problem } from '../../src/model/problem.ts';
import { ManualClock } from '../fake/clock.ts';
import { Fake } from '../fake/fake.ts';
import { failureOf, hello, never } from '../fake/session.ts';
import { isAlive } from '../support/processes.ts';

setDefaultTimeout(30_000);

const references = { textDocument: { uri: 'file:///none.cs' }, position: { line: 0, character: 0 } };
const requestTimeout = 60_000;
const probeTimeout = 10_000;
const notifyTimeout = 10_000;

test('a request ends at its deadline, is cancelled, and a server that still answers is left alone (R79)', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ holds: ['textDocument/references'] });
  const { session, ready, ask } = hello(fake, { clock });
  const client = await ready();
  const late = failureOf(client.request('textDocument/references', references, { signal: never, timeout: requestTimeout }));
  await fake.got('textDocument/references');
  const probes = fake.methods().filter((method) => method === 'workspace/symbol').length;
  clock.advance(requestTimeout);
  expect(await late).toMatchObject({
    code: 'request_timed_out',
    message: 'the language server did not answer textDocument/references within 60 s',
    continuation: { kind: 'RetryRequest' },
  });
  await fake.got('$/cancelRequest');
  await fake.got('workspace/symbol', probes + 1);
  // Its answer to the probe has come when the next one does.
  expect((await ask(client)) as unknown[]).toHaveLength(2);
  clock.advance(probeTimeout);
  expect((await ask(client)) as unknown[]).toHaveLength(2);
  expect(session.epoch).toBe(1);
  expect(clock.running()).toEqual([]);
  await session.stop();
  expect(fake.complaints()).toEqual([]);
});

test('a server that does not answer the probe either is killed, and the next call gets another', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ holds: ['textDocument/references'] });
  // A notification that csharp-ls does not bear, which only a client without the guard can send.
  const { session, ready, ask } = hello(fake, { clock, plan: { allowed: () => true } });
  const client = await ready();
  await client.notify('$/foo', {});
  await fake.until((entries) => entries.some(({ kind }) => kind === 'wedged'));
  const asked = [ask(client), ask(client)].map(failureOf);
  clock.advance(requestTimeout);
  for (const late of asked) expect(await late).toMatchObject({ code: 'request_timed_out' });
  // One probe for both.
  expect(clock.running()).toEqual([probeTimeout]);
  const waiting = failureOf(ask(client));
  clock.advance(probeTimeout);
  expect(await waiting).toMatchObject({ code: 'server_lost' });
  expect(isAlive(fake.starts()[0]?.pid)).toBe(false);
  expect(fake.complaints()).toEqual(['$/foo']);

  expect((await ask(await ready())) as unknown[]).toHaveLength(2);
  expect(session.epoch).toBe(2);
  await session.stop();
});

test('a hang counts as a death where no query was answered before it, and not otherwise', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ silent: ['textDocument/references'] });
  const { session, ready, ask } = hello(fake, { clock, plan: { allowed: () => true } });
  const hang = async (client: LspClient): Promise<void> => {
    await client.notify('$/foo', {});
    const late = failureOf(ask(client));
    clock.advance(requestTimeout);
    await late;
    const lost = failureOf(ask(client));
    clock.advance(probeTimeout);
    expect(await lost).toMatchObject({ code: 'server_lost' });
  };
  for (let start = 1; start <= 7; start += 1) {
    const client = await ready();
    await ask(client);
    await hang(client);
  }
  for (const pause of [0, 0, 1000, 2000, 4000]) {
    const waiting = ready();
    if (pause > 0) await clock.set(pause);
    clock.advance(pause);
    await hang(await waiting);
  }
  expect(await failureOf(ready())).toMatchObject({ code: 'server_failed' });
  expect(session.epoch).toBe(12);
});

test('one dropped request costs that request and nothing else', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ drops: { method: 'textDocument/definition', times: 1 } });
  const { session, ready } = hello(fake, { clock });
  const client = await ready();
  const definition = () => client.request('textDocument/definition', references, { signal: never, timeout: requestTimeout });
  const late = failureOf(definition());
  await fake.until((entries) => entries.some(({ kind }) => kind === 'dropped'));
  clock.advance(requestTimeout);
  expect(await late).toMatchObject({ code: 'request_timed_out' });
  expect(await definition()).toEqual([]);
  expect(session.epoch).toBe(1);
  await session.stop();
  expect(fake.complaints()).toEqual([]);
});

test('a cancel by the agent cancels the request and suspects nobody; the end of the call’s own time does (R79)', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ silent: ['textDocument/references'] });
  const { session, ready } = hello(fake, { clock });
  const client = await ready();
  const probes = (): number => fake.methods().filter((method) => method === 'workspace/symbol').length;
  const before = probes();

  const cancel = new AbortController();
  const cancelled = failureOf(
    client.request('textDocument/references', references, { signal: cancel.signal, timeout: requestTimeout }),
  );
  await fake.got('textDocument/references');
  cancel.abort(new Error('cancelled by the agent'));
  expect((await cancelled).message).toBe('cancelled by the agent');
  await fake.got('$/cancelRequest');
  expect(clock.running()).toEqual([]);
  expect(probes()).toBe(before);

  const call = new AbortController();
  const ended = failureOf(
    client.request('textDocument/references', references, { signal: call.signal, timeout: requestTimeout }),
  );
  await fake.got('textDocument/references', 2);
  call.abort(new Problem('request_timed_out', 'the call did not end within 50 s'));
  expect((await ended).message).toBe('the call did not end within 50 s');
  await fake.got('workspace/symbol', before + 1);
  await session.stop();
  expect(fake.complaints()).toEqual([]);
});

test('a call that was cancelled before it asks sends nothing', async () => {
  const fake = new Fake();
  const { session, ready, ask } = hello(fake);
  const client = await ready();
  const sent = fake.methods().length;
  expect((await failureOf(ask(client, AbortSignal.abort(new Error('gone'))))).message).toBe('gone');
  expect((await failureOf(ready(AbortSignal.abort(new Error('gone'))))).message).toBe('gone');
  await session.stop();
  expect(fake.methods().slice(sent)).toEqual(['shutdown', 'exit']);
});

test('during a load nobody is suspected, whatever is not answered', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ load: { steps: 1, every: 'poke' } });
  const early = Promise.withResolvers<Error & { readonly code?: string }>();
  const { session, ready } = hello(fake, {
    clock,
    plan: {
      load: async (client, _, report) => {
        report({ message: 'loading' });
        early.resolve(failureOf(client.request('textDocument/references', references, { signal: never, timeout: 5000 })));
        await client.request('workspace/symbol', { query: '' }, { signal: never, timeout: 100_000 });
        return [];
      },
    },
  });
  const waiting = ready();
  await fake.got('workspace/symbol');
  clock.advance(5000);
  expect(await early.promise).toMatchObject({ code: 'request_timed_out' });
  await session.suspect();
  clock.advance(probeTimeout);
  expect(fake.methods().filter((method) => method === 'workspace/symbol')).toHaveLength(1);
  fake.poke();
  await waiting;
  expect(session.epoch).toBe(1);
  await session.stop();
});

test('a server that never answers anything fails the load in time, and is ended', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ silent: ['*'] });
  const { ready } = hello(fake, { clock, startupTimeout: 30_000 });
  const waiting = failureOf(ready());
  await fake.got('initialize');
  clock.advance(30_000);
  expect(await waiting).toMatchObject({ code: 'workspace_loading' });
  expect(await failureOf(ready())).toMatchObject({
    code: 'workspace_load_failed',
    message: expect.stringContaining('the load made no progress for 30 s'),
  });
  expect(isAlive(fake.starts()[0]?.pid)).toBe(false);
});

test('a server that stops reading its input is found out and killed; nothing that was sent to it hangs', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ stopsReading: 'textDocument/definition' });
  const { session, ready, ask } = hello(fake, { clock });
  const client = await ready();
  const definition = client.request('textDocument/definition', references, { signal: never, timeout: requestTimeout });
  const requests = [definition, ask(client)].map(failureOf);
  // More than the pipe and both of its ends take.
  const changes = Array.from({ length: 20_000 }, (_, at) => ({ uri: `file:///folder/with/a/long/name/${at}.cs`, type: 2 }));
  const tell = (): Promise<Error> => failureOf(client.notify('workspace/didChangeWatchedFiles', { changes }));
  // What it reads in one go with the request is read.
  await fake.got('textDocument/definition');
  const notices = [tell(), tell(), tell(), tell()];
  clock.advance(notifyTimeout);
  for (const notice of notices) expect(await notice).toMatchObject({ code: 'request_timed_out' });
  const last = tell();
  clock.advance(probeTimeout - 1);
  expect(isAlive(fake.starts()[0]?.pid)).toBe(true);
  clock.advance(1);
  expect(await last).toMatchObject({ code: 'request_timed_out' });
  for (const request of requests) expect(await request).toMatchObject({ code: 'server_lost' });
  expect(await tell()).toMatchObject({ code: 'server_lost' });
  expect(isAlive(fake.starts()[0]?.pid)).toBe(false);
  fake.become({});
  await ask(await ready());
  await session.stop();
});

test('a server that closes its output and lives on is ended, and what was asked of it is lost', async () => {
  const fake = new Fake({ closesOutput: 'textDocument/definition' });
  const { session, ready, ask } = hello(fake);
  const client = await ready();
  const failure = await failureOf(
    client.request('textDocument/definition', references, { signal: never, timeout: requestTimeout }),
  );
  expect(failure).toMatchObject({ code: 'server_lost' });
  expect(failure.message).toContain('it closed one of its pipes and lived on');
  expect(isAlive(fake.starts()[0]?.pid)).toBe(false);
  fake.become({});
  await ask(await ready());
  expect(session.epoch).toBe(2);
  await session.stop();
});
