/**
 * install.sh without a network: what it refuses, what it says when something cannot be had, and a whole run in which stubs
 * stand for bun, npm and dotnet. The real run is the first thing that continuous integration does.
 */
import { describe, expect, test } from 'bun:test';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csharpLsVersion } from '../src/servers/find.ts';
import { root } from './support/paths.ts';
import { type Run, run } from './support/run.ts';
import { tempFolder } from './support/temp.ts';

const script = readFileSync(join(root, 'install.sh'), 'utf8');
const notAClone = 'install.sh: downloading a release is not available yet: clone the repository and run sh install.sh there\n';

/** All that install.sh uses of a POSIX system. */
const tools = ['basename', 'cat', 'chmod', 'cp', 'dirname', 'env', 'grep', 'mkdir', 'mv', 'rm', 'sed', 'sh', 'tr', 'uname'];

/** Bun, which builds a bridge that knows its version, and checks its answer; FAIL names the step that goes wrong. */
const bunStub = `
case $1 in
  --version) echo "\${BUN_VERSION:-1.4.5}" ;;
  install) [ "\${FAIL:-}" != packages ] ;;
  run)
    clone=$(dirname "$2")
    case $2 in
      */build.ts)
        [ "\${FAIL:-}" != build ] || exit 1
        mkdir -p "$clone/dist"
        printf '#!/bin/sh\\necho 9.9.9\\n' > "$clone/dist/roslyn-bridge"
        chmod 755 "$clone/dist/roslyn-bridge" ;;
      */first-answer.ts) [ "\${FAIL:-}" != answer ] && echo "asked $3" ;;
    esac ;;
  test) shift; echo "tested in $PWD: $*" ;;
esac`;

/** dotnet with an SDK 10; what it is asked to install appears, and each installation is noted. */
const dotnetStub = `
case $1 in
  --list-sdks) echo "\${SDK:-10.0.100} [/somewhere/sdk]" ;;
  tool)
    [ "\${FAIL:-}" != tool ] || exit 1
    echo "$*" >> "$HOME/installed"
    for last; do :; done
    mkdir -p "$last" && printf '#!/bin/sh\\n' > "$last/csharp-ls" && chmod 755 "$last/csharp-ls" ;;
esac`;

/** A machine with an empty home, a clone in a folder whose name has a space, and only the given commands. */
function machine(stubs: Readonly<Record<string, string>>) {
  const folder = tempFolder('install');
  const [bin, clone, home] = [join(folder, 'bin'), join(folder, 'the clone'), join(folder, 'home')];
  for (const each of [bin, clone, home]) mkdirSync(each);
  for (const tool of tools) symlinkSync(Bun.which(tool) ?? `no ${tool} on this machine`, join(bin, tool));
  for (const [name, body] of Object.entries(stubs)) executable(join(bin, name), body);
  for (const file of ['install.sh', 'package.json']) copyFileSync(join(root, file), join(clone, file));
  const env = { PATH: bin, HOME: home, DOTNET_ROOT: undefined, XDG_DATA_HOME: undefined };
  return {
    clone,
    home,
    install: (args: readonly string[] = [], more: Readonly<Record<string, string>> = {}): Promise<Run> =>
      run([join(bin, 'sh'), join(clone, 'install.sh'), ...args], { cwd: folder, env: { ...env, ...more } }),
  };
}

function executable(path: string, body: string): void {
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}

/** The last line that a run has written to standard error. */
const lastWord = ({ code, stderr }: Run) => ({ code, says: stderr.trimEnd().split('\n').at(-1) });

describe('usage', () => {
  test('the script is well-formed for the shells at hand', async () => {
    for (const shell of ['sh', 'dash', 'bash'].filter((name) => Bun.which(name) !== null)) {
      expect(await run([shell, '-n', join(root, 'install.sh')])).toEqual({ code: 0, stdout: '', stderr: '' });
    }
  });

  test('--help prints it', async () => {
    const { code, stdout, stderr } = await run(['sh', join(root, 'install.sh'), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toStartWith('usage: sh install.sh');
  });

  test.each([
    [['--bogus'], 'install.sh: --bogus is not known'],
    [['there'], 'install.sh: there is not known'],
    [['--prefix'], 'install.sh: --prefix needs a folder'],
    [['--prefix='], 'install.sh: --prefix= is not known'],
  ])('%j is refused', async (args, says) => {
    const { code, stdout, stderr } = await run(['sh', join(root, 'install.sh'), ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toStartWith(`${says}\nusage: `);
  });
});

describe('what is no clone', () => {
  test('a piped script, even in a clone', async () => {
    for (const args of [[], ['-s', '--', '--prefix', '/nowhere']]) {
      expect(await run(['sh', ...args], { cwd: root, input: script })).toEqual({ code: 1, stdout: '', stderr: notAClone });
    }
  });

  test('a piped script that was cut short does nothing', async () => {
    const cut = script.trimEnd().split('\n').slice(0, -1).join('\n');
    expect(await run(['sh'], { cwd: root, input: cut })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('a folder without our package.json', async () => {
    const folder = tempFolder('install');
    copyFileSync(join(root, 'install.sh'), join(folder, 'install.sh'));
    const refused = { code: 1, stdout: '', stderr: notAClone };
    expect(await run(['sh', join(folder, 'install.sh')])).toEqual(refused);
    writeFileSync(join(folder, 'package.json'), '{"name": "another"}');
    expect(await run(['sh', 'install.sh'], { cwd: folder })).toEqual(refused);
  });
});

describe('what cannot be had', () => {
  const all = { bun: bunStub, dotnet: dotnetStub };
  const npm = 'mkdir -p "$3/node_modules/.bin"';

  test.each([
    ['no dotnet', { bun: bunStub }, {}, 'dotnet is not found (DOTNET_ROOT, PATH, ~/.dotnet): install the .NET SDK 10'],
    ['an old SDK', all, { SDK: '9.0.305' }, 'has no SDK 10 or later (it has: 9.0.305): install the .NET SDK 10'],
    ['neither Bun nor Node', { dotnet: dotnetStub }, {}, 'no node to fetch it with: install Node.js 20 or later with npm'],
    ['no npm', { dotnet: dotnetStub, node: '' }, {}, 'no npm to fetch it with: install Node.js 20 or later with npm'],
    ['an old Bun, no Node', all, { BUN_VERSION: '1.4.4' }, 'no Bun 1.4.5 or later on PATH, and no node to fetch it with'],
    ['npm fails', { dotnet: dotnetStub, node: '', npm: 'exit 1' }, {}, 'npm cannot fetch bun@1.4.5 (see above)'],
    ['no set-up', { dotnet: dotnetStub, node: 'exit 1', npm }, {}, 'the package bun@1.4.5 cannot be set up (see above)'],
    ['a dud', { dotnet: dotnetStub, node: '', npm }, {}, 'the Bun that npm has fetched does not run on this machine'],
    ['no packages', all, { FAIL: 'packages' }, 'the packages of bun.lock cannot be installed (see above)'],
    ['no build', all, { FAIL: 'build' }, 'the build fails (see above)'],
    ['no server', all, { FAIL: 'tool' }, `dotnet tool install csharp-ls --version ${csharpLsVersion} fails (see above)`],
    ['a wrong answer', all, { FAIL: 'answer' }, 'the installed bridge does not answer rightly (see above)'],
  ])('%s', async (_, stubs, env, says) => {
    const { code, says: said } = lastWord(await machine(stubs).install([], env));
    expect(code).toBe(1);
    expect(said).toStartWith('install.sh: ');
    expect(said).toContain(says);
  });

  test('a prefix that cannot be written', async () => {
    const { install, home } = machine(all);
    writeFileSync(join(home, 'file'), '');
    const says = `install.sh: ${home}/file/bin cannot be made`;
    expect(lastWord(await install(['--prefix', join(home, 'file')]))).toEqual({ code: 1, says });
  });
});

describe('a whole run', () => {
  test('installs, shows an answer, and says how to go on; a second one fetches nothing again', async () => {
    const { clone, home, install } = machine({ bun: bunStub, dotnet: dotnetStub });
    const binary = join(home, '.local', 'bin', 'roslyn-bridge');
    const first = await install();
    expect(first).toMatchObject({ code: 0, stdout: `asked ${binary}\n` });
    expect(first.stderr).toContain(`Installed: ${binary} (9.9.9)\n`);
    expect(first.stderr).toContain(`${join(home, '.local', 'bin')} is not on your PATH`);
    expect(first.stderr).toEndWith(`For your MCP client: {"mcpServers":{"roslyn-bridge":{"command":"${binary}"}}}\n`);
    const data = process.platform === 'darwin' ? 'Library/Application Support/roslyn-bridge/data' : '.local/share/roslyn-bridge';
    const tool = `tool install csharp-ls --version ${csharpLsVersion} --tool-path ${join(home, data, 'csharp-ls')}\n`;
    expect(readFileSync(join(home, 'installed'), 'utf8')).toBe(tool);

    expect(await install()).toMatchObject({ code: 0 });
    expect(readFileSync(join(home, 'installed'), 'utf8')).toBe(tool);
    expect([...new Bun.Glob('**').scanSync({ cwd: join(home, '.local', 'bin'), dot: true })]).toEqual(['roslyn-bridge']);
    expect(existsSync(join(clone, '.bun'))).toBe(false);
  });

  test('takes a relative prefix with spaces from where it was started, and a server that is there', async () => {
    const { clone, home, install } = machine({ bun: bunStub, dotnet: dotnetStub, 'csharp-ls': '' });
    const { code, stdout } = await install(['--prefix', 'my programs']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `asked ${join(clone, '..', 'my programs', 'bin', 'roslyn-bridge')}\n` });
    expect(existsSync(join(home, 'installed'))).toBe(false);
  });

  test.skipIf(process.platform === 'darwin')('keeps what it fetches in the folder that XDG_DATA_HOME names', async () => {
    const { home, install } = machine({ bun: bunStub, dotnet: dotnetStub });
    expect(await install([], { XDG_DATA_HOME: join(home, 'data') })).toMatchObject({ code: 0 });
    expect(existsSync(join(home, 'data', 'roslyn-bridge', 'csharp-ls', 'csharp-ls'))).toBe(true);
  });

  test('finishes the set-up of Bun where npm runs no install scripts', async () => {
    const npm = 'mkdir -p "$3/node_modules/bun" "$3/node_modules/.bin" && echo "$*" >> "$HOME/fetched"';
    const node = 'bin=$(dirname "$1")/../.bin && cp "$HOME/bun" "$bin/bun"';
    const { home, install } = machine({ dotnet: dotnetStub, npm, node });
    executable(join(home, 'bun'), bunStub);
    expect(await install()).toMatchObject({ code: 0 });
    expect(readFileSync(join(home, 'fetched'), 'utf8')).toContain(' bun@1.4.5\n');
  });

  test('--test needs no dotnet and hands its arguments to bun test, in the clone', async () => {
    const { clone, install } = machine({ bun: bunStub });
    const stdout = `tested in ${clone}: --bail a b\n`;
    expect(await install(['--test', '--bail', 'a b'])).toEqual({ code: 0, stdout, stderr: '' });
  });
});
