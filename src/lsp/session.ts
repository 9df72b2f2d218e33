/**
 * The life of one language server after another for one workspace:
 * stopped → starting → loading → ready, or failed with its cause. Everyone waits for the same load, and a call that
 * gives up leaves it running.
 */
import { log } from '../log.ts';
import { type Diagnostic, Problem, callTool, retry } from '../model/problem.ts';
import type { LspClient } from './client.ts';
import { Restarts } from './restarts.ts';
import { type Plan, type Progress, type Report, Start, type Started } from './start.ts';

export type SessionState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' | 'loading'; readonly since: number; readonly progress: Progress }
  | {
      readonly kind: 'ready';
      readonly client: LspClient;
      readonly loadSeconds: number;
      readonly problems: readonly Diagnostic[];
      /** How many requests the load itself took. */
      readonly answers: number;
    }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface SessionOptions {
  readonly prepare: (report: Report, signal: AbortSignal) => Promise<Plan>;
  /** Milliseconds without any progress after which a start has failed. */
  readonly startupTimeout: () => number;
}

/** How a caller waits for the load. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Milliseconds until the caller gets `workspace_loading`; the load itself goes on. */
  readonly patience: number;
  readonly progress?: Report | undefined;
}

/** Milliseconds in which a living server answers a probe, also on a slow machine under load. */
const probeTimeout = 10_000;

/** Failures that a person or the passing of time can mend without a word to us, so the next call tries again. */
const worthAnotherTry: ReadonlySet<string> = new Set(['no_csharp', 'server_not_found', 'dotnet_not_found', 'server_lost']);

export class Session {
  readonly #options: SessionOptions;
  readonly #restarts = new Restarts();
  readonly #watchers = new Set<Report>();
  #state: SessionState = { kind: 'stopped' };
  #start: Start | undefined;
  #epoch = 0;
  #probing = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Grows by one with each start. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * The ready server, started if need be. Rejects with `workspace_loading` when the patience ends first, with the cause
   * where the load failed, or with the reason of the signal.
   */
  async ready(waiting: Waiting): Promise<LspClient> {
    if (this.#state.kind === 'ready') return this.#state.client;
    if (this.#state.kind === 'failed' && !this.#mayTryAgain(this.#state.problem)) throw this.#state.problem;
    return (await this.#wait(this.#begin(), waiting)).client;
  }

  /** Begins a load without waiting for it; one that is under way, or done, is left alone. */
  preload(): void {
    this.#begin();
  }

  /** Ends the server, if there is one; the next call starts another, whatever happened before. */
  async stop(): Promise<void> {
    const start = this.#start;
    const loaded = this.#state.kind === 'ready';
    this.#start = undefined;
    this.#state = { kind: 'stopped' };
    this.#restarts.forget();
    await start?.abandon(loaded);
  }

  /**
   * A request was ended by a clock. A server that does not answer a cheap question either hangs, and is killed; the next
   * call starts another. Never during a load, where every request waits.
   */
  async suspect(): Promise<void> {
    const start = this.#start;
    if (this.#probing || start === undefined || this.#state.kind !== 'ready') return;
    const { client, probe } = await start.ready;
    this.#probing = true;
    try {
      await client.request(probe.method, probe.params, { signal: new AbortController().signal, timeout: probeTimeout });
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'request_timed_out')) return;
      log.warn(`the language server ${client.process.pid} answers nothing any more and is ended`);
      start.kill();
    } finally {
      this.#probing = false;
    }
  }

  #begin(): Start {
    if (this.#start !== undefined) return this.#start;
    const delay = this.#restarts.delay();
    if (delay === undefined) throw this.#givenUp();
    this.#epoch += 1;
    const since = Date.now();
    const start = new Start({
      delay,
      prepare: this.#options.prepare,
      startupTimeout: this.#options.startupTimeout,
      report: (kind, progress) => {
        if (this.#start !== start) return;
        this.#state = { kind, since, progress };
        for (const watcher of this.#watchers) watcher(progress);
      },
      died: (how) => this.#died(start, how),
    });
    this.#start = start;
    this.#state = { kind: 'starting', since, progress: { message: delay > 0 ? 'waiting before another start' : 'starting' } };
    start.ready.then(
      (started) => this.#loaded(start, started, since),
      (error: unknown) => this.#failed(start, error),
    );
    return start;
  }

  /** A server that died is started again as often as the rules allow. */
  #mayTryAgain({ code }: Problem): boolean {
    return worthAnotherTry.has(code) || (code === 'server_failed' && this.#restarts.delay() !== undefined);
  }

  #loaded(start: Start, { client, problems, answers }: Started, since: number): void {
    if (this.#start !== start) return;
    this.#state = { kind: 'ready', client, problems, answers, loadSeconds: (Date.now() - since) / 1000 };
  }

  #failed(start: Start, error: unknown): void {
    if (this.#start !== start) return;
    this.#start = undefined;
    this.#state = { kind: 'failed', problem: asProblem(error) };
  }

  #died(start: Start, how: string): void {
    if (this.#start !== start) return;
    log.warn(`the language server ${how}`);
    const ready = this.#state.kind === 'ready' ? this.#state : undefined;
    this.#restarts.died(ready !== undefined && ready.client.answers > ready.answers);
    // A start that was not ready fails by itself, with the cause.
    if (ready === undefined) return;
    this.#start = undefined;
    this.#state = { kind: 'stopped' };
  }

  #givenUp(): Problem {
    const cause = this.#state.kind === 'failed' ? `; the last time: ${this.#state.problem.message}` : '';
    const problem = new Problem(
      'server_failed',
      `the language server died at each of its last starts and is not started again${cause}`,
      {
        continuation: callTool('lsp', 'When the cause is mended, call lsp with action=restart.'),
      },
    );
    this.#state = { kind: 'failed', problem };
    return problem;
  }

  async #wait(start: Start, { signal, patience, progress }: Waiting): Promise<Started> {
    signal.throwIfAborted();
    if (progress !== undefined) this.#watchers.add(progress);
    let clock: ReturnType<typeof setTimeout> | undefined;
    let abort: () => void = () => undefined;
    const ended = new Promise<never>((_, reject) => {
      clock = setTimeout(() => reject(this.#loading()), patience);
      abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
    });
    try {
      return await Promise.race([start.ready.catch((error: unknown) => Promise.reject(asProblem(error))), ended]);
    } finally {
      clearTimeout(clock);
      signal.removeEventListener('abort', abort);
      if (progress !== undefined) this.#watchers.delete(progress);
    }
  }

  #loading(): Problem {
    const state = this.#state;
    const detail = state.kind === 'starting' || state.kind === 'loading' ? describe(state) : '';
    return new Problem('workspace_loading', `the workspace is still loading${detail}`, {
      continuation: retry('Ask again in a while: the load goes on. lsp with action=status shows how far it is.'),
    });
  }
}

function describe({ since, progress }: { readonly since: number; readonly progress: Progress }): string {
  const { message, done, total } = progress;
  const counts = done === undefined || total === undefined ? '' : `, ${done} of ${total}`;
  return ` (${message}${counts}; ${Math.round((Date.now() - since) / 1000)} s so far)`;
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new Problem('workspace_load_failed', `the load failed: ${text}`, { cause: error });
}
