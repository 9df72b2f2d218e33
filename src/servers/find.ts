/** Finds the language server on this machine; the workspace is never looked into. */
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { dataFolder, executable, isExecutable, searchPath } from '../machine.ts';
import { Problem, resolveExternally } from '../model/problem.ts';
import { csharpLs } from './csharp-ls/adapter.ts';
import type { FoundServer } from './server.ts';

/** The version of csharp-ls that this bridge is tested with. */
export const csharpLsVersion = '0.28.0';

const command = 'csharp-ls';

/**
 * The language server to use. `wanted` is what --server says: the name `csharp-ls`, or a path of an executable or a .dll;
 * what it names must exist. Without it: the bridge's own data folder, PATH, ~/.dotnet/tools. Throws `server_not_found`.
 */
export function findServer(workspace: string, wanted: string | undefined): FoundServer {
  if (wanted !== undefined && wanted !== command) return named(wanted);
  const places = [
    { folder: join(dataFolder(), command), origin: "the bridge's own data folder" },
    ...searchPath(workspace).map((folder) => ({ folder, origin: 'PATH' })),
    { folder: join(homedir(), '.dotnet', 'tools'), origin: '~/.dotnet/tools' },
  ];
  for (const { folder, origin } of places) {
    const path = join(folder, executable(command));
    if (isExecutable(path)) return { adapter: csharpLs, path, origin };
  }
  throw notFound("no language server was found in the bridge's own data folder, on PATH or in ~/.dotnet/tools");
}

function named(wanted: string): FoundServer {
  if (wanted === 'roslyn')
    throw notFound("--server roslyn: this version of the bridge drives csharp-ls, not yet Microsoft's server");
  const path = resolve(wanted);
  const library = /\.dll$/i.test(path);
  if (!existsSync(path))
    throw notFound(`--server ${wanted}: there is no such file, and no language server has that name (known: ${command})`);
  if (!statSync(path).isFile() || !(library || isExecutable(path)))
    throw notFound(`--server ${wanted}: ${basename(path)} cannot be executed`);
  return { adapter: csharpLs, path, origin: '--server' };
}

function notFound(message: string): Problem {
  const install = `dotnet tool install csharp-ls --version ${csharpLsVersion} --tool-path "${join(dataFolder(), command)}"`;
  return new Problem('server_not_found', message, {
    continuation: resolveExternally(`Install one with: ${install}`),
  });
}
