/**
 * A running language server as the bridge talks to it: requests that end by a deadline, by the call's signal or by the
 * server's death, whichever is first, and an end of the server itself in bounded steps.
 */
import { CancellationTokenSource, ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import { log } from '../log.ts';
import { Problem, retry } from '../model/problem.ts';
import type { Clock } from './clock.ts';
import { Documents } from './documents.ts';
import type { ServerProcess } from './process.ts';

export interface RequestOptions {
  /** Ends the waiting; its reason is what the request rejects with. */
  readonly signal: AbortSignal;
  /** Milliseconds until the request fails with `request_timed_out`. */
  readonly timeout: number;
}

export interface ClientOptions {
  readonly clock: Clock;
  /** Something sent to the server was ended by a clock, its own or the call's; a cancel by the agent is none. */
  readonly timedOut: () => void;
}

/** Milliseconds for each step of an ordered end; five seconds in all. */
export const endStep = { shutdown: 2000, exit: 1500, terminate: 1000, kill: 500 };
/** LSP's ContentModified. */
const contentModified = -32801;
/** Milliseconds in which a server that reads its input takes a notification. */
const notifyTimeout = 10_000;

export class LspClient {
  readonly process: ServerProcess;
  /** What is open in the server. */
  readonly documents = new Documents((method, params) => this.notify(method, params));
  readonly #connection: MessageConnection;
  readonly #options: ClientOptions;
  /** What gives up the sending of a notification; the process settles them all when it ends. */
  readonly #sending = new Set<(reason: unknown) => void>();
  #answers = 0;
  #ending = false;

  constructor(server: ServerProcess, connection: MessageConnection, options: ClientOptions) {
    this.process = server;
    this.#connection = connection;
    this.#options = options;
    void server.ended.then(() => {
      for (const giveUp of this.#sending) giveUp(lost(server));
    });
  }

  /** How many requests were answered with a result. */
  get answers(): number {
    return this.#answers;
  }

  /**
   * Sends a request. Rejects with `request_timed_out`, `server_lost` (the process ended), `server_failed` (the server
   * answered with an error), or the reason of the signal.
   */
  async request<Result>(method: string, params: unknown, options: RequestOptions): Promise<Result> {
    options.signal.throwIfAborted();
    const source = new CancellationTokenSource();
    try {
      return await this.#bounded(method, this.#askTwice<Result>(method, params, source), options, () => this.#cancel(source));
    } finally {
      source.dispose();
    }
  }

  /**
   * Sends a notification. Rejects where the adapter forbids it, with `server_lost`, or with `request_timed_out` where the
   * server does not read its input.
   */
  async notify(method: string, params?: unknown): Promise<void> {
    const end = new AbortController();
    const abort = (reason: unknown): void => end.abort(reason);
    this.#sending.add(abort);
    try {
      const sent =
        params === undefined ? this.#connection.sendNotification(method) : this.#connection.sendNotification(method, params);
      await this.#bounded(method, sent, { signal: end.signal, timeout: notifyTimeout });
    } catch (error) {
      throw error instanceof Problem || !this.process.lost ? error : lost(this.process, error);
    } finally {
      this.#sending.delete(abort);
    }
  }

  /**
   * Ends the server: shutdown, exit, SIGTERM, SIGKILL, each with its own bound. A server that is busy loading does not
   * answer `shutdown`; for one of those `politely` is false and SIGTERM comes first. Never rejects.
   */
  async end(politely: boolean): Promise<void> {
    const asked = this.#ending;
    this.#ending = true;
    if (politely && !asked && (await this.#shutDown())) return;
    if (!this.process.running) return void (await this.process.ended);
    this.process.kill('SIGTERM');
    if (await this.#gone(endStep.terminate)) return;
    this.process.kill('SIGKILL');
    await this.#gone(endStep.kill);
  }

  async #shutDown(): Promise<boolean> {
    const { signal } = new AbortController();
    try {
      await this.#bounded('shutdown', this.#connection.sendRequest('shutdown'), { signal, timeout: endStep.shutdown });
      // Nobody waits for the pipe to take it; the process has its time from now on.
      this.#connection.sendNotification('exit').then(
        () => this.process.closeInput(),
        (error: unknown) => log.debug(`exit: ${String(error)}`),
      );
      return await this.#gone(endStep.exit);
    } catch (error) {
      log.debug(`language server ${this.process.pid} did not end by itself: ${String(error)}`);
      return false;
    }
  }

  #gone(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const takeBack = this.#options.clock.after(milliseconds, () => resolve(false));
      void this.process.ended.then(() => {
        takeBack();
        resolve(true);
      });
    });
  }

  /** Code that moved while the server read it is read once more. */
  async #askTwice<Result>(method: string, params: unknown, source: CancellationTokenSource): Promise<Result> {
    try {
      return await this.#ask<Result>(method, params, source);
    } catch (error) {
      const cause = error instanceof Problem ? error.cause : undefined;
      if (!(cause instanceof ResponseError && cause.code === contentModified) || source.token.isCancellationRequested)
        throw error;
      return await this.#ask<Result>(method, params, source);
    }
  }

  async #ask<Result>(method: string, params: unknown, { token }: CancellationTokenSource): Promise<Result> {
    try {
      if (this.#ending) throw new Error('it is being ended');
      const result =
        params === undefined
          ? await this.#connection.sendRequest(method, token)
          : await this.#connection.sendRequest(method, params, token);
      this.#answers += 1;
      return result as Result;
    } catch (error) {
      const own = error instanceof ResponseError && error.code === ErrorCodes.MessageWriteError;
      if (error instanceof ResponseError && !own && error.code !== ErrorCodes.PendingResponseRejected) {
        // An error of csharp-ls brings its stack; the first line says what there is to say.
        const [said] = error.message.split('\n');
        throw new Problem('server_failed', `the language server could not answer ${method}: ${said}`, {
          continuation: retry('Ask again; if it fails again, lsp with action=restart starts the language server anew.'),
          cause: error,
        });
      }
      // Refused by the guard: our own mistake, told to nobody as the server's.
      if (own && !this.process.lost) throw error;
      // Whoever asks again has to find a session that knows of the end.
      await this.process.ended;
      throw lost(this.process, error);
    }
  }

  /** Nobody is told any more of a request to a server that is about to end. */
  #cancel(source: CancellationTokenSource): void {
    if (!this.#ending && !this.process.lost) source.cancel();
  }

  /** Gives the work up at the signal or the clock; it settles later, unheard. */
  #bounded<T>(method: string, work: Promise<T>, { signal, timeout }: RequestOptions, cancel?: () => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (finish: () => void): void => {
        takeBack();
        signal.removeEventListener('abort', abort);
        finish();
      };
      const giveUp = (reason: unknown): void => {
        cancel?.();
        settle(() => reject(reason));
        if (reason instanceof Problem && reason.code === 'request_timed_out' && !this.#ending) this.#options.timedOut();
      };
      const abort = (): void => giveUp(signal.reason);
      const takeBack = this.#options.clock.after(timeout, () => giveUp(timedOut(method, timeout)));
      signal.addEventListener('abort', abort, { once: true });
      work.then(
        (result) => settle(() => resolve(result)),
        (error: unknown) => settle(() => reject(error)),
      );
    });
  }
}

/** The failure of everything that was asked of a server that has gone. */
function lost(server: ServerProcess, cause?: unknown): Problem {
  return new Problem('server_lost', `the language server ended while it was asked${server.words.asTail()}`, {
    continuation: retry('Ask again: the language server is started anew.'),
    cause,
  });
}

function timedOut(method: string, milliseconds: number): Problem {
  return new Problem('request_timed_out', `the language server did not answer ${method} within ${milliseconds / 1000} s`, {
    continuation: retry('Ask again, or narrow the question. The setting requestTimeout is the bound of one request.'),
  });
}
