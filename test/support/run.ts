/** Runs a program to its end. */
import { environment } from './environment.ts';

export interface RunOptions {
  readonly cwd?: string;
  /** Changes to the environment of the tests; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** All of standard input; without it the program reads its end at once. */
  readonly input?: string;
}

export interface Run {
  /** Null where a signal has ended the program. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a program, gives it its input, and resolves when it has ended and both of its outputs are read. */
export async function run(command: readonly string[], { cwd, env, input = '' }: RunOptions = {}): Promise<Run> {
  const child = Bun.spawn([...command], {
    ...(cwd === undefined ? {} : { cwd }),
    env: environment(env),
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  return { code: child.exitCode, stdout, stderr };
}
