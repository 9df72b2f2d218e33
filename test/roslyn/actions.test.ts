/** Code actions of Microsoft's server, as the adapter takes them: children for parents, and fix all with its scope. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { codeActions } from '../../src/servers/roslyn/actions.ts';
import type { Ask } from '../../src/servers/server.ts';
import { didOpen, fileOf } from './asking.ts';
import { StrictFake } from './fake.ts';
import { Raw } from './raw.ts';

const fake = new StrictFake(['mixedLineEnds']);
let client: Raw;

beforeAll(async () => {
  client = new Raw(fake);
  await client.open();
  didOpen(client);
});
afterAll(async () => {
  await client.request('shutdown');
  client.notify('exit');
  expect(await client.ended).toEqual({ code: 0, signal: null, stderr: '' });
  expect(fake.complaints()).toEqual([]);
});

const ask: Ask = async <Result>(method: string, params: unknown): Promise<Result> => {
  const reply = await client.request(method, params);
  if (reply === 'lost' || 'error' in reply) throw new Error(JSON.stringify(reply));
  return reply.result as Result;
};

const offered = async () => {
  const start = { line: 0, character: 0 };
  return await codeActions({ textDocument: fileOf(client), range: { start, end: start }, context: { diagnostics: [] } }, ask);
};

test('nestedActions, fixAll: each leaf is one action, with the scopes in which it can be applied', async () => {
  const actions = await offered();
  expect(actions.map(({ path, kind, fixAll }) => ({ path, kind, fixAll }))).toEqual([
    { path: ['Sort usings'], kind: 'quickfix', fixAll: [] },
    { path: ['Convert', 'To a block'], kind: 'refactor', fixAll: [] },
    { path: ['Remove unnecessary usings'], kind: 'quickfix', fixAll: ['Document', 'Project', 'Solution'] },
  ]);
});

test('versionNull, mixedLineEnds: each has its edit, as the server gives it', async () => {
  const edits = await Promise.all((await offered()).map((action) => action.edit(ask, action.fixAll[0])));
  const start = { line: 0, character: 0 };
  const edit = { range: { start, end: start }, newText: '// one\r\n// two\n' };
  const expected = { documentChanges: [{ textDocument: { ...fileOf(client), version: null }, edits: [edit] }] };
  expect(edits).toEqual([expected, expected, expected]);
});

test('fixAll: without a scope nothing is asked', async () => {
  const action = (await offered()).find(({ fixAll }) => fixAll.length > 0);
  expect(action?.edit(ask)).rejects.toThrow('wants a scope');
});
