/** Finds the language server on this machine; no repository can influence which one. */
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { dataFolder, isExecutable } from '../machine.ts';
import { Problem, resolveExternally } from '../model/problem.ts';
import { csharpLs } from './csharp-ls/adapter.ts';
import {
  type Machine,
  type Place,
  csharpLsPlaces,
  csharpLsTool,
  roslynPlaces,
  roslynProgram,
  roslynTool,
} from './find-places.ts';
import { leadsThrough } from './find-trust.ts';
import { roslyn } from './roslyn/adapter.ts';
import type { FoundServer, ServerAdapter } from './server.ts';

/** The version of csharp-ls that this bridge is tested with. */
export const csharpLsVersion = '0.28.0';

/** A language server that can be driven. */
interface Known {
  /** What --server calls it. */
  readonly name: string;
  readonly adapter: ServerAdapter;
  readonly places: (workspace: string, machine: Machine) => Iterable<Place>;
  /** Completes "not found". */
  readonly where: string;
  /** The command that installs it for the bridge, into a folder of this data folder. */
  readonly install: (data: string) => string;
}

const microsofts: Known = {
  name: 'roslyn',
  adapter: roslyn,
  places: roslynPlaces,
  where: "in the bridge's own data folder, on PATH, in ~/.dotnet/tools or in the C# extension of VS Code",
  install: (data) => `dotnet tool install ${roslynTool} --prerelease --tool-path "${join(data, roslynTool)}"`,
};

const tested: Known = {
  name: 'csharp-ls',
  adapter: csharpLs,
  places: csharpLsPlaces,
  where: "in the bridge's own data folder, on PATH or in ~/.dotnet/tools",
  install: (data) => `dotnet tool install ${csharpLsTool} --version ${csharpLsVersion} --tool-path "${join(data, csharpLsTool)}"`,
};

/** The first choice first. */
const known = [microsofts, tested];

const thisMachine = (): Machine => ({ home: homedir(), data: dataFolder(), path: process.env['PATH'] ?? '' });

/**
 * The language server to use. `wanted` is what --server says: the name of one, which is then looked for in all its places,
 * or the path of an executable or a .dll; what it names must exist. Without it: Microsoft's where there is one, else
 * csharp-ls. What cannot be started, or is reached through the workspace, is passed over. Throws `server_not_found`.
 */
export function findServer(workspace: string, wanted: string | undefined, machine = thisMachine()): FoundServer {
  const either = `Install one with: ${tested.install(machine.data)} (csharp-ls, which is tested), or with: ${microsofts.install(machine.data)} (Microsoft's)`;
  const named = known.find(({ name }) => name === wanted);
  if (named !== undefined) {
    const found = search(named, workspace, machine);
    if (found !== undefined) return found;
    throw notFound(`--server ${named.name}: not found ${named.where}`, `Install it with: ${named.install(machine.data)}`);
  }
  if (wanted !== undefined) return explicit(wanted, either);
  const found = search(microsofts, workspace, machine) ?? search(tested, workspace, machine);
  if (found !== undefined) return found;
  throw notFound(`no language server was found ${microsofts.where}`, either);
}

function search({ adapter, places }: Known, workspace: string, machine: Machine): FoundServer | undefined {
  for (const { path, origin } of places(workspace, machine)) {
    if (canStart(path) && !leadsThrough(workspace, path)) return { adapter, path, origin };
  }
  return undefined;
}

const nameOfMicrosofts = new RegExp(`^(${roslynTool}|${roslynProgram.replaceAll('.', '\\.')})(\\.exe|\\.dll)?$`, 'i');

/** The server at a path; its file name tells which one it is. */
function explicit(wanted: string, install: string): FoundServer {
  const path = resolve(wanted);
  if (!existsSync(path)) {
    const names = known.map(({ name }) => name).join(', ');
    throw notFound(`--server ${wanted}: there is no such file, and no language server has that name (known: ${names})`, install);
  }
  if (!canStart(path)) throw notFound(`--server ${wanted}: ${basename(path)} cannot be executed`, install);
  const adapter = nameOfMicrosofts.test(basename(path)) ? roslyn : csharpLs;
  return { adapter, path, origin: '--server' };
}

/** A .dll is run by dotnet, so it needs no right to be executed. */
const canStart = (path: string): boolean =>
  /\.dll$/i.test(path) ? existsSync(path) && statSync(path).isFile() : isExecutable(path);

const notFound = (message: string, instruction: string): Problem =>
  new Problem('server_not_found', message, { continuation: resolveExternally(instruction) });
