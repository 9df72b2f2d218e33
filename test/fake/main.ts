/**
 * The fake language server as a program. It is started by a script that fake.ts writes, with `-s SOLUTION` as csharp-ls
 * is; its faults lie in a file beside the script, and so does its record.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Faults } from './faults.ts';
import { Recorder } from './recorder.ts';
import { FakeServer } from './server.ts';
import { FrameReader, write } from './wire.ts';

/** Milliseconds. */
const longAfter = 10_000;

/** Runs the fake whose files lie in the folder; the process lives on by itself. */
export function main(folder: string, args: readonly string[]): void {
  const faults = JSON.parse(readFileSync(join(folder, 'faults.json'), 'utf8')) as Faults;
  const record = new Recorder(join(folder, 'record.jsonl'));
  record.add({ kind: 'started', pid: process.pid, parent: process.ppid, args, ...helper(faults) });
  const [flag, solution] = args;
  if (flag !== '-s' || solution === undefined || args.length > 2) {
    write(Buffer.from(`ERROR: unrecognized argument: '${args.join(' ')}'.\n`), 2);
    process.exit(1);
  }
  listenToSignals(faults, record);
  if (faults.rubbish !== undefined) {
    write(Buffer.from(faults.rubbish.text));
    if (faults.rubbish.exits === true) process.exit(0);
  }
  converse(new FakeServer(faults, record, solution), faults);
}

function converse(server: FakeServer, faults: Faults): void {
  const reader = new FrameReader();
  process.stdin.on('data', (chunk: Buffer) => {
    try {
      for (const frame of reader.push(chunk)) server.receive(frame);
    } catch (error) {
      // csharp-ls ends, without a complaint, at what is no frame.
      write(Buffer.from(`${String(error)}\n`), 2);
      process.exit(0);
    }
  });
  process.stdin.on('end', () => {
    if (faults.ignores?.includes('eof') !== true) process.exit(0);
  });
  // A server is no program that ends because it has nothing to do. One that a failed test has left behind ends in the end,
  // late enough to be found by the tests of what is left behind.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, longAfter);
}

function listenToSignals(faults: Faults, record: Recorder): void {
  if (faults.ignores?.includes('SIGTERM') !== true) return;
  process.on('SIGTERM', () => record.add({ kind: 'signal', signal: 'SIGTERM' }));
}

/** A process beside it, as the build host of a load is one. */
function helper(faults: Faults): { readonly helper: number } | Record<string, never> {
  if (faults.helper !== true) return {};
  return { helper: Bun.spawn(['sleep', '1000'], { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' }).pid };
}
