/** What is loaded, by settings or without any, and that the answers are of just that; on solutions of a few lines. */
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Fake } from '../fake/fake.ts';
import { csproj, lay, references, sln, slnf, slnx } from '../support/lay.ts';
import { tempFolder } from '../support/temp.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(120_000);

const user = (name: string): string => `namespace Use;\npublic class ${name} { Lib.Alpha a; }\n`;
const projects = {
  'a/A.csproj': csproj(),
  'a/Alpha.cs': 'namespace Lib;\npublic class Alpha { }\n',
  'b/B.csproj': csproj(references('../a/A.csproj')),
  'b/Beta.cs': user('Beta'),
  'c/C.csproj': csproj(references('..\\a\\A.csproj')),
  'c/Gamma.cs': user('Gamma'),
};

/** Files with references to a symbol, or the code of the failure. */
async function files(bridge: Wire, symbol: string): Promise<string[] | string | undefined> {
  const { envelope } = await bridge.call('references', { symbol });
  return envelope.ok ? (envelope.data?.['files'] as { path: string }[]).map(({ path }) => path) : envelope.error?.code;
}

/** What status says of the choice, without the lines that every status has. */
async function choice(bridge: Wire): Promise<string[]> {
  const { text } = await bridge.call('lsp', { action: 'status' });
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith('loaded by '));
  const rest = lines.slice(from);
  return rest.slice(
    0,
    rest.findIndex((line, at) => at > 0 && !/^(  \S|passed over )/.test(line)),
  );
}

describe('one workspace with two solutions, a filter and a project at its root (R44, R46, R47)', () => {
  const workspace = lay({
    ...projects,
    'All.slnx': slnx('a/A.csproj', 'b/B.csproj', 'c/C.csproj'),
    'Two.sln': sln('a\\A.csproj', 'b\\B.csproj'),
    'filters/Two.slnf': slnf('..\\All.slnx', 'a/A.csproj', 'c\\C.csproj'),
  });
  const opened = Wire.open({ workspace });
  afterAll(async () => {
    const bridge = await opened;
    expect({ code: (await bridge.close()).code, noise: bridge.noise }).toEqual({ code: 0, noise: [] });
  });

  const [a, b, c] = ['a/Alpha.cs', 'b/Beta.cs', 'c/Gamma.cs'];
  const other = 'the setting solution names another';
  test.each([
    [
      'neither',
      {},
      'every solution and project at the workspace root: All.slnx, Two.sln; 3 projects',
      ['  a/A.csproj', '  b/B.csproj', '  c/C.csproj'],
      [a, b, c],
    ],
    [
      'a .sln',
      { solution: 'Two.sln' },
      'the setting solution: Two.sln; 2 projects',
      ['  a/A.csproj', '  b/B.csproj', `passed over All.slnx: ${other}`],
      [a, b],
    ],
    [
      'a .slnf in a folder',
      { solution: 'filters\\Two.slnf' },
      'the setting solution: filters/Two.slnf; 2 projects',
      ['  a/A.csproj', '  c/C.csproj', `passed over All.slnx: ${other}`, `passed over Two.sln: ${other}`],
      [a, c],
    ],
    [
      'projects',
      { projects: ['./b/B.csproj'] },
      'the setting projects: 2 projects',
      [
        '  b/B.csproj',
        '  a/A.csproj (referenced)',
        'passed over All.slnx: the setting projects names projects',
        'passed over Two.sln: the setting projects names projects',
      ],
      [a, b],
    ],
  ])('%s: %j', async (_, settings, why, more, expected) => {
    const bridge = await opened;
    lay({ '.roslyn-bridge.json': JSON.stringify(settings) }, workspace);
    expect((await bridge.call('lsp', { action: 'reload' })).envelope.ok).toBe(true);
    expect(await files(bridge, 'Alpha')).toEqual(expected);
    expect(await files(bridge, 'Gamma')).toEqual(expected.includes(c) ? [c] : 'symbol_not_found');
    expect(await choice(bridge)).toEqual([`loaded by ${why}`, ...more]);
  });

  test('a project at the root that no solution holds is loaded beside them', async () => {
    const bridge = await opened;
    rmSync(join(workspace, 'All.slnx'));
    const items = `<Compile Remove="a/**;b/**;c/**" /><Compile Include="a/Alpha.cs" Link="Alpha.cs" />`;
    lay({ 'Loose.csproj': csproj(items), 'Delta.cs': user('Delta'), '.roslyn-bridge.json': '{}' }, workspace);
    await bridge.call('lsp', { action: 'reload' });
    expect(await files(bridge, 'Delta')).toEqual(['Delta.cs']);
    expect(await files(bridge, 'Beta')).toEqual(['b/Beta.cs']);
    expect(await choice(bridge)).toEqual([
      'loaded by every solution and project at the workspace root: Two.sln; 3 projects',
      '  a/A.csproj',
      '  b/B.csproj',
      '  Loose.csproj',
    ]);
  });
});

test('projects below the root only; a document outside of it is found, with a trace of the exchange', async () => {
  const top = tempFolder('top');
  const workspace = join(top, 'Größe #1 (50%) ü');
  lay(
    { ...projects, 'b/B.csproj': csproj(`${references('../a/A.csproj')}<Compile Include="../../outside/**/*.cs" />`) },
    workspace,
  );
  lay({ 'outside/Über/Linked.cs': user('Linked') }, top);
  const trace = join(top, 'trace.jsonl');
  const bridge = await Wire.open({ workspace, args: ['--lsp-trace', trace] });
  const outside = join(top, 'outside', 'Über', 'Linked.cs');
  expect(await files(bridge, 'Alpha')).toEqual([outside, 'a/Alpha.cs', 'b/Beta.cs', 'c/Gamma.cs']);
  expect(await files(bridge, 'Use.Linked')).toEqual([outside]);
  expect(await choice(bridge)).toEqual([
    'loaded by every project below the workspace root: 3 projects',
    '  a/A.csproj',
    '  b/B.csproj',
    '  c/C.csproj',
  ]);
  expect((await bridge.close()).code).toBe(0);

  const lines = readFileSync(trace, 'utf8').trimEnd().split('\n');
  const messages = lines.map((line) => JSON.parse(line) as { direction: string; message: { method?: string; id?: unknown } });
  const sent = messages.flatMap(({ direction, message }) =>
    direction === 'out' && message.method !== undefined ? [message.method] : [],
  );
  expect(sent.slice(0, 3)).toEqual(['initialize', 'initialized', 'workspace/symbol']);
  expect(sent.slice(-2)).toEqual(['shutdown', 'exit']);
  expect(messages.some(({ direction, message }) => direction === 'in' && message.method === '$/progress')).toBe(true);
});

describe('packages are restored', () => {
  const assets = (workspace: string): boolean => existsSync(join(workspace, 'a/obj/project.assets.json'));

  test('before the load, where they never were; with progress', async () => {
    const workspace = lay(projects);
    const fake = new Fake();
    const bridge = await Wire.open({ workspace, server: false, args: ['--server', fake.path] });
    await bridge.tool(bridge.begin('references', { symbol: 'Alpha' }, 'token'));
    expect(assets(workspace)).toBe(true);
    expect(bridge.progress('token').map(({ message }) => message)).toContain('restoring packages');
    expect((await bridge.close()).code).toBe(0);
  });

  test('never, with --no-restore (R57)', async () => {
    const workspace = lay(projects);
    const fake = new Fake();
    const bridge = await Wire.open({ workspace, server: false, args: ['--server', fake.path, '--no-restore'] });
    await bridge.call('references', { symbol: 'Alpha' });
    expect({ assets: assets(workspace), starts: fake.starts().length }).toEqual({ assets: false, starts: 1 });
    expect((await bridge.close()).code).toBe(0);
  });

  test('a restore that fails is a load problem in its own words, and no failure to start', async () => {
    const broken = csproj('<PackageReference Include="No.Such.Package.At.All" Version="1.0.0" />');
    const sources = '<configuration><packageSources><clear /></packageSources></configuration>';
    const workspace = lay({ ...projects, 'a/A.csproj': broken, 'nuget.config': sources });
    const fake = new Fake();
    const bridge = await Wire.open({ workspace, server: false, args: ['--server', fake.path] });
    await bridge.call('references', { symbol: 'Alpha' });
    const { envelope, text } = await bridge.call('lsp', { action: 'status' });
    expect(envelope.data).toMatchObject({
      state: 'ready',
      problemCount: 1,
      problems: [{ id: 'restore_failed', severity: 'Error' }],
    });
    expect(text).toMatch(/\nload problems: 1 error.*\n  error: .*No\.Such\.Package\.At\.All/);
    expect((await bridge.close()).code).toBe(0);
  });
});
