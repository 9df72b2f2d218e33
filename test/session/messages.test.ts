/** What goes over the wire: the frames that are sent, the answers to the server's own requests, and what is never sent. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endStep } from '../../src/lsp/client.ts';
import { ManualClock } from '../fake/clock.ts';
import type { Entry } from '../fake/faults.ts';
import { Fake } from '../fake/fake.ts';
import { failureOf, hello, never } from '../fake/session.ts';
import { tempFolder } from '../support/temp.ts';

setDefaultTimeout(30_000);

const frames = (fake: Fake): (Entry & { readonly kind: 'received' })[] =>
  fake.entries().flatMap((entry) => (entry.kind === 'received' ? [entry] : []));

test('the frames of a session, from the first to the last (R16, R85)', async () => {
  const fake = new Fake();
  const reply = (method: string): unknown => (method === 'workspace/configuration' ? [{}] : null);
  const { root, session, ready, ask } = hello(fake, { plan: { reply } });
  await ask(await ready());
  await session.stop();
  const shown = frames(fake).map(({ body }) =>
    body
      .replaceAll(root, '/ws')
      .replaceAll(root.slice(root.lastIndexOf('/') + 1), 'ws')
      .replace(`"processId":${process.pid}`, '"processId":"the bridge itself"'),
  );
  expect(shown.join('\n')).toMatchInlineSnapshot(`
    "{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":"the bridge itself","clientInfo":{"name":"roslyn-bridge","version":"0.1.0"},"rootUri":"file:///ws","workspaceFolders":[{"uri":"file:///ws","name":"ws"}],"capabilities":{"general":{"positionEncodings":["utf-16"]},"window":{"workDoneProgress":true,"showMessage":{}},"workspace":{"configuration":true,"workspaceFolders":true,"didChangeConfiguration":{"dynamicRegistration":false},"didChangeWatchedFiles":{"dynamicRegistration":false},"symbol":{"dynamicRegistration":false}},"textDocument":{"synchronization":{"dynamicRegistration":false},"definition":{"dynamicRegistration":false,"linkSupport":false},"references":{"dynamicRegistration":false},"documentSymbol":{"dynamicRegistration":false,"hierarchicalDocumentSymbolSupport":true},"diagnostic":{"dynamicRegistration":false}}}}}
    {"jsonrpc":"2.0","method":"initialized","params":{}}
    {"jsonrpc":"2.0","id":1,"method":"workspace/symbol","params":{"query":"\\u0001"}}
    {"jsonrpc":"2.0","id":1,"result":[{}]}
    {"jsonrpc":"2.0","id":2,"result":null}
    {"jsonrpc":"2.0","id":2,"method":"workspace/symbol","params":{"query":"Greet"}}
    {"jsonrpc":"2.0","id":3,"method":"shutdown"}
    {"jsonrpc":"2.0","method":"exit"}"
  `);
  expect(fake.complaints()).toEqual([]);
});

test('the header of a frame counts bytes and not characters (R18)', async () => {
  const fake = new Fake();
  const { session, ready } = hello(fake);
  const client = await ready();
  const query = 'Grüße — 数é🚀';
  await client.request('workspace/symbol', { query }, { signal: never, timeout: 60_000 });
  await session.stop();
  expect(fake.received().some(({ params }) => (params as { query?: string } | undefined)?.query === query)).toBe(true);
  for (const { header, body } of frames(fake)) expect(header).toBe(`Content-Length: ${Buffer.byteLength(body)}`);
});

const asked = [
  { method: 'workspace/configuration', params: { items: [{ section: 'csharp' }, { section: 'other' }] } },
  { method: 'client/registerCapability', params: { registrations: [{ id: 'a', method: 'workspace/didChangeWatchedFiles' }] } },
  { method: 'client/unregisterCapability', params: { unregisterations: [] } },
  { method: 'window/workDoneProgress/create', params: { token: 7 } },
  { method: 'workspace/workspaceFolders' },
  { method: 'workspace/applyEdit', params: { edit: {} } },
  { method: 'window/showMessageRequest', params: { type: 3, message: 'Reload?', actions: [{ title: 'Yes' }] } },
  { method: 'workspace/diagnostic/refresh', params: null },
  { method: 'workspace/_roslyn_projectNeedsRestore', params: { projectFilePaths: ['/a.csproj', '/b.csproj'] } },
  { method: 'razor/provideDynamicFileInfo', params: ['positional', 'params'] },
  ...Array.from({ length: 20 }, (_, at) => ({ method: `unknown/request${at}`, params: { at } })),
];

test.each([false, true])(
  'every request of the server is answered once, with its own id (string ids: %p) (R09, R12, R15)',
  async (strings) => {
    const fake = new Fake({ asks: asked, ...(strings ? { stringIds: true as const } : {}) });
    const { session, ready, ask } = hello(fake);
    expect((await ask(await ready())) as unknown[]).toHaveLength(2);
    await session.stop();
    const answers = fake.received().filter(({ method }) => method === undefined);
    // One from after the handshake, those of the list, and one for the progress of the load.
    expect(answers.map(({ id }) => id)).toEqual(
      asked.concat(asked.slice(0, 2)).map((_, at) => (strings ? `ask-${at + 1}-é` : at + 1)),
    );
    const object: unknown = expect.any(Object);
    expect(answers.map(({ result }) => result)).toEqual([[object], [object, object], ...asked.map(() => null)]);
    expect(answers.flatMap(({ error }) => error ?? [])).toEqual([]);
    expect(fake.complaints()).toEqual([]);
  },
);

test('a client that leaves one request unanswered gets no load: the fake is as strict as csharp-ls', async () => {
  const fake = new Fake({ asks: [{ method: 'window/showMessageRequest' }] });
  const silence = new Promise(() => undefined);
  const { session, ready } = hello(fake, { plan: { reply: (method) => (method.startsWith('window/show') ? silence : null) } });
  const waiting = failureOf(ready());
  await fake.got('workspace/symbol');
  await fake.until((entries) => entries.filter((entry) => entry.kind === 'received').length === 4);
  expect(session.state.kind).toBe('loading');
  await session.stop();
  expect(await waiting).toMatchObject({ code: 'server_lost' });
});

test('what csharp-ls does not bear is never written: the sending fails, and the server goes on', async () => {
  const fake = new Fake();
  const { session, ready, ask } = hello(fake);
  const client = await ready();
  for (const method of [
    '$/progress',
    '$/foo',
    'window/workDoneProgress/cancel',
    'workspace/didCreateFiles',
    'textDocument/didFoo',
  ]) {
    expect((await failureOf(client.notify(method, {}))).message).toBe(`this language server must not be sent ${method}`);
  }
  const resolve = client.request('codeAction/resolve', { data: {} }, { signal: never, timeout: 60_000 });
  expect((await failureOf(resolve)).message).toBe('this language server must not be sent codeAction/resolve');
  expect((await ask(client)) as unknown[]).toHaveLength(2);
  await session.stop();
  expect(fake.complaints()).toEqual([]);
});

test('after shutdown there is only exit, whoever still wants something', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ holds: ['textDocument/references'], ignores: ['exit', 'eof'] });
  const { session, ready, ask } = hello(fake, { clock });
  const client = await ready();
  const call = new AbortController();
  const held = failureOf(client.request('textDocument/references', {}, { signal: call.signal, timeout: 60_000 }));
  await fake.got('textDocument/references');
  const stopped = session.stop();
  const late = failureOf(ask(client));
  await clock.set(endStep.exit);
  // A cancel would be one more message.
  call.abort(new Error('cancelled by the agent'));
  expect((await held).message).toBe('cancelled by the agent');
  await fake.got('exit');
  clock.advance(endStep.exit);
  await stopped;
  expect(await late).toMatchObject({ code: 'server_lost' });
  expect(fake.methods().slice(-3)).toEqual(['textDocument/references', 'shutdown', 'exit']);
  expect(fake.complaints()).toEqual([]);
});

test('an answer with an error fails that request, and says what the server said', async () => {
  const fake = new Fake();
  const { session, ready, ask } = hello(fake, { plan: { allowed: () => true } });
  const client = await ready();
  const failure = await failureOf(client.request('textDocument/foo', {}, { signal: never, timeout: 60_000 }));
  expect(failure).toMatchObject({
    code: 'server_failed',
    message: "the language server could not answer textDocument/foo: Method not found: 'textDocument/foo'",
  });
  await ask(client);
  expect(session.epoch).toBe(1);
  await session.stop();
});

test('the trace has both directions; one that cannot be written costs nothing but itself', async () => {
  const folder = tempFolder('trace');
  const good = hello(new Fake(), { plan: { trace: join(folder, 'trace.jsonl') } });
  await good.ready();
  await good.session.stop();
  const lines = readFileSync(join(folder, 'trace.jsonl'), 'utf8').trim().split('\n');
  const traced = lines.map((line) => JSON.parse(line) as { direction: string; message: { method?: string } });
  expect(traced[0]).toMatchObject({ direction: 'out', message: { method: 'initialize' } });
  expect(traced.some(({ direction, message }) => direction === 'in' && message.method === '$/progress')).toBe(true);

  const bad = hello(new Fake(), { plan: { trace: join(folder, 'no', 'such', 'folder') } });
  await bad.ready();
  await bad.session.stop();
});
