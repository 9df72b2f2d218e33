/** The compiled bridge over a language server with faults: the answer is right, or the documented failure; never a hang. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, setDefaultTimeout, test } from 'bun:test';
import { fakeBridge } from '../fake/bridge.ts';
import type { Faults } from '../fake/faults.ts';
import { Fake } from '../fake/fake.ts';

setDefaultTimeout(60_000);

const greet = { symbol: 'Greeter.Greet' };
const right = { symbol: 'Hello.Greeter.Greet(string)', total: 2, declarations: 1, fileCount: 1 };

const harmless: readonly (readonly [string, Faults])[] = [
  ['no fault', {}],
  ['frames cut inside of characters', { frames: 'split' }],
  ['two frames in one write', { frames: 'paired' }],
  ['string ids', { stringIds: true, asks: [{ method: 'unknown/request' }, { method: 'workspace/workspaceFolders' }] }],
  ['text before the first frame', { rubbish: { text: 'Welcome to .NET!\n' } }],
  ['a flood on standard error', { flood: 5_000_000 }],
  ['a load in many slow steps', { load: { steps: 30, every: 20 } }],
  ['a need for dotnet on PATH', { needsDotnet: true }],
  ['a first start that dies while loading', { dies: { at: 'loading', times: 1 } }],
  ['a first start that dies in the handshake', { dies: { at: 'handshake', times: 1 } }],
  ['a first start that dies at the question', { dies: { at: 'request', method: 'textDocument/references', times: 1 } }],
  [
    'a first start that dies in the middle of the answer',
    { dies: { at: 'answer', method: 'textDocument/references', times: 1 } },
  ],
  ['no wish to end', { ignores: ['exit', 'eof'] }],
];

test.each(harmless)('with %s, the answer is right', async (_, faults) => {
  const fake = new Fake(faults);
  const { wire, tree } = await fakeBridge(fake);
  const { envelope } = await wire.call('references', greet);
  expect(envelope).toMatchObject({ ok: true, data: right, snapshot: { workspaceEpoch: fake.starts().length } });
  expect(await wire.close()).toMatchObject({ code: 0, signal: null });
  expect(await tree.left(2000)).toEqual([]);
  expect(wire.noise).toEqual([]);
  expect(fake.complaints()).toEqual([]);
});

interface Harm {
  readonly faults: Faults;
  readonly args?: readonly string[];
  readonly code: string;
  readonly says: string;
  /** The state of the language server after it. */
  readonly state: string;
}

const dies = 'It dies for a reason';
const harmful: readonly (readonly [string, Harm])[] = [
  [
    'never answers anything',
    {
      faults: { silent: ['*'] },
      args: ['--startup-timeout', '1'],
      code: 'workspace_loading',
      says: 'still loading',
      state: 'failed',
    },
  ],
  [
    'never gets ready',
    { faults: { load: 'never' }, args: ['--startup-timeout', '1'], code: 'workspace_loading', says: '1 of 2', state: 'failed' },
  ],
  [
    'ends at every start',
    { faults: { dies: { at: 'start', code: 1, says: dies } }, code: 'server_failed', says: dies, state: 'failed' },
  ],
  [
    'dies at every question',
    {
      faults: { dies: { at: 'request', method: 'textDocument/references', says: dies } },
      code: 'server_lost',
      says: dies,
      state: 'stopped',
    },
  ],
  [
    'never answers one kind of question',
    {
      faults: { silent: ['textDocument/references'] },
      args: ['--request-timeout', '1'],
      code: 'request_timed_out',
      says: 'did not answer textDocument/references within 1 s',
      state: 'ready',
    },
  ],
  [
    'drops one request',
    {
      faults: { drops: { method: 'textDocument/references', times: 1 } },
      args: ['--request-timeout', '1'],
      code: 'request_timed_out',
      says: 'did not answer textDocument/references within 1 s',
      state: 'ready',
    },
  ],
  [
    'stops reading its input',
    {
      faults: { stopsReading: 'textDocument/references' },
      args: ['--request-timeout', '1'],
      code: 'request_timed_out',
      says: 'did not answer textDocument/references within 1 s',
      state: 'ready',
    },
  ],
  [
    'cannot load the solution',
    {
      faults: { failsToLoad: 'No file format header found' },
      code: 'workspace_load_failed',
      says: 'No file format header',
      state: 'failed',
    },
  ],
  [
    'fails the handshake',
    {
      faults: { initializeError: 'Internal error: SomeException' },
      code: 'server_failed',
      says: 'SomeException',
      state: 'failed',
    },
  ],
  [
    'is something else',
    {
      faults: { rubbish: { text: 'usage: other [FILE]\n', exits: true } },
      code: 'server_failed',
      says: 'usage: other',
      state: 'failed',
    },
  ],
];

test.each(harmful)(
  'a server that %s: a failure that says so, and everything else works',
  async (_, { faults, args = [], code, says, state }) => {
    const fake = new Fake(faults);
    const { wire, tree } = await fakeBridge(fake, { args });
    const { envelope, text } = await wire.call('references', greet);
    expect(envelope).toMatchObject({ ok: false, error: { code } });
    expect(text).toStartWith(`${code}: `);
    expect(text).toContain(says);
    // It may still be on its way there: the end of a load comes after the end of the waiting.
    let status = await wire.call('lsp', { action: 'status' });
    while (['loading', 'starting'].includes(String(status.envelope.data?.['state']))) {
      await Bun.sleep(10);
      status = await wire.call('lsp', { action: 'status' });
    }
    expect(status.envelope).toMatchObject({ ok: true, data: { state } });
    // Mended, and told so.
    fake.become({});
    expect((await wire.call('lsp', { action: 'restart' })).envelope).toMatchObject({ ok: true, data: { state: 'ready' } });
    expect((await wire.call('references', greet)).envelope).toMatchObject({ ok: true, data: right });
    expect(await wire.close()).toMatchObject({ code: 0, signal: null });
    expect(await tree.left(2000)).toEqual([]);
    expect(fake.complaints()).toEqual([]);
  },
);

test('no uses, while the name stands elsewhere, is asked again before it is believed', async () => {
  const fake = new Fake({ hasty: { method: 'textDocument/references', times: 1 } });
  const { wire, workspace } = await fakeBridge(fake);
  writeFileSync(join(workspace, 'Hello', 'Other.cs'), 'class Other\n{\n    public Greeter Make(int n) => new Greeter();\n}\n');
  const { envelope } = await wire.call('references', { symbol: 'Greeter' });
  expect(envelope).toMatchObject({ ok: true, data: { symbol: 'Hello.Greeter', total: 2 } });
  expect(await wire.close()).toMatchObject({ code: 0, signal: null });
});
