/** What the compiled bridge says where there is nothing to load, nothing to load it with, or nobody to wait any longer. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { csharpLsVersion } from '../../src/servers/find.ts';
import { Fake } from '../fake/fake.ts';
import { binary } from '../support/binary.ts';
import { asEnvelope } from '../support/envelope.ts';
import { csproj, lay, sln, slnf, slnx } from '../support/lay.ts';
import { markedTree } from '../support/processes.ts';
import { run } from '../support/run.ts';
import { tempFolder } from '../support/temp.ts';
import { Wire, type WireOptions } from '../support/wire.ts';

setDefaultTimeout(30_000);

const project = { 'A/A.csproj': csproj(), 'A/A.cs': 'namespace A;\npublic class Thing { }\n' };

/** Asks once about code and once for the state, and ends the bridge, which must leave nothing behind. */
async function asked(options: WireOptions) {
  const tree = markedTree();
  const bridge = await Wire.open({ ...options, env: { ...options.env, ...tree.env } });
  const { envelope, text } = await bridge.call('references', { symbol: 'Thing' });
  const status = await bridge.call('lsp', { action: 'status' });
  const alive = tree.living().length;
  const end = await bridge.close();
  expect({ code: end.code, noise: bridge.noise, left: tree.living() }).toEqual({ code: 0, noise: [], left: [] });
  return { ...envelope, text, state: status.envelope.data?.['state'], status: status.text, alive };
}

describe('a workspace that is not loaded', () => {
  const started = { state: 'stopped', alive: 1 };
  const refused = (root: string) => ({
    ok: false,
    error: {
      code: 'workspace_not_open',
      message: `${root} is not opened: it is no repository but the whole machine or a home folder`,
    },
    continuation: { kind: 'ResolveExternally' },
  });

  test('the root of the file system', async () => {
    expect(await asked({ workspace: '/' })).toMatchObject({ ...refused('/'), ...started });
  });

  test('the home folder, also by a link, and whatever lies in it', async () => {
    const home = lay(project);
    expect(await asked({ workspace: home, env: { HOME: home } })).toMatchObject({ ...refused(home), ...started });
    const link = join(tempFolder('link'), 'to');
    symlinkSync(home, link);
    expect(await asked({ workspace: link, env: { HOME: home } })).toMatchObject({ ...refused(home), ...started });
    expect(await asked({ workspace: home, env: { HOME: home }, args: ['--load', 'on-list'] })).toMatchObject(started);
  });

  test.each([
    ['an empty folder', {}, ''],
    ['other languages', { 'a.fsproj': csproj(), 'b.cs': '' }, ''],
    ['a solution without projects (R49)', { 'A.slnx': slnx() }, ': the solution names none'],
  ])('%s', async (_, files, more) => {
    const workspace = lay(files);
    const message = `${workspace} holds no C# project to load${more}`;
    expect(await asked({ workspace })).toMatchObject({
      error: { code: 'no_csharp', message },
      continuation: { kind: 'ResolveExternally' },
      state: 'failed',
      status: expect.stringContaining(`failed: no_csharp: ${message}`),
    });
  });

  test('a project that appears is loaded by the next call: the failure is not for good', async () => {
    const workspace = lay({});
    const fake = new Fake();
    const bridge = await Wire.open({ workspace, server: false, args: ['--server', fake.path, '--no-restore'] });
    expect((await bridge.call('references', { symbol: 'Thing' })).envelope.error?.code).toBe('no_csharp');
    lay(project, workspace);
    await bridge.call('references', { symbol: 'Thing' });
    expect(fake.starts()).toHaveLength(1);
    expect((await bridge.close()).code).toBe(0);
    expect(fake.complaints()).toEqual([]);
  });
});

describe('nothing to load it with', () => {
  const bare = { HOME: tempFolder('home'), XDG_DATA_HOME: tempFolder('data'), PATH: '/nowhere', DOTNET_ROOT: undefined };

  test('no language server: the command that installs one', async () => {
    const said = await asked({ workspace: lay(project), server: false, env: bare });
    expect(said.error).toEqual({
      code: 'server_not_found',
      message:
        "no language server was found in the bridge's own data folder, on PATH, in ~/.dotnet/tools or in the C# extension of VS Code",
    });
    const folder = join(bare.XDG_DATA_HOME, 'roslyn-bridge');
    const csharp = `dotnet tool install csharp-ls --version ${csharpLsVersion} --tool-path "${join(folder, 'csharp-ls')}"`;
    const roslyn = `dotnet tool install roslyn-language-server --prerelease --tool-path "${join(folder, 'roslyn-language-server')}"`;
    const instruction = `Install one with: ${csharp} (csharp-ls, which is tested), or with: ${roslyn} (Microsoft's)`;
    expect(said.continuation).toEqual({ kind: 'ResolveExternally', instruction });
    expect(said.text).toEndWith(`\n${instruction}`);
  });

  test('--server roslyn is Microsoft’s or nothing', async () => {
    const said = await asked({ workspace: lay(project), server: false, env: bare, args: ['--server', 'roslyn'] });
    expect(said.error).toEqual({
      code: 'server_not_found',
      message:
        "--server roslyn: not found in the bridge's own data folder, on PATH, in ~/.dotnet/tools or in the C# extension of VS Code",
    });
    expect(said.status).toContain('failed: server_not_found: --server roslyn: not found ');
  });

  test('a language server in the workspace is none, whatever PATH says', async () => {
    const names = ['csharp-ls', 'roslyn-language-server'];
    const workspace = lay(project);
    for (const name of names) {
      lay({ [`bin/${name}`]: '#!/bin/sh\ntouch "$0.ran"\n' }, workspace);
      chmodSync(join(workspace, 'bin', name), 0o755);
    }
    for (const path of [join(workspace, 'bin'), 'bin', './bin', '']) {
      const said = await asked({ workspace, server: false, env: { ...bare, PATH: path } });
      expect(said.error?.code).toBe('server_not_found');
    }
    expect(names.filter((name) => existsSync(join(workspace, 'bin', `${name}.ran`)))).toEqual([]);
  });

  test.each([
    ['/nowhere/csharp-ls', 'there is no such file, and no language server has that name (known: roslyn, csharp-ls)'],
    ['clangd', 'there is no such file, and no language server has that name (known: roslyn, csharp-ls)'],
    [dirname(import.meta.path), 'live cannot be executed'],
    [import.meta.path, 'refusals.test.ts cannot be executed'],
  ])('--server %s', async (server, message) => {
    const said = await asked({ workspace: lay(project), server: false, args: ['--server', server] });
    expect(said).toMatchObject({
      error: { code: 'server_not_found', message: `--server ${server}: ${message}` },
      continuation: { kind: 'ResolveExternally' },
    });
  });

  test('no dotnet (R53)', async () => {
    const empty = tempFolder('sdk');
    const said = await asked({ workspace: lay(project), args: ['--dotnet-root', empty] });
    expect(said).toMatchObject({
      error: { code: 'dotnet_not_found', message: `the dotnet command was not found; looked in --dotnet-root ${empty}` },
      continuation: { kind: 'ResolveExternally' },
    });
    expect(said.status).toContain('failed: dotnet_not_found: ');
  });
});

describe('a load that takes longer than a call waits', () => {
  test('workspace_loading with counts; the load goes on, and the next call is answered', async () => {
    const fake = new Fake({ load: { steps: 4, every: 'poke' } });
    const workspace = lay(project);
    const args = ['--workspace', workspace, '--server', fake.path, '--no-restore', '--startup-timeout', '2'];
    const child = Bun.spawn([await binary(), ...args, 'call', '--batch'], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const ask = async () => {
      child.stdin.write('{"tool": "references", "arguments": {"symbol": "Thing"}}\n');
      await child.stdin.flush();
    };
    await ask();
    await fake.got('workspace/symbol');
    // Each sign of progress begins the two seconds of the load anew; those of the call are not lengthened.
    const moving = setInterval(() => fake.poke(), 700);
    let said = '';
    while (!said.includes('\n')) said += (await lines.read()).value ?? '';
    clearInterval(moving);
    const loading = await asEnvelope(JSON.parse(said));
    expect(loading.error?.code).toBe('workspace_loading');
    expect(loading.error?.message).toMatch(/^the workspace is still loading \(loading Project\d, \d of 4; \d s so far\)$/);
    expect(loading.continuation?.kind).toBe('RetryRequest');
    await ask();
    // Pokes that come together may count as one.
    const pushing = setInterval(() => fake.poke(), 50);
    let next = '';
    while (!next.includes('\n')) next += (await lines.read()).value ?? '';
    clearInterval(pushing);
    expect((await asEnvelope(JSON.parse(next))).error?.code).not.toBe('workspace_loading');
    await child.stdin.end();
    expect(await child.exited).toBe(1);
    expect(fake.starts()).toHaveLength(1);
  });

  test('settings can be read and the state asked for meanwhile; the end does not wait for the load', async () => {
    const fake = new Fake({ load: 'never' });
    const tree = markedTree();
    const args = ['--server', fake.path, '--no-restore'];
    const bridge = await Wire.open({ workspace: lay(project), server: false, args, env: tree.env });
    const waiting = bridge.begin('references', { symbol: 'Thing' });
    await fake.got('workspace/symbol');
    const { envelope, text } = await bridge.call('lsp', { action: 'status' });
    expect(envelope.data?.['state']).toBe('loading');
    expect(text).toMatch(/^loading: .*, \d s so far\n/);
    bridge.notify('notifications/cancelled', { requestId: waiting });
    expect((await bridge.close()).code).toBe(0);
    expect(tree.living()).toEqual([]);
  });
});

test('invalid settings end the bridge before anything is started, also where --load on-list was given', async () => {
  const workspace = lay({ ...project, '.roslyn-bridge.json': '{"startupTimeout": "long"}' });
  const fake = new Fake();
  const { code, stdout, stderr } = await run([
    await binary(),
    '--workspace',
    workspace,
    '--server',
    fake.path,
    '--load',
    'on-list',
  ]);
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: '.roslyn-bridge.json is invalid:\n- startupTimeout must be from 1 to 600 seconds\n',
  });
  expect(fake.starts()).toEqual([]);
});

test('a solution that cannot be read is told in words, and mending it is enough', async () => {
  const workspace = lay({ ...project, 'A.sln': 'not a solution' });
  const fake = new Fake();
  const bridge = await Wire.open({ workspace, server: false, args: ['--server', fake.path, '--no-restore'] });
  const { envelope } = await bridge.call('references', { symbol: 'Thing' });
  expect(envelope.error).toEqual({
    code: 'workspace_load_failed',
    message: `the solution ${join(workspace, 'A.sln')} cannot be read: it has no solution header`,
  });
  lay({ 'A.sln': sln('A\\A.csproj'), 'B.slnf': slnf('A.sln', 'A\\A.csproj') }, workspace);
  await bridge.call('references', { symbol: 'Thing' });
  expect((await bridge.call('lsp', { action: 'status' })).text).toContain(
    'passed over B.slnf: a solution filter counts only when',
  );
  expect((await bridge.close()).code).toBe(0);
});
