/**
 * A running language server as the bridge talks to it: requests that end by a deadline, by the call's signal or by the
 * server's death, whichever is first, and an end of the server itself in bounded steps.
 */
import { CancellationTokenSource, ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import { log } from '../log.ts';
import { Problem, retry } from '../model/problem.ts';
import type { ServerProcess } from './process.ts';

export interface RequestOptions {
  /** Ends the waiting; its reason is what the request rejects with. */
  readonly signal: AbortSignal;
  /** Milliseconds until the request fails with `request_timed_out`. */
  readonly timeout: number;
}

/** Milliseconds for each step of an ordered end; five seconds in all. */
const endStep = { shutdown: 2000, exit: 1500, terminate: 1000, kill: 500 };

export class LspClient {
  readonly process: ServerProcess;
  readonly #connection: MessageConnection;
  #answers = 0;

  constructor(server: ServerProcess, connection: MessageConnection) {
    this.process = server;
    this.#connection = connection;
  }

  /** How many requests were answered with a result. */
  get answers(): number {
    return this.#answers;
  }

  /**
   * Sends a request. Rejects with `request_timed_out`, `server_lost` (the process ended), `server_failed` (the server
   * answered with an error), or the reason of the signal.
   */
  request<Result>(method: string, params: unknown, options: RequestOptions): Promise<Result> {
    options.signal.throwIfAborted();
    const source = new CancellationTokenSource();
    return new Promise<Result>((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(clock);
        options.signal.removeEventListener('abort', abort);
        source.dispose();
        finish();
      };
      const giveUp = (reason: unknown): void => {
        source.cancel();
        settle(() => reject(reason));
      };
      const abort = (): void => giveUp(options.signal.reason);
      const clock = setTimeout(() => giveUp(timedOut(method, options.timeout)), options.timeout);
      options.signal.addEventListener('abort', abort, { once: true });
      // `shutdown` takes no params at all; everything else is an object.
      const answer =
        params === undefined
          ? this.#connection.sendRequest(method, source.token)
          : this.#connection.sendRequest(method, params, source.token);
      answer.then(
        (result) => {
          this.#answers += 1;
          settle(() => resolve(result as Result));
        },
        (error: unknown) => settle(() => reject(this.#translate(method, error))),
      );
    });
  }

  /** Sends a notification; rejects only where the adapter forbids it or the pipe is gone. */
  notify(method: string, params?: unknown): Promise<void> {
    return params === undefined ? this.#connection.sendNotification(method) : this.#connection.sendNotification(method, params);
  }

  /**
   * Ends the server: shutdown, exit, SIGTERM, SIGKILL, each with its own bound. A server that is busy loading does not
   * answer `shutdown`; for one of those `politely` is false and SIGTERM comes first. Never rejects.
   */
  async end(politely: boolean): Promise<void> {
    try {
      if (politely) {
        await this.request('shutdown', undefined, { signal: new AbortController().signal, timeout: endStep.shutdown });
        await this.notify('exit');
        if (await this.#gone(endStep.exit)) return;
      }
    } catch (error) {
      log.debug(`language server ${this.process.pid} did not end by itself: ${String(error)}`);
    }
    this.process.kill('SIGTERM');
    if (await this.#gone(endStep.terminate)) return;
    this.process.kill('SIGKILL');
    await this.#gone(endStep.kill);
  }

  async #gone(milliseconds: number): Promise<boolean> {
    let clock: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      clock = setTimeout(() => resolve(false), milliseconds);
    });
    const gone = await Promise.race([this.process.ended.then(() => true), late]);
    clearTimeout(clock);
    return gone;
  }

  #translate(method: string, error: unknown): Problem {
    if (error instanceof ResponseError && error.code !== ErrorCodes.PendingResponseRejected) {
      return new Problem('server_failed', `the language server could not answer ${method}: ${error.message}`, { cause: error });
    }
    return lost(this.process, error);
  }
}

/** The failure of everything that was asked of a server that has gone. */
export function lost(server: ServerProcess, cause: unknown): Problem {
  const last = server.errorTail
    .slice(-5)
    .map((line) => `\n${line}`)
    .join('');
  return new Problem('server_lost', `the language server ended while it was asked${last}`, {
    continuation: retry('Ask again: the language server is started anew.'),
    cause,
  });
}

function timedOut(method: string, milliseconds: number): Problem {
  return new Problem('request_timed_out', `the language server did not answer ${method} within ${milliseconds / 1000} s`, {
    continuation: retry('Ask again, or narrow the question. The setting requestTimeout is the bound of one request.'),
  });
}
