/** What comes from the server's output: frames cut anywhere, and things that are no frames. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { PassThrough } from 'node:stream';
import { firstHeader } from '../../src/lsp/first-frame.ts';
import { LastWords } from '../../src/lsp/last-words.ts';
import { Fake } from '../fake/fake.ts';
import { failureOf, hello, never } from '../fake/session.ts';
import { isAlive } from '../support/processes.ts';

setDefaultTimeout(30_000);

const names = (found: unknown): string[] => (found as { readonly name: string }[]).map(({ name }) => name);
const all = ['Greeter', 'string Greeter.Greet(string name)', 'string Greeter.Grüße(string name)'];

test.each(['split', 'paired'] as const)('frames that are %s arrive whole (R17)', async (frames) => {
  const fake = new Fake({ frames, asks: Array.from({ length: 9 }, (_, at) => ({ method: 'unknown/數é🚀', params: { at } })) });
  const { session, ready } = hello(fake);
  const client = await ready();
  const found = await client.request('workspace/symbol', { query: 'gr' }, { signal: never, timeout: 60_000 });
  expect(names(found)).toEqual(all);
  await session.stop();
  expect(fake.complaints()).toEqual([]);
});

test('text before the first frame is no obstacle, and is remembered for the last words', async () => {
  const text = 'Welcome to .NET 10.0!\nContent-Free: é數\r\n\r\n';
  const fake = new Fake({ rubbish: { text }, dies: { at: 'request', method: 'textDocument/definition', code: 3 } });
  const { session, ready, ask } = hello(fake);
  const client = await ready();
  expect((await ask(client)) as unknown[]).toHaveLength(2);
  const failure = await failureOf(client.request('textDocument/definition', {}, { signal: never, timeout: 60_000 }));
  expect(failure.message).toContain('Welcome to .NET 10.0!');
  await session.stop();
});

test('a program that prints something else and ends is no language server, and its output is told', async () => {
  const fake = new Fake({ rubbish: { text: 'usage: some-other-program [FILE]\n', exits: true } });
  const { ready } = hello(fake);
  const failure = await failureOf(ready());
  expect(failure.code).toBe('server_failed');
  expect(failure.message).toContain('exited with code 0 while it was starting');
  expect(failure.message).toContain('usage: some-other-program [FILE]');
});

test('a program that prints without end and never speaks the protocol is ended', async () => {
  const fake = new Fake({ rubbish: { text: `${'no header in here\n'.repeat(5000)}\r\n\r\n` } });
  const { ready } = hello(fake);
  const failure = await failureOf(ready());
  expect(failure.code).toBe('server_failed');
  expect(failure.message).toContain('the conversation broke');
  expect(isAlive(fake.starts()[0]?.pid)).toBe(false);
  expect(fake.starts()).toHaveLength(1);
});

test('a server that dies in the middle of a frame has not answered', async () => {
  const fake = new Fake({ dies: { at: 'answer', method: 'workspace/symbol', times: 1 } });
  const { session, ready, ask } = hello(fake);
  // It is the first question, with which the load ends.
  expect((await ask(await ready())) as unknown[]).toHaveLength(2);
  expect(session.epoch).toBe(2);
  await session.stop();
});

test('a flood on standard error holds nothing up, and of it the end is kept', async () => {
  const fake = new Fake({
    flood: 20_000_000,
    dies: { at: 'request', method: 'textDocument/definition', code: 3, says: 'the end' },
  });
  const { session, ready, ask } = hello(fake);
  const client = await ready();
  expect((await ask(client)) as unknown[]).toHaveLength(2);
  const failure = await failureOf(client.request('textDocument/definition', {}, { signal: never, timeout: 60_000 }));
  expect(failure.message).toEndWith('lorem ipsum dolor\nthe end');
  expect(failure.message.length).toBeLessThan(10 * 401 + 200);
  await session.stop();
});

test('last words are lines, whatever the pieces in which they came', () => {
  const words = new LastWords();
  expect(words.asTail()).toBe('');
  for (const piece of ['Unhandled exc', 'eption\n   at Main', '()\r\n', '\n', 'no end of a line']) words.hear(piece);
  expect(words.asTail()).toBe(':\nUnhandled exception\n   at Main()\nno end of a line');
  words.hear(`${'x'.repeat(5000)}\n`.repeat(500));
  expect(words.asTail().length).toBeLessThanOrEqual(2 + 10 * 401);
});

test.each([
  ['nothing', '', 'Content-Length: 2\r\n\r\n{}'],
  ['a line', 'hello\n', 'Content-Length: 2\r\n\r\n{}'],
  ['a header of no frame', 'Warning: old\r\n\r\n', 'content-type: x\r\nContent-Length: 2\r\n\r\n{}'],
])('the first header is found after %s, in pieces of any size', async (_, before, frame) => {
  for (const size of [1, 2, 3, 7, 1000]) {
    const stream = new PassThrough();
    const found = firstHeader(stream);
    const bytes = Buffer.from(before + frame);
    for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
    expect(await found).toBe(before);
    stream.end();
    const rest: Buffer[] = [];
    for await (const chunk of stream) rest.push(chunk as Buffer);
    expect(Buffer.concat(rest).toString()).toBe(frame);
  }
});

test('a frame that is no JSON ends the server: after it nothing can be trusted', async () => {
  const body = '{bad}';
  const fake = new Fake({ rubbish: { text: `Content-Length: ${body.length}\r\n\r\n${body}` }, silent: ['*'] });
  const { ready } = hello(fake);
  const failure = await failureOf(ready());
  expect(failure).toMatchObject({ code: 'server_failed' });
  expect(failure.message).toContain('the conversation broke');
});
