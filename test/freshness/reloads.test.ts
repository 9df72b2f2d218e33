/** What decides about a load, in the workspace and above it, leads to one; what changes nothing does not. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { binary } from '../support/binary.ts';
import { isMicrosofts, languageServer } from '../support/language-server.ts';
import { environment } from '../support/environment.ts';
import { csproj, lay, references, slnx } from '../support/lay.ts';
import { startBatch } from '../tools/batch-process.ts';

setDefaultTimeout(10 * 60_000);

interface Envelope {
  readonly ok: boolean;
  readonly error?: { readonly code: string };
  readonly data: { readonly files: readonly { readonly path: string; readonly places: readonly { readonly line: number }[] }[] };
  readonly snapshot: { readonly workspaceEpoch: number; readonly snapshotId: string };
}

const uses = (name: string, ...lines: readonly string[]): string =>
  `class ${name} {\n${lines.map((line, at) => `  int M${at}() => ${line};\n`).join('')}}\n`;
const extra = '#if EXTRA\nclass Extra { int M() => Hub.Call(1); }\n#endif\n';
const props = (constants: string): string =>
  `<Project><PropertyGroup><DefineConstants>$(DefineConstants);${constants}</DefineConstants></PropertyGroup></Project>`;

/** The folder above the workspace. */
const world = (): string =>
  lay({
    'Directory.Build.props': props('NONE'),
    'ws/All.slnx': slnx('A/A.csproj'),
    'ws/A/A.csproj': csproj('<Compile Include="../Both/*.cs" />'),
    'ws/A/Hub.cs': 'public static class Hub {\n  public static int Call(int x) => x;\n}\n',
    'ws/A/X.cs': uses('X', 'Hub.Call(0)'),
    'ws/A/Extra.cs': extra,
    'ws/B/B.csproj': csproj(`${references('../A/A.csproj')}<Compile Include="../Both/*.cs" />`),
    'ws/B/Y.cs': uses('Y', '0', 'Hub.Call(1)'),
    'ws/Both/Shared.cs': uses('Shared', '0'),
    'ws/notes.md': '',
  });

/** Where Hub.Call is used, sorted. */
const placesOf = ({ data }: Envelope): string =>
  data.files
    .flatMap(({ path, places }) => places.map(({ line }) => `${path}:${line}`))
    .filter((place) => place !== 'A/Hub.cs:2')
    .sort()
    .join(' ');

async function session() {
  const above = world();
  const command = [await binary(), 'call', '--batch', '--workspace', join(above, 'ws'), '--server', await languageServer()];
  const bridge = startBatch(command);
  let last: Envelope['snapshot'] | undefined;
  /** Where Hub.Call is used, or the code of the failure; and what has become of the snapshot since the last success. */
  const ask = async (): Promise<{ at: string; since: 'same' | 'changed' | 'loaded' | 'failed' }> => {
    const envelope = (await bridge.call('references', { symbol: 'Hub.Call' })) as Envelope;
    if (!envelope.ok) return { at: envelope.error?.code ?? '', since: 'failed' };
    const { workspaceEpoch, snapshotId } = envelope.snapshot;
    const same = last?.snapshotId === snapshotId;
    const since = last?.workspaceEpoch !== workspaceEpoch ? 'loaded' : same ? 'same' : 'changed';
    last = envelope.snapshot;
    return { at: placesOf(envelope), since };
  };
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(above, name)), { recursive: true });
    writeFileSync(join(above, name), text);
  };
  return { ask, write, at: (name: string): string => join(above, name), end: () => bridge.end() };
}

test('each edit leads to what it needs, and the next answer is right (R40)', async () => {
  const { ask, write, at, end } = await session();
  expect(await ask()).toEqual({ at: 'A/X.cs:2', since: 'loaded' });
  expect(await ask()).toEqual({ at: 'A/X.cs:2', since: 'same' });

  write('ws/notes.md', 'Hub.Call');
  write('ws/A/A.csproj', readFileSync(at('ws/A/A.csproj'), 'utf8'));
  write('Directory.Build.props', props('NONE'));
  expect(await ask()).toEqual({ at: 'A/X.cs:2', since: 'same' });
  write('ws/C/Nobody.cs', uses('Nobody', 'Hub.Call(2)'));
  expect(await ask()).toEqual({ at: 'A/X.cs:2', since: 'changed' });
  write('ws/A/X.cs', uses('X', '0', 'Hub.Call(0)'));
  expect(await ask()).toEqual({ at: 'A/X.cs:3', since: 'changed' });

  write('Directory.Build.props', props('EXTRA'));
  expect(await ask()).toEqual({ at: 'A/Extra.cs:2 A/X.cs:3', since: 'loaded' });
  write('ws/Directory.Build.targets', '<Project><ItemGroup><Compile Remove="Extra.cs" /></ItemGroup></Project>');
  expect(await ask()).toEqual({ at: 'A/X.cs:3', since: 'loaded' });
  rmSync(at('ws/Directory.Build.targets'));
  write('Directory.Build.props', props('NONE'));
  write('ws/All.slnx', slnx('A/A.csproj', 'B/B.csproj'));
  expect(await ask()).toEqual({ at: 'A/X.cs:3 B/Y.cs:3', since: 'loaded' });

  // Of a file of two projects csharp-ls would renew neither.
  write('ws/Both/Shared.cs', uses('Shared', 'Hub.Call(3)'));
  const since = isMicrosofts ? 'changed' : 'loaded';
  expect(await ask()).toEqual({ at: 'A/X.cs:3 B/Y.cs:3 Both/Shared.cs:2', since });
  write('ws/A/obj/project.assets.json', `${readFileSync(at('ws/A/obj/project.assets.json'), 'utf8')}\n`);
  expect(await ask()).toEqual({ at: 'A/X.cs:3 B/Y.cs:3 Both/Shared.cs:2', since: 'loaded' });
  write('global.json', '{}');
  write('ws/.editorconfig', 'root = true\n');
  expect(await ask()).toEqual({ at: 'A/X.cs:3 B/Y.cs:3 Both/Shared.cs:2', since: 'loaded' });

  write('ws/All.slnx', '<Solution');
  expect(await ask()).toEqual({ at: 'workspace_load_failed', since: 'failed' });
  write('ws/A/X.cs', uses('X', 'Hub.Call(0)'));
  write('ws/All.slnx', slnx('A/A.csproj'));
  expect(await ask()).toEqual({ at: 'A/X.cs:2 Both/Shared.cs:2', since: 'loaded' });
  await end();
});

test('answers that are asked for at once see one and the same code, and it is the new one', async () => {
  const workspace = join(world(), 'ws');
  const client = new Client({ name: 'test', version: '1' });
  const args = ['--workspace', workspace, '--server', await languageServer()];
  await client.connect(new StdioClientTransport({ command: await binary(), args, env: environment(), stderr: 'ignore' }));
  const ask = async (): Promise<Envelope> => {
    const call = { name: 'references', arguments: { symbol: 'Hub.Call' } };
    return (await client.callTool(call, { timeout: 170_000 })).structuredContent as unknown as Envelope;
  };
  await ask();
  for (let round = 0; round < 20; round += 1) {
    // The line of the use moves, so an answer of before is told from one of after.
    const lines = Array.from({ length: 5 }, (_, at) => (at === round % 5 ? 'Hub.Call(0)' : '0'));
    writeFileSync(join(workspace, 'A/X.cs'), uses('X', ...lines));
    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    expect(answers.map(placesOf)).toEqual(Array.from({ length: 6 }, () => `A/X.cs:${(round % 5) + 2}`));
    expect(new Set(answers.map(({ snapshot }) => snapshot.snapshotId)).size).toBe(1);
  }
  await client.close();
});
