/**
 * The strict fake as a program. It is started by a script that fake.ts writes, with the options of the real one; its
 * switches lie in a file beside the script, and so does its record. What the real one would punish ends it: one line on
 * standard error, and an exit code that is not 0.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Recorder } from '../fake/recorder.ts';
import { FrameReader, FrameWriter, write } from '../fake/wire.ts';
import { commandLineFault } from './command-line.ts';
import { Conversation } from './conversation.ts';
import { StrictServer } from './server.ts';
import type { Setup } from './switches.ts';

/** Milliseconds. */
const longAfter = 10_000;

/** Runs the fake whose files lie in the folder; the process lives on by itself. */
export function main(folder: string, args: readonly string[]): void {
  const setup = JSON.parse(readFileSync(join(folder, 'faults.json'), 'utf8')) as Setup;
  const record = new Recorder(join(folder, 'record.jsonl'));
  const required = setup.on.includes('oldProfile') ? ['--logLevel', '--extensionLogDirectory'] : [];
  const fault = commandLineFault(args, required);
  const helper = setup.on.includes('otherProcess') && fault === undefined ? workspaceHolder() : undefined;
  const { pid, ppid: parent } = process;
  record.add({ kind: 'started', pid, parent, args, ...(helper === undefined ? {} : { helper }) });
  if (fault !== undefined) {
    write(Buffer.from(`${fault}\n`), 2);
    process.exit(1);
  }
  if (setup.on.includes('textBeforeFrames')) write(Buffer.from('Welcome to .NET 10.0!\nContent-Free: é數\r\n\r\n'));
  const writer = new FrameWriter(setup.on.includes('splitFrames') ? 'split' : 'whole');
  const conversation = new Conversation(setup, record, writer);
  converse(conversation, new StrictServer(conversation, helper));
}

function converse(conversation: Conversation, server: StrictServer): void {
  const reader = new FrameReader();
  process.stdin.on('data', (chunk: Buffer) => {
    for (const frame of framesIn(reader, chunk, conversation)) server.receive(frame);
  });
  process.stdin.on('end', () => {
    if (!conversation.on('ignoresExit')) server.end(1);
  });
  // A server is no program that ends because it has nothing to do; one that a failed test left behind ends in the end.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, longAfter);
}

function* framesIn(reader: FrameReader, chunk: Buffer, conversation: Conversation) {
  try {
    yield* reader.push(chunk);
  } catch (error) {
    conversation.offence(String(error));
  }
}

/** A process in a session of its own: whoever ends only the one that it started leaves this one behind. */
function workspaceHolder(): number {
  const { pid } = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
  if (pid === undefined) throw new Error('sleep cannot be started');
  return pid;
}
