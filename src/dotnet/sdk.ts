/**
 * The SDK that a repository wants. Every dotnet program is started in a folder of the bridge's own, never in the workspace:
 * .NET looks for a program to start in the working folder before PATH, and csharp-ls starts `dotnet`, so a file of that
 * name in the workspace would be run. What the working folder is good for, the choice of the SDK by
 * global.json, that folder has from a copy.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { log } from '../log.ts';
import { Problem, resolveExternally } from '../model/problem.ts';
import { runDotnet } from './run.ts';

/** Milliseconds for a command that takes a tenth of a second. */
const timeout = 30_000;

export interface SdkQuestion {
  readonly dotnet: string;
  /** The workspace root. */
  readonly root: string;
  /** A folder of the bridge's own. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * The working folder for dotnet commands about the workspace. dotnet itself is asked whether an SDK satisfies the
 * global.json, because its rules are its own. Throws `sdk_missing` with the wanted and the installed versions.
 */
export async function sdkFolder({ dotnet, root, folder, env, signal }: SdkQuestion): Promise<string> {
  const cwd = join(folder, 'sdk');
  const file = globalJsonAbove(root);
  try {
    await mkdir(cwd, { recursive: true, mode: 0o700 });
    // An empty one keeps those of the folders above ours from counting.
    await writeFile(join(cwd, 'global.json'), JSON.stringify(file === undefined ? {} : await wishOf(file)));
  } catch (error) {
    log.warn(`global.json is left out of account, because ${cwd} cannot be written: ${String(error)}`);
    return dirname(dotnet);
  }
  if (file !== undefined) await requireSdk(file, { dotnet, cwd, env, signal });
  return cwd;
}

/** The wish for an SDK; `paths`, which would let a repository bring its own, is left out. */
async function wishOf(file: string): Promise<{ readonly sdk?: Readonly<Record<string, unknown>> }> {
  try {
    const { sdk } = Bun.JSONC.parse(await readFile(file, 'utf8')) as { readonly sdk?: Readonly<Record<string, unknown>> };
    if (typeof sdk !== 'object' || sdk === null) return {};
    const { version, rollForward, allowPrerelease } = sdk;
    return { sdk: { version, rollForward, allowPrerelease } };
  } catch (error) {
    // dotnet ignores a file that it cannot read, with a warning.
    log.debug(`${file}: ${String(error)}`);
    return {};
  }
}

async function requireSdk(
  file: string,
  options: { dotnet: string; cwd: string; env: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<void> {
  const { succeeded, how, lines } = await runDotnet({ ...options, args: ['--version'], timeout });
  if (succeeded) return;
  const output = lines.join('\n');
  const wanted = /^Requested SDK version: (\S+)/m.exec(output)?.[1];
  if (wanted === undefined) {
    throw new Problem('workspace_load_failed', `dotnet --version ${how}: ${output.slice(0, 1000) || 'it says nothing'}`, {
      continuation: resolveExternally('See what `dotnet --version` says, or name another SDK with --dotnet-root.'),
    });
  }
  const installed = Array.from(output.matchAll(installedLine), (match) => match[1]);
  throw new Problem('sdk_missing', `${file} wants .NET SDK ${wanted}; installed: ${installed.join(', ') || 'none'}`, {
    continuation: resolveExternally('Install the SDK that global.json asks for, or let global.json accept an installed one.'),
  });
}

function globalJsonAbove(folder: string): string | undefined {
  const path = join(folder, 'global.json');
  if (existsSync(path)) return path;
  return dirname(folder) === folder ? undefined : globalJsonAbove(dirname(folder));
}

/** `10.0.401 [/usr/share/dotnet/sdk]`: how dotnet lists an installed SDK. */
const installedLine = /^(\d+\.\d+\.\d+\S*) \[/gm;
