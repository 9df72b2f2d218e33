/** Restores packages where a language server does not do it by itself. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runDotnet } from './run.ts';

/** Milliseconds that a restore may take. */
const restoreTimeout = 300_000;
/** Lines of output that a failure shows. */
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
 * killed. Throws `dotnet_not_found` where dotnet cannot be started.
 */
export async function restore({ target, ...options }: Restore): Promise<string | undefined> {
  const args = ['restore', '-m:1', '-nodeReuse:false', target];
  const { succeeded, how, lines } = await runDotnet({ ...options, args, timeout: restoreTimeout });
  return succeeded ? undefined : telling(lines, how);
}

/** The lines that say what failed; without any, how it ended and the last ones. */
function telling(lines: readonly string[], how: string): string {
  const errors = [...new Set(lines.filter((line) => /\berror\b/i.test(line)))].slice(-keptLines);
  return (errors.length > 0 ? errors : [`dotnet restore ${how}`, ...lines.slice(-keptLines)]).join('\n');
}
