/** The places in which language servers are looked for, the first choice first; nothing is started to find out. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { executable, searchPath } from '../machine.ts';

/** What of this machine decides where programs lie. */
export interface Machine {
  /** The home folder of the user. */
  readonly home: string;
  /** The folder of what was installed for the bridge. */
  readonly data: string;
  /** The variable PATH. */
  readonly path: string;
}

/** A file that is a language server if it exists. */
export interface Place {
  /** Absolute. */
  readonly path: string;
  /** As a person reads it. */
  readonly origin: string;
}

/** The name of csharp-ls: of the tool, its executable and its folder in the data folder. */
export const csharpLsTool = 'csharp-ls';
/** The same of Microsoft's server. */
export const roslynTool = 'roslyn-language-server';
/** The program within that tool, which its packages and the C# extension of VS Code hold as well. */
export const roslynProgram = 'Microsoft.CodeAnalysis.LanguageServer';

const ownFolder = "the bridge's own data folder";
const { platform, arch } = process;
const runtime = platform === 'win32' ? 'win' : platform === 'darwin' ? 'osx' : platform;
/** Names of this platform in packages of .NET; `any` is for all. */
const runtimes = [`${runtime}-${arch}`, ...(platform === 'linux' ? [`linux-musl-${arch}`] : []), 'any'];
/** Names of this platform in extensions of VS Code; an extension for all platforms has none. */
const targets = [`${platform}-${arch}`, ...(platform === 'linux' ? [`alpine-${arch}`] : []), ''];
/**
 * The .dll runs everywhere, and a package that was unzipped by hand has lost the right to execute the other file. On macOS
 * it comes first: the executables of older versions are not signed there.
 */
const programs =
  platform === 'darwin' ? [`${roslynProgram}.dll`, roslynProgram] : [executable(roslynProgram), `${roslynProgram}.dll`];

/** Where csharp-ls may lie. */
export function* csharpLsPlaces(workspace: string, machine: Machine): Generator<Place> {
  yield { path: join(machine.data, csharpLsTool, executable(csharpLsTool)), origin: ownFolder };
  yield* commonPlaces(csharpLsTool, workspace, machine);
}

/** Where Microsoft's server may lie: as a tool, as a package that was unzipped into the data folder, or in VS Code. */
export function* roslynPlaces(workspace: string, machine: Machine): Generator<Place> {
  const own = join(machine.data, roslynTool);
  yield { path: join(own, executable(roslynTool)), origin: ownFolder };
  for (const name of runtimes) yield* programsIn(join(own, 'tools', 'net10.0', name), ownFolder);
  yield* commonPlaces(roslynTool, workspace, machine);
  for (const { folder, version } of extensions(machine.home)) {
    yield* programsIn(join(folder, '.roslyn'), `the C# extension of VS Code (${version})`);
  }
}

function* commonPlaces(tool: string, workspace: string, { home, path }: Machine): Generator<Place> {
  for (const folder of searchPath(workspace, path)) yield { path: join(folder, executable(tool)), origin: 'PATH' };
  yield { path: join(home, '.dotnet', 'tools', executable(tool)), origin: '~/.dotnet/tools' };
}

function* programsIn(folder: string, origin: string): Generator<Place> {
  for (const name of programs) yield { path: join(folder, name), origin };
}

interface Extension {
  readonly folder: string;
  readonly version: string;
  /** Place of its platform in `targets`. */
  readonly rank: number;
}

/** The installed C# extensions that are for this platform, the newest first. */
function extensions(home: string): Extension[] {
  return ['.vscode', '.vscode-server', '.vscode-insiders']
    .map((editor) => join(home, editor, 'extensions'))
    .flatMap((folder) => namesIn(folder).flatMap((name) => extension(folder, name)))
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }) || a.rank - b.rank);
}

function extension(folder: string, name: string): Extension[] {
  const [, version, target = ''] = /^ms-dotnettools\.csharp-(\d+(?:\.\d+)*)(?:-(.+))?$/.exec(name) ?? [];
  const rank = targets.indexOf(target);
  return version === undefined || rank < 0 ? [] : [{ folder: join(folder, name), version, rank }];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Absent, or not ours to read: either way it has nothing to start.
    return [];
  }
}
