/**
 * The dialect server bears what Microsoft's bears, and no more: a client that is wrong about the protocol does not come
 * through the live tests by chance.
 */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, didChange, didClose, didOpen, fileOf, named, outline, pull, pullAll } from '../roslyn/asking.ts';
import { uriIn } from '../roslyn/project.ts';
import { rawClients } from '../roslyn/clients.ts';
import { type Manner, Raw } from '../roslyn/raw.ts';
import { portable } from '../roslyn/usual.ts';
import { serverNamed } from '../support/language-server.ts';
import { csproj } from '../support/lay.ts';
import { run } from '../support/run.ts';

setDefaultTimeout(120_000);

const rawClient = rawClients();
const clientOf = async (manner?: Manner): Promise<Raw> => rawClient({ path: await serverNamed('dialect') }, manner);

const manners: readonly (readonly [client: string, manner: Manner, says: string])[] = [
  ['has an option that nobody knows', { args: [...portable, '--solution', 'a.slnx'] }, "Unknown option '--solution'"],
  ['has no transport', { args: portable.slice(1) }, 'one of --stdio and --pipe is needed'],
  [
    'answers too few items of configuration',
    { reply: (method) => (method === 'workspace/configuration' ? { result: [null] } : undefined) },
    'items were asked for',
  ],
  ['answers what was not asked', { idOf: () => 'ask-x' }, 'an answer to ask-x, which asks nothing'],
];

test.each(manners)('a client that %s ends it', async (_, manner, says) => {
  const client = await clientOf(manner);
  await client.introduce();
  const { code, stderr } = await client.ended;
  expect({ code, stderr }).toEqual({ code: manner.args === undefined ? 134 : 1, stderr: expect.stringContaining(says) });
});

test.each([
  ['opens twice', (client) => [1, 2].forEach(() => didOpen(client)), 'didOpen'],
  ['changes what is not open', didChange, 'didChange'],
  ['closes what is not open', didClose, 'didClose'],
] satisfies [string, (client: Client) => void, string][])('a client that %s ends it', async (_, does, says) => {
  const client = await clientOf();
  await client.introduce();
  does(client);
  const { code, stderr } = await client.ended;
  expect({ code, stderr }).toEqual({
    code: 134,
    stderr: expect.stringMatching(new RegExp(`^textDocument/${says} of .*open\n$`)),
  });
});

test('a client in order is answered, but with nothing before the load is complete', async () => {
  const client = await clientOf();
  writeFileSync(join(client.workspace, 'Hello', 'Hello.csproj'), csproj());
  expect(await run(['dotnet', 'restore', join(client.workspace, 'Hello', 'Hello.csproj')])).toMatchObject({ code: 0 });
  await client.introduce();
  client.notify('solution/open', { solution: uriIn(client.workspace, 'Hello.slnx') });
  const symbols = await client.request('textDocument/documentSymbol', { textDocument: fileOf(client, 'Greeter.cs') });
  const early = [await named(client, 'Greeter'), await pullAll(client)];
  expect([client.isComplete, symbols, ...early]).toEqual([false, expect.objectContaining({ result: null }), 0, []]);
  await client.until(({ method }) => method === 'workspace/projectInitializationComplete');
  expect(await named(client, 'Greeter')).toBe(1);
  expect(await outline(client)).toEqual(['Hello', 'Greeter', 'Greet(string) : string', 'Grüße(string) : string']);
  expect(await client.request('textDocument/rename', {})).toMatchObject({ error: { code: -32601 } });
  expect(await pull(client)).toEqual([]);
  didOpen(client);
  expect(await pull(client)).toContain('CS0103');
  await pullAll(client);
  expect(await pullAll(client)).toBe('held');
  await client.request('shutdown');
  client.notify('exit');
  expect(await client.ended).toEqual({ code: 0, signal: null, stderr: '' });
});
