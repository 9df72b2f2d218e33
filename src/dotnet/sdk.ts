/** Whether an SDK is there that the repository's global.json accepts; dotnet itself is asked, because its rules are its own. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tied } from '../machine.ts';
import { Problem, resolveExternally } from '../model/problem.ts';

/** Milliseconds for a command that takes a tenth of a second. */
const timeout = 30_000;

export interface SdkQuestion {
  readonly dotnet: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Throws `sdk_missing` with the wanted and the installed versions. Without a global.json nothing is asked. */
export async function requireSdk({ dotnet, cwd, env, signal }: SdkQuestion): Promise<void> {
  const file = globalJsonAbove(cwd);
  if (file === undefined) return;
  const { code, output } = await run(dotnet, ['--version'], { cwd, env, signal });
  if (code === 0) return;
  const wanted = /^Requested SDK version: (\S+)/m.exec(output)?.[1] ?? 'another version';
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

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Standard input is closed: it is the client's. */
function run(
  command: string,
  args: string[],
  options: { cwd: string; env: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const program = tied(command, args);
    const child = execFile(program.command, program.args, { ...options, timeout, windowsHide: true }, (error, stdout, stderr) => {
      if (options.signal.aborted) reject(options.signal.reason);
      else resolve({ code: error === null ? 0 : 1, output: `${stdout}\n${stderr}` });
    });
    child.stdin?.end();
  });
}
