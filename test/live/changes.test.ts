/** One bridge over a copy of the example that others change under it: files, settings, and the language server itself. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfExample } from '../support/example.ts';
import { slnx } from '../support/lay.ts';
import { markedTree } from '../support/processes.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(120_000);

const workspace = copyOfExample();
const tree = markedTree();
const at = (name: string): string => join(workspace, name);
const settingsFile = at('.roslyn-bridge.json');
let bridge: Wire;

beforeAll(async () => {
  bridge = await Wire.open({ workspace, env: tree.env });
  // Restores and loads.
  await bridge.call('references', { symbol: 'IOrderRepository' });
});
afterAll(async () => {
  const { code } = await bridge.close();
  expect({ code, noise: bridge.noise, left: tree.living() }).toEqual({ code: 0, noise: [], left: [] });
});

/** The places as `path:line:column`, declarations with a star, or the code of the failure. */
async function places(args: Record<string, unknown>): Promise<string[] | string> {
  const { envelope } = await bridge.call('references', args);
  if (!envelope.ok) return envelope.error?.code ?? '';
  const files = envelope.data?.['files'] as { path: string; places: { line: number; column: number; declaration?: true }[] }[];
  return files.flatMap(({ path, places: list }) =>
    list.map(({ line, column, declaration }) => `${path}:${line}:${column}${declaration === true ? '*' : ''}`),
  );
}

const snapshot = async () => (await bridge.call('references', { symbol: 'Money.Zero' })).envelope.snapshot;
const serverPid = async (): Promise<number> => {
  const { envelope } = await bridge.call('lsp', { action: 'status' });
  return (envelope.data?.['load'] as { server: { pid: number } }).server.pid;
};

describe('a file that somebody else', () => {
  const core = (name: string): string => `src/Shop.Core/${name}`;
  const made = core('Made.cs');
  const line = '    /* 🛒 */ public static object It() => typeof(Wade);';
  const [it, use] = [line.indexOf('It'), line.indexOf('Wade')].map((index) => index + 1);

  test('creates is in the next answer, and the snapshot is another one (R36)', async () => {
    const before = await snapshot();
    expect(await places({ symbol: 'Made' })).toBe('symbol_not_found');
    writeFileSync(
      at(made),
      'namespace Shop.Core;\n\npublic static class Made\n{\n    public static (int A, string B) Pair() => (1, "");\n}\n',
    );
    expect(await places({ symbol: 'Made' })).toEqual([`${made}:3:21*`]);
    // Its result is a tuple, whose brackets are not those of the parameters.
    expect(await places({ symbol: 'Made.Pair()' })).toEqual([`${made}:5:37*`]);
    const after = await snapshot();
    expect(after).toMatchObject({ workspaceId: before?.workspaceId, workspaceEpoch: before?.workspaceEpoch });
    expect(after?.snapshotId).not.toBe(before?.snapshotId);
    expect((await snapshot())?.snapshotId).toBe(after?.snapshotId);
  });

  test('changes is, too, though neither its size nor its time is another (R35)', async () => {
    const { atime, mtime } = statSync(at(made));
    writeFileSync(at(made), readFileSync(at(made), 'utf8').replace('class Made', 'class Made'.replace('M', 'W')));
    utimesSync(at(made), atime, mtime);
    expect(await places({ symbol: 'Wade' })).toEqual([`${made}:3:21*`]);
    expect(await places({ symbol: 'Made' })).toBe('symbol_not_found');
  });

  test('writes with the line ends of Windows and emoji has its places where an editor shows them', async () => {
    const text = ['namespace Shop.Core;', 'public static class Wade', '{', line, '}', ''];
    writeFileSync(at(made), text.join('\r\n'));
    expect(await places({ symbol: 'Wade' })).toEqual([`${made}:2:21*`, `${made}:4:${use}`]);
    expect(await places({ path: made, line: 4, column: use })).toEqual([`${made}:2:21*`, `${made}:4:${use}`]);
  });

  test('renames is found under its new name', async () => {
    const moved = core('Text/Größe #2.cs');
    renameSync(at(made), at(moved));
    expect(await places({ symbol: 'Wade' })).toEqual([`${moved}:2:21*`, `${moved}:4:${use}`]);
    expect(await places({ path: made, line: 2, column: 21 })).toBe('file_not_found');
    renameSync(at(moved), at(made));
    expect(await places({ symbol: 'Wade' })).toEqual([`${made}:2:21*`, `${made}:4:${use}`]);
  });

  test('deletes is gone, and so are its uses (R36)', async () => {
    writeFileSync(at(core('User.cs')), 'namespace Shop.Core;\npublic class User { object x = Wade.It(); }\n');
    expect(await places({ symbol: 'Wade.It' })).toEqual([`${made}:4:${it}*`, `${core('User.cs')}:2:37`]);
    rmSync(at(core('User.cs')));
    expect(await places({ symbol: 'Wade.It' })).toEqual([`${made}:4:${it}*`]);
    rmSync(at(made));
    expect(await places({ symbol: 'Wade' })).toBe('symbol_not_found');
  });

  test('edits adds comments, dormant code and another declaration, all of which the next answers have', async () => {
    const path = core('Kept.cs');
    const write = (...lines: readonly string[]): void =>
      writeFileSync(at(path), ['namespace Shop.Core;', ...lines, ''].join('\n'));
    const asked = async () => (await bridge.call('references', { symbol: 'Kept.Held' })).envelope;
    const warnings = ({ warnings = [] }: Awaited<ReturnType<typeof asked>>): string[] => warnings.map(({ code }) => code);
    write('class Kept { int Held; }');
    const first = await asked();
    expect([first.data?.['mentions'], warnings(first)]).toEqual([undefined, []]);
    write('// Held', 'class Kept { int Held; string s = "Held"; }');
    expect((await asked()).data?.['mentions']).toMatchObject({ comment: 1, string: 1 });
    write('class Kept { int Held; }', '#if NOBODY', 'class Other { int M(Kept k) => k.Held; }', '#endif');
    const dormant = await asked();
    expect([dormant.data?.['mentions'], warnings(dormant)]).toEqual([undefined, ['frameworks_not_seen']]);
    write('class Kept { int Held; }', 'class Around { class Kept { int Held; } }');
    expect((await asked()).error?.code).toBe('symbol_ambiguous');
    write('class Around { class Kept { int Held; } }');
    expect((await bridge.call('definition', { symbol: 'Kept.Held' })).envelope.data?.['symbol']).toBe(
      'Shop.Core.Around.Kept.Held',
    );
    rmSync(at(path));
    expect(await places({ symbol: 'Kept.Held' })).toBe('symbol_not_found');
  });

  test('a page of before a change is not continued after it', async () => {
    const { envelope } = await bridge.call('references', { symbol: 'Money', limit: 1 });
    writeFileSync(at(made), 'class Made { }\n');
    const { envelope: next } = await bridge.call('references', { symbol: 'Money', limit: 1, cursor: envelope.data?.['cursor'] });
    expect(next).toMatchObject({ error: { code: 'snapshot_mismatch' }, continuation: { kind: 'ReviseRequest' } });
    rmSync(at(made));
  });
});

describe('settings', () => {
  test('that have become invalid: the fault is told, the old ones stay in force, the workspace goes on working', async () => {
    const epoch = (await snapshot())?.workspaceEpoch;
    writeFileSync(settingsFile, '{"exclude": "samples", "requestTimeout": 0}');
    expect((await bridge.call('lsp', { action: 'status' })).envelope.data).toMatchObject({ settingsFileDiffers: true });
    const { envelope, text } = await bridge.call('lsp', { action: 'reload' });
    const faults = ['exclude must be a list of folder names', 'requestTimeout must be from 1 to 600 seconds'];
    const block = ['.roslyn-bridge.json is invalid:', ...faults.map((fault) => `- ${fault}`)].join('\n');
    expect(envelope).toMatchObject({
      error: { code: 'invalid_settings', message: block },
      continuation: { kind: 'ResolveExternally' },
    });
    expect(envelope.diagnostics).toEqual(faults.map((message) => ({ id: 'invalid_settings', severity: 'Error', message })));
    expect(text).toStartWith(`invalid_settings: ${block}\n`);
    expect(await places({ path: 'samples/Shop.Sample/Sample.cs', line: 1, column: 1 })).toBe('excluded_path');
    expect((await snapshot())?.workspaceEpoch).toBe(epoch ?? -1);
    expect((await bridge.call('lsp', { action: 'status' })).text).toContain('exclude = ["samples"] (file)');
  });

  test('that were repaired are applied: each change with its old and new value and source; another solution by a load', async () => {
    const epoch = (await snapshot())?.workspaceEpoch ?? -1;
    writeFileSync(at('Small.slnx'), slnx('src/Shop.Core/Shop.Core.csproj'));
    writeFileSync(settingsFile, '{"exclude": ["docs"], "solution": "Small.slnx", "requestTimeout": 30}');
    const { envelope, text } = await bridge.call('lsp', { action: 'reload' });
    expect(envelope.data).toEqual({
      changes: [
        { name: 'exclude', before: { value: ['samples'], source: 'file' }, after: { value: ['docs'], source: 'file' } },
        { name: 'requestTimeout', before: { value: 60, source: 'default' }, after: { value: 30, source: 'file' } },
        { name: 'solution', before: { value: 'Shop.slnx', source: 'file' }, after: { value: 'Small.slnx', source: 'file' } },
      ],
      reloads: true,
    });
    expect(text).toContain('\nexclude: ["samples"] (file) → ["docs"] (file)\nrequestTimeout: 60 (default) → 30 (file)\n');
    expect((await bridge.call('lsp', { action: 'reload' })).envelope.data).toEqual({ changes: [], reloads: false });

    const found = (await places({ symbol: 'IOrderRepository' })) as string[];
    expect(new Set(found.map((place) => place.split('/').slice(0, 2).join('/')))).toEqual(new Set(['src/Shop.Core']));
    expect((await snapshot())?.workspaceEpoch).toBe(epoch + 1);
    expect(await places({ path: 'samples/Shop.Sample/Sample.cs', line: 1, column: 1 })).not.toBe('excluded_path');
    expect((await bridge.call('lsp', { action: 'status' })).text).toContain(
      'loaded by the setting solution: Small.slnx; 1 project\n  src/Shop.Core/Shop.Core.csproj\npassed over Shop.slnx: ',
    );
  });
});

describe('a language server that is killed', () => {
  test('while it is asked: the answer is right, or says that it was lost; the next one is right, in a new epoch', async () => {
    const right = await places({ symbol: 'Order' });
    const declared = (right as string[]).filter((place) => place.endsWith('*')).length;
    expect({ declared, many: right.length > 20 }).toEqual({ declared: 2, many: true });
    const answers: unknown[] = [];
    const epoch = (await snapshot())?.workspaceEpoch ?? -1;
    // What was asked before is known, also without a server.
    const ids = Array.from({ length: 5 }, () => bridge.begin('references', { symbol: 'Money' }));
    process.kill(await serverPid(), 'SIGKILL');
    for (const id of ids) {
      const { envelope } = await bridge.tool(id, 'references');
      if (envelope.ok) answers.push(envelope.data);
      else expect(envelope).toMatchObject({ error: { code: 'server_lost' }, continuation: { kind: 'RetryRequest' } });
    }
    expect(await places({ symbol: 'Order' })).toEqual(right);
    const { data } = (await bridge.call('references', { symbol: 'Money' })).envelope;
    expect(data?.['total']).toBeGreaterThan(40);
    for (const answer of answers) expect(answer).toEqual(data);
    expect((await snapshot())?.workspaceEpoch).toBe(epoch + 1);
  });

  test('stop, settings that are gone, and restart: nothing runs, then another one, by the defaults', async () => {
    const { text } = await bridge.call('lsp', { action: 'stop' });
    expect(text).toStartWith('stopped: ');
    expect(tree.living()).toEqual([bridge.pid]);
    rmSync(settingsFile);
    rmSync(at('Shop.slnx'));
    const { envelope } = await bridge.call('lsp', { action: 'reload' });
    const changes = envelope.data?.['changes'] as { name: string; after: { value: unknown; source: string } }[];
    expect(changes.map(({ name, after }) => `${name} ${JSON.stringify(after.value)} ${after.source}`)).toEqual([
      'exclude [] default',
      'requestTimeout 60 default',
      'solution null default',
    ]);
    const { envelope: restarted } = await bridge.call('lsp', { action: 'restart' });
    expect(restarted.data).toMatchObject({ state: 'ready', load: { why: 'every solution and project at the workspace root' } });
    expect(tree.living()).toContain(await serverPid());
  });
});
