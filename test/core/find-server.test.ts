/**
 * Which language server is found on machines that are laid out on the disk, and that no repository has a say in it. This
 * file is long because it is tables of machines.
 */
import { describe, expect, test } from 'bun:test';
import { chmodSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Problem } from '../../src/model/problem.ts';
import { csharpLsVersion, findServer } from '../../src/servers/find.ts';
import { leadsThrough } from '../../src/servers/find-trust.ts';
import { roslyn } from '../../src/servers/roslyn/adapter.ts';
import { lay } from '../support/lay.ts';

/**
 * A machine made of a list of files: `name*` may be executed, `name -> target` is a link (an absolute target is one within
 * the machine). The workspace is the folder `ws`, PATH is `bin` where nothing else is said.
 */
function machine(files: string, path = 'bin') {
  const names = files.split(/\s*\n\s*|, /).filter((name) => name !== '');
  const root = lay({ 'ws/': '', 'home/': '' });
  for (const name of names.filter((each) => !each.includes(' -> '))) {
    const file = name.replace(/\*$/, '');
    lay({ [file]: '' }, root);
    if (name !== file) chmodSync(join(root, file), 0o755);
  }
  for (const [link = '', target = ''] of names.filter((each) => each.includes(' -> ')).map((each) => each.split(' -> '))) {
    lay({ [`${dirname(link)}/`]: '' }, root);
    symlinkSync(target.startsWith('/') ? join(root, target) : target, join(root, link));
  }
  const entries = path.split(':').map((entry) => join(root, entry));
  const places = { home: join(root, 'home'), data: join(root, 'data'), path: entries.join(':') };
  return { root, find: (wanted?: string) => findServer(join(root, 'ws'), wanted, places) };
}

/** What is found, in one line: the adapter, the path and where it was found, or the message. */
function found({ root, find }: ReturnType<typeof machine>, wanted?: string): string {
  try {
    const { adapter, path, origin } = find(wanted);
    return `${adapter === roslyn ? 'roslyn' : adapter.name}: ${relative(root, path)} (${origin})`;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.code}: ${error.message.replaceAll(`${root}/`, '')}`;
  }
}

const [own, program] = ['data/roslyn-language-server', 'Microsoft.CodeAnalysis.LanguageServer'];
const tool = 'roslyn-language-server';
const unpacked = `${own}/tools/net10.0`;
const code = 'home/.vscode/extensions/ms-dotnettools.csharp';
const here = `${process.platform}-${process.arch}`;
const other = here.startsWith('linux') ? 'win32-x64' : 'linux-x64';
/** The names of packages and executables below are those of Linux. */
const linux = process.platform === 'linux';
const none =
  "server_not_found: no language server was found in the bridge's own data folder, on PATH, in ~/.dotnet/tools or in the C# extension of VS Code";

describe.skipIf(!linux)('without --server', () => {
  const everything = `${own}/${tool}*, ${unpacked}/${here}/${program}*, bin/${tool}*, home/.dotnet/tools/${tool}*
    ${code}-2.90.51-${here}/.roslyn/${program}*, data/csharp-ls/csharp-ls*, bin/csharp-ls*, home/.dotnet/tools/csharp-ls*`;
  const without = (...parts: readonly string[]): string =>
    everything
      .split(/\s*\n\s*|, /)
      .filter((name) => !parts.some((part) => name.startsWith(part)))
      .join(', ');

  test.each([
    ['a tool in the data folder', everything, `roslyn: ${own}/${tool} (the bridge's own data folder)`],
    [
      'a package that was unzipped there',
      without(`${own}/${tool}`),
      `roslyn: ${unpacked}/${here}/${program} (the bridge's own data folder)`,
    ],
    ['PATH', without('data'), `roslyn: bin/${tool} (PATH)`],
    ['the tools of the user', without('data', 'bin'), `roslyn: home/.dotnet/tools/${tool} (~/.dotnet/tools)`],
    [
      'the C# extension, before any csharp-ls',
      without(own, `bin/${tool}`, `home/.dotnet/tools/${tool}`),
      `roslyn: ${code}-2.90.51-${here}/.roslyn/${program} (the C# extension of VS Code (2.90.51))`,
    ],
    [
      'csharp-ls in the data folder',
      without(own, 'home', `bin/${tool}`),
      "csharp-ls: data/csharp-ls/csharp-ls (the bridge's own data folder)",
    ],
    ['csharp-ls on PATH', without('data', 'home', `bin/${tool}`), 'csharp-ls: bin/csharp-ls (PATH)'],
    ['csharp-ls of the user', 'home/.dotnet/tools/csharp-ls*', 'csharp-ls: home/.dotnet/tools/csharp-ls (~/.dotnet/tools)'],
    ['nothing', '', none],
  ])('%s', (_, files, answer) => {
    expect(found(machine(files))).toBe(answer);
  });

  test.each([
    [
      'linux',
      [`${unpacked}/any/${program}.dll`, `${unpacked}/linux-musl-${process.arch}/${program}*`, `${unpacked}/${here}/${program}*`],
      2,
    ],
    ['musl', [`${unpacked}/any/${program}.dll`, `${unpacked}/linux-musl-${process.arch}/${program}*`], 1],
    ['any', [`${unpacked}/osx-arm64/${program}*`, `${unpacked}/any/${program}.dll`], 1],
    ['right lost by unzipping', [`${unpacked}/${here}/${program}`, `${unpacked}/${here}/${program}.dll`], 1],
  ])('an unzipped package: %s', (_, files, index) => {
    const path = files[index]?.replace('*', '');
    expect(found(machine(files.join(', ')))).toBe(`roslyn: ${path} (the bridge's own data folder)`);
  });

  test('of several folders of PATH the first one counts that has it', () => {
    const files = `b/${tool}*, c/${tool}*, a/${tool}`;
    expect(found(machine(files, 'a:nowhere:b:c'))).toBe(`roslyn: b/${tool} (PATH)`);
  });
});

describe.skipIf(!linux)('the C# extension of VS Code', () => {
  const named = (folder: string, file = `${program}*`): string => `home/${folder}/.roslyn/${file}`;
  const [csharp, insiders, server] = ['', '-insiders', '-server'].map(
    (kind) => `.vscode${kind}/extensions/ms-dotnettools.csharp`,
  );

  test.each<[string, string[], number]>([
    ['the newest, by number and not by text', [named(`${csharp}-2.90.51-${here}`), named(`${csharp}-2.100.3-${here}`)], 1],
    ['a longer version', [named(`${csharp}-2.100-${here}`), named(`${csharp}-2.100.0.1-${here}`)], 1],
    [
      'the newest of all editors',
      [named(`${csharp}-2.9.0-${here}`), named(`${server}-2.30.0`), named(`${insiders}-2.31.0-${here}`)],
      2,
    ],
    ['on a remote machine', [named(`${server}-2.30.0-${here}`)], 0],
    [
      'the one for this platform, of one version',
      ['', `-alpine-${process.arch}`, `-${here}`].map((target) => named(`${csharp}-2.90.51${target}`)),
      2,
    ],
    ['one for all platforms', [named(`${csharp}-2.90.51`, `${program}.dll`)], 0],
    ['the executable, beside its library', [named(`${csharp}-2.1.0`, `${program}.dll`), named(`${csharp}-2.1.0`)], 1],
    ['none for another platform', [named(`${csharp}-2.100.0-${other}`), named(`${csharp}-2.90.51-${here}`)], 1],
    ['none without the program', [`home/${csharp}-2.100.0-${here}/package.json`, named(`${csharp}-2.90.51-${here}`)], 1],
    ['none that cannot be executed', [named(`${csharp}-2.100.0-${here}`, program), named(`${csharp}-2.90.51-${here}`)], 1],
    ['none without a version', [named(`${csharp}-next`), named(`${csharp}-2.1.0`)], 1],
    ['no other extension', [named('.vscode/extensions/ms-dotnettools.csharpier-9.0.0'), named(`${csharp}-2.1.0`)], 1],
  ])('%s', (_, files, index) => {
    const path = files[index]?.replace('*', '') ?? '';
    const [, version] = /csharp-([\d.]+)/.exec(path) ?? [];
    expect(found(machine(files.join(', ')))).toBe(
      `roslyn: ${path} (the C# extension of VS Code (${version?.replace(/\.$/, '')}))`,
    );
  });

  test.each([
    ['a folder of that name', `${code}-2.1.0/.roslyn/${program}/readme`],
    ['a library that is a folder', `${code}-2.1.0/.roslyn/${program}.dll/readme`],
    ['a file in place of the folders', 'home/.vscode'],
    ['only another extension', `home/.vscode/extensions/ms-dotnettools.csdevkit-9.0.0/.roslyn/${program}*`],
  ])('is passed over: %s', (_, files) => {
    expect(found(machine(files))).toBe(none);
    expect(found(machine(`${files}, bin/csharp-ls*`))).toBe('csharp-ls: bin/csharp-ls (PATH)');
  });
});

describe.skipIf(!linux)('no repository has a say:', () => {
  const inside = `ws/${tool}*, ws/csharp-ls*, ws/.roslyn/${program}*, ws/.roslyn/${program}.dll`;
  test.each([
    ['the workspace on PATH', inside, 'ws:ws/sub/..'],
    ['a folder on PATH that is a link into it', `${inside}, bin -> /ws`, 'bin'],
    ['a folder below such a link', `${inside}, ws/sub/${tool}*, links -> /ws`, 'links/sub'],
    [
      'a program on PATH that is a link into it',
      `${inside}, bin/${tool} -> ../ws/${tool}, bin/csharp-ls -> /ws/csharp-ls`,
      'bin',
    ],
    ['a program that a link in the workspace chooses', `usr/${tool}*, ws/link -> /usr, bin -> /ws/link`, 'bin'],
    ['the same, on the way through', `usr/lib/${tool}*, ws/link -> ../usr, bin -> ws/link/lib`, 'bin'],
    ['the data folder', `${inside}, ${own} -> /ws, data/csharp-ls -> /ws`, 'bin'],
    ['a package', `${inside}, ws/${here}/${program}*, ${unpacked} -> /ws`, 'bin'],
    ['the tools of the user', `${inside}, home/.dotnet/tools -> /ws`, 'bin'],
    ['an extension', `${inside}, ${code}-99.0.0 -> /ws`, 'bin'],
    ['its folder', `${inside}, ${code}-99.0.0/.roslyn -> /ws/.roslyn`, 'bin'],
    ['all extensions', `ws/ms-dotnettools.csharp-99.0.0/.roslyn/${program}*, home/.vscode/extensions -> /ws`, 'bin'],
  ])('%s', (_, files, path) => {
    expect(found(machine(files, path))).toBe(none);
    expect(found(machine(`${files}, usr/bin/csharp-ls*`, `${path}:usr/bin`))).toBe('csharp-ls: usr/bin/csharp-ls (PATH)');
    expect(found(machine(files, path), 'roslyn')).toStartWith('server_not_found: --server roslyn: not found ');
    expect(found(machine(files, path), 'csharp-ls')).toStartWith('server_not_found: --server csharp-ls: not found ');
  });

  test('a path that leads in a circle leads nowhere', () => {
    const { root } = machine('bin -> /b, b -> /bin');
    expect(leadsThrough(join(root, 'ws'), join(root, 'bin', tool))).toBe(false);
  });

  test('a workspace that is opened by a link is the same workspace', () => {
    const { root } = machine(`ws/${tool}*, link -> /ws, bin -> /link`);
    const places = { home: join(root, 'home'), data: join(root, 'data'), path: [join(root, 'bin'), join(root, 'ws')].join(':') };
    for (const workspace of ['link', 'ws', 'bin']) {
      expect(() => findServer(join(root, workspace), undefined, places)).toThrow('no language server was found');
    }
  });

  test('links outside of the workspace are followed', () => {
    const files = `store/1.0/${tool}*, current -> store/1.0, bin/${tool} -> ../current/${tool}`;
    expect(found(machine(files))).toBe(`roslyn: bin/${tool} (PATH)`);
    const extension = `store/.roslyn/${program}*, ${code}-2.1.0 -> ../../../store`;
    expect(found(machine(extension))).toBe(`roslyn: ${code}-2.1.0/.roslyn/${program} (the C# extension of VS Code (2.1.0))`);
  });
});

describe.skipIf(!linux)('--server', () => {
  test('roslyn: all places of Microsoft’s, no csharp-ls', () => {
    expect(found(machine(`bin/${tool}*, data/csharp-ls/csharp-ls*`), 'roslyn')).toBe(`roslyn: bin/${tool} (PATH)`);
    const extension = `${code}-2.90.51-${here}/.roslyn/${program}`;
    const origin = 'the C# extension of VS Code (2.90.51)';
    expect(found(machine(`${extension}*, bin/csharp-ls*`), 'roslyn')).toBe(`roslyn: ${extension} (${origin})`);
    const where = "in the bridge's own data folder, on PATH, in ~/.dotnet/tools or in the C# extension of VS Code";
    expect(found(machine('bin/csharp-ls*'), 'roslyn')).toBe(`server_not_found: --server roslyn: not found ${where}`);
  });

  test('csharp-ls, although there is Microsoft’s', () => {
    const both = `bin/${tool}*, bin/csharp-ls*`;
    expect(found(machine(both), 'csharp-ls')).toBe('csharp-ls: bin/csharp-ls (PATH)');
    const where = "in the bridge's own data folder, on PATH or in ~/.dotnet/tools";
    expect(found(machine(`bin/${tool}*`), 'csharp-ls')).toBe(`server_not_found: --server csharp-ls: not found ${where}`);
  });

  test.each([
    [`${tool}*`, 'roslyn'],
    [`${tool}.dll`, 'roslyn'],
    [`${tool}.exe*`, 'roslyn'],
    [`${program}*`, 'roslyn'],
    [`${program}.dll`, 'roslyn'],
    [`${program}.exe*`, 'roslyn'],
    [`${program.toLowerCase()}.DLL`, 'roslyn'],
    ['csharp-ls*', 'csharp-ls'],
    ['CSharpLanguageServer.dll', 'csharp-ls'],
    [`my-${tool}*`, 'csharp-ls'],
    [`${tool}.sh*`, 'csharp-ls'],
    [`${program}.Protocol.dll`, 'csharp-ls'],
    ['MicrosoftXCodeAnalysis.LanguageServer*', 'csharp-ls'],
  ])('the path of %s is driven as %s', (file, adapter) => {
    const name = file.replace('*', '');
    const laid = machine(`ws/${file}`);
    // Whoever starts the bridge may name what he likes, also in the workspace.
    expect(found(laid, join(laid.root, 'ws', name))).toBe(`${adapter}: ws/${name} (--server)`);
  });

  test('a path has no fallback', () => {
    const laid = machine(`bin/${tool}*, bin/csharp-ls*, there/${tool}, ${program}.dll/readme`);
    const path = (name: string): string => join(laid.root, name);
    const known = 'there is no such file, and no language server has that name (known: roslyn, csharp-ls)';
    expect(found(laid, path(`gone/${tool}`))).toBe(`server_not_found: --server gone/${tool}: ${known}`);
    expect(found(laid, path(`there/${tool}`))).toBe(`server_not_found: --server there/${tool}: ${tool} cannot be executed`);
    expect(found(laid, path('there'))).toBe('server_not_found: --server there: there cannot be executed');
    expect(found(laid, path(`${program}.dll`))).toBe(
      `server_not_found: --server ${program}.dll: ${program}.dll cannot be executed`,
    );
    expect(found(laid, 'Roslyn')).toBe(`server_not_found: --server Roslyn: ${known}`);
  });
});

test('what is not found comes with the command that installs it', () => {
  const { root, find } = machine('');
  const csharp = `dotnet tool install csharp-ls --version ${csharpLsVersion} --tool-path "${join(root, 'data/csharp-ls')}"`;
  const microsofts = `dotnet tool install roslyn-language-server --prerelease --tool-path "${join(root, own)}"`;
  const advice = (wanted?: string): unknown => {
    try {
      return find(wanted);
    } catch (error) {
      return error instanceof Problem ? error.continuation : error;
    }
  };
  const either = `Install one with: ${csharp} (csharp-ls, which is tested), or with: ${microsofts}`;
  expect(advice()).toEqual({ kind: 'ResolveExternally', instruction: `${either} (Microsoft's)` });
  expect(advice('/gone')).toEqual({ kind: 'ResolveExternally', instruction: `${either} (Microsoft's)` });
  expect(advice('csharp-ls')).toEqual({ kind: 'ResolveExternally', instruction: `Install it with: ${csharp}` });
  expect(advice('roslyn')).toEqual({ kind: 'ResolveExternally', instruction: `Install it with: ${microsofts}` });
});
