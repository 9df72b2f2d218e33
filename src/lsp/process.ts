/**
 * A language server as a process: started in a process group of its own, its standard error kept as a short tail for
 * messages, and ended for certain.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { log } from '../log.ts';

/** What to start. `command` is an absolute path, so that neither PATH nor the working folder chooses the program. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Lines of standard error that are kept, and the length at which one is cut. */
const tailLines = 40;
const tailLineLength = 400;

export class ServerProcess {
  readonly pid: number;
  /** Settles when the process has ended and its pipes are closed; never rejects. */
  readonly ended: Promise<string>;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #tail: string[] = [];
  #running = true;

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, pid: number) {
    this.#child = child;
    this.pid = pid;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    // A pipe that breaks because the process died is told by `ended`; without a listener it would end the bridge.
    child.stdin.on('error', (error) => log.debug(`language server ${pid}: standard input: ${error.message}`));
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => this.#keep(text));
    this.ended = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        this.#running = false;
        resolve(signal === null ? `exited with code ${code}` : `was ended by ${signal}`);
      });
    });
  }

  /** Starts the process; rejects with the operating system's error when it cannot be started. */
  static start(launch: Launch): Promise<ServerProcess> {
    return new Promise((resolve, reject) => {
      const child = spawn(launch.command, launch.args, {
        cwd: launch.cwd,
        env: launch.env,
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      child.once('error', reject);
      child.once('spawn', () => {
        child.off('error', reject);
        child.on('error', (error) => log.warn(`language server: ${error.message}`));
        if (child.pid === undefined) reject(new Error('the process has no id'));
        else resolve(new ServerProcess(child, child.pid));
      });
    });
  }

  get running(): boolean {
    return this.#running;
  }

  /** The last lines that the process wrote to standard error. */
  get errorTail(): readonly string[] {
    return this.#tail;
  }

  /** Sends a signal to the process and all of its group; a process that is already gone is no error. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (!this.#running) return;
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-this.pid, signal);
    } catch (error) {
      log.debug(`language server ${this.pid}: ${signal}: ${String(error)}`);
    }
  }

  #keep(text: string): void {
    for (const line of text.split('\n')) {
      if (line.trim() !== '') this.#tail.push(line.trimEnd().slice(0, tailLineLength));
    }
    this.#tail.splice(0, Math.max(0, this.#tail.length - tailLines));
  }
}
