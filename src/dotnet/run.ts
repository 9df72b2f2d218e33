/**
 * Runs a dotnet command to its end. It has a process group of its own, which is killed as a whole: what a command has
 * started is of no use without it. Standard input is closed, because it is the client's.
 */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { log } from '../log.ts';
import { tiedGroup } from '../machine.ts';
import { Problem } from '../model/problem.ts';

export interface Command {
  readonly dotnet: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds that it may take. */
  readonly timeout: number;
  /** Each line of output without blanks around it, while it runs. */
  readonly onLine?: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface Ended {
  readonly succeeded: boolean;
  /** Completes "the command …". */
  readonly how: string;
  /** The last lines of both streams, without blanks around them and without empty ones. */
  readonly lines: readonly string[];
}

/** Lines of output that are kept. */
const keptLines = 2_000;
/** Milliseconds for the pipes of a dead process to be read to their end. */
const drain = 1_000;

/** Rejects with the reason of the signal, once the process is dead, or with `dotnet_not_found` when it cannot be started. */
export function runDotnet(command: Command): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const { signal, timeout, cwd, env } = command;
    signal.throwIfAborted();
    const program = tiedGroup(command.dotnet, command.args);
    const child = spawn(program.command, program.args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', ...program.stdio],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const lines: string[] = [];
    const hear = (line: string): void => {
      lines.push(line);
      if (lines.length > keptLines) lines.shift();
      command.onLine?.(line);
    };
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
    const flushes = streams.map((stream) => eachLine(stream, hear));
    let late = false;
    const clock = setTimeout(() => {
      late = true;
      kill(child.pid);
    }, timeout);
    const abort = (): void => kill(child.pid);
    signal.addEventListener('abort', abort, { once: true });
    const finish = (settle: () => void): void => {
      clearTimeout(clock);
      signal.removeEventListener('abort', abort);
      settle();
    };
    child.on('error', (error) =>
      finish(() => reject(new Problem('dotnet_not_found', `${command.dotnet} cannot be started: ${error.message}`))),
    );
    child.on('exit', (code, by) => {
      kill(child.pid);
      const undrained = setTimeout(() => streams.forEach((stream) => stream.destroy()), drain);
      child.on('close', () => {
        clearTimeout(undrained);
        for (const flush of flushes) flush();
        const exit = by === null ? `exited with code ${code}` : `was ended by ${by}`;
        const how = late ? `did not end within ${timeout / 1000} s` : exit;
        finish(() => (signal.aborted ? reject(signal.reason) : resolve({ succeeded: code === 0 && !late, how, lines })));
      });
    });
  });
}

/** The whole group; nobody left in it is no error. */
function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    log.debug(`dotnet ${pid}: ${String(error)}`);
  }
}

/** Tells each line of a stream; the function that comes back tells the last one, which has no end. */
function eachLine(stream: Readable, hear: (line: string) => void): () => void {
  let rest = '';
  const tell = (line: string): void => {
    if (line.trim() !== '') hear(line.trim());
  };
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(tell);
  });
  return () => tell(rest);
}
