/** Restores packages where a language server does not do it by itself. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { log } from '../log.ts';
import { tied } from '../machine.ts';
import { Problem } from '../model/problem.ts';

/** Milliseconds that a restore may take. */
const restoreTimeout = 300_000;
const keptLines = 20;

/** Projects (absolute paths) that were never restored. */
export function unrestored(projects: readonly string[]): string[] {
  return projects.filter((project) => existsSync(project) && !existsSync(join(dirname(project), 'obj', 'project.assets.json')));
}

export interface Restore {
  readonly dotnet: string;
  /** The solution or project to restore, absolute. */
  readonly target: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Each line of output, while it runs. */
  readonly onLine: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs `dotnet restore`. Resolves with undefined, or with the tool's own words where it failed: a failed restore is a
 * load problem and not a failure to start. `-m:1 -nodeReuse:false` keeps MSBuild from leaving a node behind when it is
 * killed. Standard input is closed, because it is the client's.
 */
export function restore(options: Restore): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    options.signal.throwIfAborted();
    const { command, args } = tied(options.dotnet, ['restore', '-m:1', '-nodeReuse:false', options.target]);
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const lines: string[] = [];
    const hear = (text: string): void => {
      for (const line of text
        .split('\n')
        .map((each) => each.trim())
        .filter((each) => each !== '')) {
        lines.push(line);
        options.onLine(line);
      }
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
      } catch (error) {
        log.debug(`restore: ${String(error)}`);
      }
    };
    let late = false;
    const clock = setTimeout(() => {
      late = true;
      kill();
    }, restoreTimeout);
    options.signal.addEventListener('abort', kill, { once: true });
    const finish = (settle: () => void): void => {
      clearTimeout(clock);
      options.signal.removeEventListener('abort', kill);
      settle();
    };
    child.on('error', (error) =>
      finish(() => reject(new Problem('dotnet_not_found', `dotnet restore cannot be started: ${error.message}`))),
    );
    child.on('close', (code, signal) =>
      finish(() => {
        if (options.signal.aborted) reject(options.signal.reason);
        else if (late) resolve(`dotnet restore did not end within ${restoreTimeout / 1000} s`);
        else
          resolve(
            code === 0 ? undefined : telling(lines, signal === null ? `exited with code ${code}` : `was ended by ${signal}`),
          );
      }),
    );
  });
}

/** The lines that say what failed; without any, the last ones; without those, how it ended. */
function telling(lines: readonly string[], end: string): string {
  const errors = [...new Set(lines.filter((line) => /\berror\b/i.test(line)))];
  const said = (errors.length > 0 ? errors : lines).slice(-keptLines);
  return said.length > 0 ? said.join('\n') : `dotnet restore ${end}`;
}
