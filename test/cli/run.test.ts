/** The program as a person starts it, up to where a language server would be needed. */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeTool } from '../../src/cli/commands/tools.ts';
import { commands } from '../../src/cli/commands.ts';
import { configFolder } from '../../src/machine.ts';
import { version } from '../../src/version.ts';
import { root as clone } from '../support/paths.ts';
import { run } from '../support/run.ts';
import { tempFolder } from '../support/temp.ts';

const main = join(clone, 'src', 'main.ts');
const bridge = async (args: readonly string[], cwd = tempFolder('cli'), input = '') =>
  await run([process.execPath, main, ...args], { cwd, input });

/** A workspace whose file is invalid in two ways. */
function invalidWorkspace(): string {
  const folder = tempFolder('invalid');
  writeFileSync(join(folder, '.roslyn-bridge.json'), '{"startupTimeout": 0, "solution": "src/Missing.slnx"}');
  return folder;
}
const block = `.roslyn-bridge.json is invalid:
- startupTimeout must be from 1 to 600 seconds
- solution 'src/Missing.slnx' does not exist
`;

describe('help', () => {
  test.each([[], ...commands.map(({ name }) => [name])])('of %s', async (...command) => {
    const { code, stdout, stderr } = await bridge([...command, '--help'], invalidWorkspace());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(`v${version}`, 'v<version>')).toMatchSnapshot();
  });

  test('wins over everything that is wrong beside it', async () => {
    const { code, stderr } = await bridge(['--bogus', '--help', '--load', 'never']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

test('--version', async () => {
  expect(await bridge(['--version'], invalidWorkspace())).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('help and version load neither protocol nor checker', async () => {
  const script = `
    const { run } = await import(${JSON.stringify(join(clone, 'src/cli/run.ts'))});
    await run(['--version']);
    await run(['--help']);
    const loaded = Object.keys(require.cache);
    const slow = loaded.filter((path) => /node_modules.(arktype|jsonc-parser|smol-toml|@modelcontext|vscode-)/.test(path));
    console.error(slow.length, loaded.some((path) => /node_modules.citty/.test(path)));`;
  const { code, stderr } = await run([process.execPath, '-e', script], { cwd: clone });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '0 true\n' });
});

describe('wrong usage is told on standard error with exit code 2:', () => {
  test.each<[string[], string]>([
    [['--exlude', 'a'], "unknown flag '--exlude', did you mean '--exclude'?"],
    [['chek'], "unknown command 'chek', did you mean 'check'?"],
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['serve', 'more'], "unexpected argument 'more'"],
    [['check', '--workspace', '/missing/folder'], "--workspace '/missing/folder' is not a folder: it does not exist"],
    [['schema', 'user'], "unknown schema 'user', the known ones are project and settings-toml"],
    [['--settings-toml', 'missing.toml'], "--settings-toml 'missing.toml' does not exist"],
    [['schema', 'project', 'more'], "unexpected argument 'more'"],
    [['--json'], '--json is no flag of serve'],
    [['check', '--batch'], '--batch is no flag of check'],
    [['check', '--btach'], "unknown flag '--btach'"],
    [['call', '--batsh'], "unknown flag '--batsh', did you mean '--batch'?"],
    [['--load=never', 'call'], "--load must be on-call or on-list, not 'never'\ncall needs the name of a tool, or --batch"],
    [['call'], 'call needs the name of a tool, or --batch'],
    [['call', '--batch', 'lsp'], "call --batch takes no tool, but got 'lsp'"],
    [['call', 'lsp', '--action'], '--action needs a value'],
    [['call', 'lsp', '{} x'], 'the arguments of the tool are not JSON: JSON Parse error: Unable to parse JSON string'],
  ])('%j', async (args, faults) => {
    const lines = faults.split('\n').map((line) => `roslyn-bridge: ${line}\n`);
    const stderr = `${lines.join('')}roslyn-bridge --help lists the commands and flags.\n`;
    expect(await bridge(args)).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('with an invalid settings file', () => {
  test.each([[[]], [['serve']], [['check']], [['call', 'lsp', '--action', 'status']], [['call', '--batch']]])(
    '%j prints the faults on standard error and nothing else',
    async (args) => {
      expect(await bridge(args, invalidWorkspace())).toEqual({ code: 1, stdout: '', stderr: block });
    },
  );

  test('check --json prints them as JSON on standard output', async () => {
    const { code, stdout, stderr } = await bridge(['check', '--json'], invalidWorkspace());
    expect({ code, stderr, report: JSON.parse(stdout) }).toEqual({
      code: 1,
      stderr: '',
      report: {
        valid: false,
        file: '.roslyn-bridge.json',
        faults: ['startupTimeout must be from 1 to 600 seconds', "solution 'src/Missing.slnx' does not exist"],
      },
    });
  });

  test('both files are told, the project’s first', async () => {
    const folder = invalidWorkspace();
    writeFileSync(join(folder, 'mine.toml'), '[agent.roslyn_mcp]\nmax_nodes_per_query = 0\nmax_recursion_depth = 9\n');
    const both = `${block}settings.toml is invalid:
- agent.roslyn_mcp.max_nodes_per_query must be from 1 to 5000
- agent.roslyn_mcp.max_recursion_depth must be from 1 to 8
`;
    const args = ['--settings-toml', join(folder, 'mine.toml')];
    expect(await bridge(args, folder)).toEqual({ code: 1, stdout: '', stderr: both });
    expect(await bridge([...args, 'check'], folder)).toEqual({ code: 1, stdout: '', stderr: both });
    const report = JSON.parse((await bridge([...args, 'check', '--json'], folder)).stdout);
    expect(report).toMatchObject({ valid: false, file: '.roslyn-bridge.json', more: [{ file: 'settings.toml' }] });
    expect(await bridge([...args, 'check'])).toEqual({ code: 1, stdout: '', stderr: both.replace(block, '') });
  });

  test('an argument does not heal it', async () => {
    const { code, stderr } = await bridge(['check', '--startup-timeout', '5'], invalidWorkspace());
    expect({ code, stderr }).toEqual({ code: 1, stderr: block });
  });

  test.each([['schema'], ['tools']])('%s works', async (command) => {
    const { code, stdout, stderr } = await bridge([command], invalidWorkspace());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.length).toBeGreaterThan(500);
  });
});

describe('check', () => {
  const folder = join(tempFolder('check'), 'work #1 Größe');
  mkdirSync(folder);
  writeFileSync(join(folder, 'App.slnx'), '');
  const file = { exclude: ['samples', 'a\u001b[2Jb'], startupTimeout: 300, requestTimeout: 90, solution: 'App.slnx' };
  writeFileSync(join(folder, '.roslyn-bridge.json'), JSON.stringify(file));

  test('prints each value with its source', async () => {
    const { code, stdout, stderr } = await bridge(['--exclude', 'docs', 'check', '--request-timeout=5', '--workspace', folder]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const places = stdout.replaceAll(folder, '<workspace>').replaceAll(configFolder(), '<config>');
    expect(places).toMatchSnapshot();
  });

  test('prints the limits of answers with their sources, of both files', async () => {
    const user = join(tempFolder('user'), 'mine.toml');
    writeFileSync(user, '[agent.roslyn_mcp]\nmax_nodes_per_query = 9\npreset = "overview"\n');
    const project = tempFolder('limits');
    writeFileSync(join(project, '.roslyn-bridge.json'), '{"agent": {"maxAnswerTokens": 900}}');
    const args = ['check', '--json', '--settings-toml', user];
    const { arguments: flags, agent } = JSON.parse((await bridge(args, project)).stdout);
    expect(flags['settings-toml']).toEqual({ value: user, source: 'argument' });
    expect(agent).toMatchObject({
      maxNodesPerQuery: { value: 9, source: 'settings.toml' },
      maxAnswerTokens: { value: 900, source: '.roslyn-bridge.json' },
      maxRecursionDepth: { value: 1, source: 'preset overview, settings.toml' },
      loadWaitSeconds: { value: 40, source: 'default' },
      preset: { value: 'overview', source: 'settings.toml' },
      presets: { value: ['overview', 'refactoring'], source: 'default' },
    });
    const none = JSON.parse((await bridge(['check', '--json', '--settings-toml', 'none'], project)).stdout);
    expect(none.agent.maxNodesPerQuery).toEqual({ value: 200, source: 'default' });
  });

  test('prints them as JSON', async () => {
    const { code, stdout } = await bridge(['check', '--json', '--no-restore', '--request-timeout', '5'], folder);
    const report = JSON.parse(stdout);
    expect({ code, valid: report.valid }).toEqual({ code: 0, valid: true });
    expect(report.arguments).toMatchObject({
      workspace: { value: folder, source: 'default' },
      'no-restore': { value: true, source: 'argument' },
    });
    expect(report.settings).toEqual({
      exclude: {
        value: file.exclude,
        source: 'file',
        names: file.exclude.map((name) => ({ name, source: 'file' })),
      },
      startupTimeout: { value: 300, source: 'file' },
      requestTimeout: { value: 5, source: 'argument' },
      solution: { value: 'App.slnx', source: 'file' },
      projects: { value: null, source: 'default' },
      'diagnostics.severity': { value: 'warning', source: 'default' },
    });
  });
});

test.each([
  ['project', 'roslyn-bridge: .roslyn-bridge.json'],
  ['settings-toml', 'roslyn-bridge: settings.toml'],
])('schema %s prints the JSON Schema', async (what, title) => {
  const { code, stdout } = await bridge(['schema', what]);
  expect({ code, title: JSON.parse(stdout).title }).toEqual({ code: 0, title });
});

describe('tools', () => {
  test('lists them as call takes them', async () => {
    expect((await bridge(['tools'])).stdout).toMatchSnapshot();
  });

  test('a tool is described with its parameters', () => {
    const params = {
      symbol: { must: 'a name', about: 'Name of the symbol' },
      maxTokens: { must: 'a whole number', optional: true as const, about: 'Budget' },
    };
    expect(describeTool({ name: 'find', title: 'Find', description: 'Finds.\nAll of it.', params })).toBe(
      [
        'find: Find',
        '  Finds.',
        '  All of it.',
        '  --symbol: a name (required)',
        '      Name of the symbol',
        '  --max-tokens: a whole number',
        '      Budget',
      ].join('\n'),
    );
  });
});

test('a long output arrives whole through a slow pipe', async () => {
  const folder = tempFolder('long');
  const names = Array.from({ length: 20_000 }, (_, index) => `folder-${index}`);
  writeFileSync(join(folder, '.roslyn-bridge.json'), JSON.stringify({ exclude: names }));
  // The pause waits for nothing: it fills the pipe, so that a program which ends too early would lose the rest.
  const command = `"$0" "$1" check --json | (sleep 0.2; cat)`;
  const { stdout } = await run(['sh', '-c', command, process.execPath, main], { cwd: folder });
  expect(stdout.length).toBeGreaterThan(1_000_000);
  expect(JSON.parse(stdout).settings.exclude.value).toEqual(names);
});
