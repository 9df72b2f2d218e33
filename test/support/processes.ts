/** What runs on this machine, read from /proc: process trees of the tests, found by a mark in their environment. */
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

const variable = 'ROSLYN_BRIDGE_TEST_TREE';

export interface Tree {
  /** The environment that marks a process and all that it starts, whoever their parents become. */
  readonly env: Readonly<Record<string, string>>;
  /** The processes of the tree that live. */
  readonly living: () => number[];
  /** Waits until none lives any more; gives those that are left after so many milliseconds, as `pid command`. */
  readonly left: (milliseconds: number) => Promise<string[]>;
}

export function markedTree(): Tree {
  const mark = randomUUID();
  const all = (): number[] => processes().filter((pid) => isAlive(pid) && read(pid, 'environ').includes(`${variable}=${mark}`));
  const living = (): number[] => all().filter((pid) => !isGuard(pid));
  const left = async (milliseconds: number): Promise<string[]> => {
    const end = performance.now() + milliseconds;
    while (all().length > 0 && performance.now() < end) await Bun.sleep(10);
    return all().map((pid) => `${pid} ${read(pid, 'cmdline').replaceAll('\0', ' ')}`);
  };
  return { env: { [variable]: mark }, living, left };
}

/** The shell that waits beside a language server for the end of the bridge. */
const isGuard = (pid: number): boolean => read(pid, 'cmdline').includes('kill -9 -$$');

/** Whether a process runs; one that is dead and not yet taken note of does not. */
export function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) throw new Error('no process');
  const state = /\) (\S)/.exec(read(pid, 'stat'))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

const processes = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** A file of a process; empty where the process has gone or is none of ours. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
