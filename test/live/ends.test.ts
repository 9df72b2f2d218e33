/**
 * How a bridge with a loaded language server ends (in all other states: session/ends.test.ts), and that until then nothing
 * but protocol is on its standard output.
 */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fake } from '../fake/fake.ts';
import { csproj, lay } from '../support/lay.ts';
import { markedTree } from '../support/processes.ts';
import { tempFolder } from '../support/temp.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(120_000);

const workspace = lay({ 'A.csproj': csproj(), 'Alpha.cs': 'namespace Lib;\npublic class Alpha { Alpha other; }\n' });
/** Five seconds for the language server, and what a busy machine takes for the rest. */
const bound = 8000;

describe('with a loaded language server:', () => {
  test.each([
    ['the end of standard input', undefined],
    ['SIGINT', 'SIGINT'],
  ] as const)('%s ends the bridge with code 0 and leaves nothing behind', async (_, signal) => {
    const tree = markedTree();
    const state = tempFolder('state');
    const file = join(tempFolder('log'), 'bridge.log');
    const args = ['--log-level', 'trace', '--log-file', file];
    const bridge = await Wire.open({ workspace, args, env: { ...tree.env, XDG_STATE_HOME: state } });
    const { envelope } = await bridge.call('references', { symbol: 'Alpha' });
    expect(envelope.data).toMatchObject({ symbol: 'Lib.Alpha', total: 1, declarations: 1 });
    expect(tree.living().length).toBeGreaterThanOrEqual(2);
    const began = performance.now();
    if (signal === undefined) void bridge.close();
    else bridge.kill(signal);
    const { code, signal: by } = await bridge.ended;
    expect({ code, by, left: tree.living(), noise: bridge.noise }).toEqual({ code: 0, by: null, left: [], noise: [] });
    expect(performance.now() - began).toBeLessThan(bound);
    expect(readFileSync(file, 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z (trace|debug|info) /);
    // What the bridge wrote for itself.
    const own = join(state, 'roslyn-bridge');
    expect(existsSync(own) ? readdirSync(own) : []).toEqual([]);
  });
});

describe('on a language server that only pretends (R19, R20):', () => {
  const open = async (fake: Fake, args: readonly string[] = []) => {
    const tree = markedTree();
    const all = ['--server', fake.path, '--no-restore', ...args];
    return { tree, bridge: await Wire.open({ workspace, server: false, args: all, env: tree.env }) };
  };

  test.each(['trace', 'debug', 'info', 'warn', 'error'])(
    'nothing but protocol on standard output with --log-level %s',
    async (level) => {
      const fake = new Fake({ logs: ['csharp-ls: msbuildWorkspace.Diagnostics: [Failure] odd'], flood: 100_000 });
      const { bridge } = await open(fake, ['--log-level', level]);
      await bridge.call('references', { symbol: 'Alpha' });
      await bridge.call('references', { nonsense: 1 });
      bridge.notify('notifications/nonsense');
      const { code, stderr } = await bridge.close();
      expect({ code, noise: bridge.noise }).toEqual({ code: 0, noise: [] });
      // The louder levels have something to say, on standard error.
      if (level === 'trace' || level === 'debug') expect(stderr).not.toBe('');
      if (level === 'error') expect(stderr).toBe('');
    },
  );

  test('the end of input with a call under way', async () => {
    const fake = new Fake({ holds: ['textDocument/references'] });
    const { bridge, tree } = await open(fake);
    bridge.begin('references', { path: 'Alpha.cs', line: 2, column: 14 });
    await fake.got('textDocument/references');
    expect((await bridge.close()).code).toBe(0);
    expect(tree.living()).toEqual([]);
  });
});
