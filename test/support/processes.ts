/** The processes below one, and whether they still run. */
import { run } from './run.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** With its arguments; together with the id, this is the one process and no later one with its id. */
  readonly command: string;
}

/** All that run; those that have ended and that nobody has asked about (zombies) do not. */
async function all(): Promise<ProcessRow[]> {
  const { code, stdout, stderr } = await run(['ps', '-A', '-o', 'pid=,ppid=,stat=,args='], { env: { LC_ALL: 'C' } });
  if (code !== 0) throw new Error(`ps has failed: ${stderr}`);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Everything that a process has started and that still runs, at any depth. */
export async function descendants(pid: number): Promise<ProcessRow[]> {
  const rows = await all();
  const below = (parent: number): ProcessRow[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return below(pid);
}

/** Those of the processes that still run. */
export async function stillRunning(processes: readonly ProcessRow[]): Promise<ProcessRow[]> {
  const rows = await all();
  return processes.filter(({ pid, command }) => rows.some((row) => row.pid === pid && row.command === command));
}
