/**
 * A language server as a process: started in a process group of its own, its last words kept for messages, and ended for
 * certain, with all that it has started.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { log } from '../log.ts';
import { tiedGroup } from '../machine.ts';
import { LastWords } from './last-words.ts';

/** What to start. `command` is an absolute path, so that neither PATH nor the working folder chooses the program. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended. */
export interface End {
  /** Completes "the language server …". */
  readonly how: string;
  /** Whether it ended with an exit code, or was killed for what it wrote; any other signal came from somewhere else. */
  readonly ownDoing: boolean;
}

/** Milliseconds for the pipes of a dead process to be read to their end: something that it started may hold them open. */
const drain = 1000;
/** Milliseconds for a process to end by itself after the conversation with it broke. */
const grace = 1000;

export class ServerProcess {
  readonly pid: number;
  /** Settles when the process has ended and what it wrote is read; never rejects. */
  readonly ended: Promise<End>;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly words = new LastWords();
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  #running = true;
  #condemned: ReturnType<typeof setTimeout> | undefined;
  #inputClosed = false;
  #refused = false;
  /** Another process that does the work of this one. */
  #worker: number | undefined;

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, pid: number) {
    this.#child = child;
    this.pid = pid;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    // A pipe that breaks because the process died is told by `ended`; without a listener it would end the bridge.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) {
      pipe.on('error', (error: Error) => log.debug(`language server ${pid}: ${error.message}`));
    }
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => this.words.hear(text));
    this.ended = this.#end();
  }

  /** Starts the process; rejects with the operating system's error when it cannot be started. */
  static start(launch: Launch): Promise<ServerProcess> {
    return new Promise((resolve, reject) => {
      const { command, args, stdio } = tiedGroup(launch.command, launch.args);
      const child = spawn(command, args, {
        cwd: launch.cwd,
        env: launch.env,
        stdio: ['pipe', 'pipe', 'pipe', ...stdio],
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

  /** Whether the conversation is over, with or without the process. */
  get lost(): boolean {
    return !this.#running || this.#refused || this.#condemned !== undefined;
  }

  /** Tells of another process, by the server's own word, that does its work and has to end with it. */
  worksIn(pid: number): void {
    if (pid !== this.pid && pid !== process.pid && pid > 1) this.#worker = pid;
  }

  /** Sends a signal to the process and all of its group; a process that is already gone is no error. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (this.#running) this.#signal(signal);
  }

  /** What it says is not the protocol. It is killed at once, before something of it is believed. */
  refuse(why: string): void {
    if (!this.#running || this.#refused) return;
    this.#refused = true;
    this.words.add(why);
    this.kill('SIGKILL');
  }

  /** One of its pipes is closed. It is killed unless it ends by itself in a moment, which tells more of the cause. */
  condemn(): void {
    if (this.lost || this.#inputClosed) return;
    this.#condemned = setTimeout(() => {
      this.words.add('it closed one of its pipes and lived on');
      this.kill('SIGKILL');
    }, grace);
  }

  /** Ends its standard input, after what was written to it. */
  closeInput(): void {
    this.#inputClosed = true;
    this.stdin.end();
  }

  #end(): Promise<End> {
    return new Promise((resolve) => {
      this.#child.on('exit', (code, signal) => {
        this.#running = false;
        clearTimeout(this.#condemned);
        const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
        const end = { how, ownDoing: signal === null || this.#refused };
        // What it has started lives in its group, and is of no use without it.
        this.#signal('SIGKILL');
        const late = setTimeout(() => {
          for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) pipe.destroy();
          resolve(end);
        }, drain);
        this.#child.on('close', () => {
          clearTimeout(late);
          resolve(end);
        });
      });
    });
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-this.pid, signal);
    } catch (error) {
      // Nobody is left in the group.
      log.debug(`language server ${this.pid}: ${signal}: ${String(error)}`);
    }
    if (this.#worker === undefined || signal !== 'SIGKILL') return;
    try {
      process.kill(this.#worker, signal);
    } catch (error) {
      log.debug(`language server ${this.#worker}: ${signal}: ${String(error)}`);
    }
  }
}
