/**
 * The bridge's own folders outside of the workspace: one for each process, removed at its end. A process that was killed
 * leaves its folder behind; the next one that loads or ends removes it.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { log } from '../../log.ts';
import { stateFolder } from '../../machine.ts';

/**
 * `machine-pid-start`. Ids of processes are used again, so the time of the start belongs to it; and a home folder may be
 * shared by machines and containers, of whose processes nothing is known here.
 */
const folderName = /^([0-9a-f]{12})-(\d+)-(\d+)$/;

let ownName: string | undefined;

/** The state folder of this process, absolute; whoever writes there makes it first, for the user alone (mode 700). */
export function ownStateFolder(): string {
  ownName ??= `${machine()}-${process.pid}-${startOf(process.pid) ?? 0}`;
  return join(stateFolder(), ownName);
}

/** Removes what this process wrote for itself, and what dead ones have left. */
export async function removeOwnState(): Promise<void> {
  await rm(ownStateFolder(), { recursive: true, force: true });
  await removeDeadState();
}

/** Removes the folders of processes of this machine that do not live any more; never rejects, since nothing depends on it. */
export async function removeDeadState(): Promise<void> {
  try {
    for (const name of await readdir(stateFolder())) {
      const [, where, pid, start] = folderName.exec(name) ?? [];
      if (where === machine() && !lives(Number(pid), Number(start))) {
        await rm(join(stateFolder(), name), { recursive: true, force: true });
      }
    }
  } catch (error) {
    // Most often there is no state folder yet.
    log.debug(`state folders: ${String(error)}`);
  }
}

/** Tells machines apart, and containers on one machine, whose processes are numbered anew. */
function machine(): string {
  const space = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : '';
  return createHash('sha256').update(`${hostname()}\0${space}`).digest('hex').slice(0, 12);
}

function lives(pid: number, start: number): boolean {
  if (process.platform === 'linux') return startOf(pid) === start;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of somebody else has the number now; ours could be asked.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in ticks since the machine did; undefined where it is none, dead, or that cannot be told. */
function startOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // No process has the number.
    return undefined;
  }
  // The name of the program stands in brackets and may hold anything; state is the first field after it, start the 20th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : Number(fields[19]);
}
