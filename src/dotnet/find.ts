/** Finds the dotnet command; no repository can influence which one. */
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { executable, isExecutable, isInside, searchPath } from '../machine.ts';
import { Problem, resolveExternally } from '../model/problem.ts';

const usualPlaces =
  process.platform === 'win32'
    ? ['C:\\Program Files\\dotnet']
    : ['/usr/share/dotnet', '/usr/lib/dotnet', '/usr/local/share/dotnet', '/opt/homebrew/bin', join(homedir(), '.dotnet')];

/**
 * The absolute path of dotnet: --dotnet-root, DOTNET_ROOT, PATH, the usual places. An explicit root has no fallback.
 * Throws `dotnet_not_found`.
 */
export function findDotnet(workspace: string, root: string | undefined): string {
  const name = executable('dotnet');
  const environment = process.env['DOTNET_ROOT'];
  const trusted = environment !== undefined && isAbsolute(environment) && !isInside(workspace, environment) ? [environment] : [];
  const folders = root === undefined ? [...trusted, ...searchPath(workspace), ...usualPlaces] : [root];
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (found !== undefined) return found;
  const where = root === undefined ? 'DOTNET_ROOT, PATH and the usual places' : `--dotnet-root ${root}`;
  throw new Problem('dotnet_not_found', `the dotnet command was not found; looked in ${where}`, {
    continuation: resolveExternally('Install the .NET SDK, or start the bridge with --dotnet-root naming its folder.'),
  });
}

/**
 * The environment of every dotnet process that the bridge starts. A language server starts `dotnet` by its bare name,
 * so the folder of the one that was found comes first on PATH, and entries that a repository could fill are gone.
 * Nodes of MSBuild must not outlive the call, and messages are read by us, so they are in English.
 */
export function dotnetEnvironment(workspace: string, dotnet: string): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(process.env)) if (value !== undefined) env[key] = value;
  // A root that names another place, or none, would be believed by every program that .NET starts.
  delete env['DOTNET_ROOT'];
  const root = dirname(realpathSync(dotnet));
  return {
    ...env,
    ...(existsSync(join(root, 'host')) ? { DOTNET_ROOT: root } : {}),
    PATH: [dirname(dotnet), ...searchPath(workspace)].join(delimiter),
    DOTNET_CLI_UI_LANGUAGE: 'en',
    DOTNET_CLI_TELEMETRY_OPTOUT: '1',
    DOTNET_CLI_USE_MSBUILD_SERVER: '0',
    DOTNET_NOLOGO: '1',
    MSBUILDDISABLENODEREUSE: '1',
  };
}
