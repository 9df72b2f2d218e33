/**
 * The life of one language server after another for one workspace:
 * stopped → starting → loading → ready, or failed with its cause. Everyone waits for the same load, and a call that
 * gives up leaves it running.
 */
import { log } from '../log.ts';
import { type LoadProblem, Problem, retry } from '../model/problem.ts';
import type { LspClient } from './client.ts';
import { type Clock, realClock } from './clock.ts';
import { Restarts } from './restarts.ts';
import { type Death, type Plan, type Progress, type Report, Start, type Started } from './start.ts';
import { Waiters, type Waiting } from './waiters.ts';
import { asProblem, beginning, givenUp, stillLoading } from './wording.ts';

export type SessionState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' | 'loading'; readonly since: number; readonly progress: Progress }
  | {
      readonly kind: 'ready';
      readonly client: LspClient;
      readonly loadSeconds: number;
      readonly problems: readonly LoadProblem[];
    }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface SessionOptions {
  readonly prepare: (report: Report, signal: AbortSignal) => Promise<Plan>;
  /** Milliseconds without any progress after which a start has failed, and that a call waits for a load at most. */
  readonly startupTimeout: () => number;
  readonly clock?: Clock;
}

/** Milliseconds in which a living server answers a probe, also on a slow machine under load. */
const probeTimeout = 10_000;

/** Failures that a person or the passing of time can mend without a word to us, so the next call tries again. */
const worthAnotherTry: ReadonlySet<string> = new Set([
  'no_csharp',
  'server_not_found',
  'dotnet_not_found',
  'sdk_missing',
  'server_failed',
]);

export class Session {
  readonly #options: SessionOptions;
  readonly #clock: Clock;
  readonly #restarts = new Restarts();
  readonly #waiters: Waiters<LspClient>;
  #state: SessionState = { kind: 'stopped' };
  #start: Start | undefined;
  /** What the present start has handed over. */
  #started: Started | undefined;
  #lastDeath: Death | undefined;
  /** The end of the last server; the next one waits for it. */
  #stopping: Promise<void> = Promise.resolve();
  #epoch = 0;
  #probing = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#waiters = new Waiters(this.#clock);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** What went wrong with the load; empty where nothing is loaded. */
  get problems(): readonly LoadProblem[] {
    return this.#state.kind === 'ready' ? this.#state.problems : [];
  }

  /** Grows by one with each start. */
  get epoch(): number {
    return this.#epoch;
  }

  /** How many calls wait for a load. */
  get waiting(): number {
    return this.#waiters.count;
  }

  /**
   * The ready server, started if need be. Rejects with `workspace_loading` when the patience or the startup timeout ends
   * first, with the cause where the load failed, or with the reason of the signal.
   */
  async ready(waiting: Waiting): Promise<LspClient> {
    waiting.signal.throwIfAborted();
    if (this.#state.kind === 'ready') return this.#state.client;
    if (this.#state.kind === 'failed' && !worthAnotherTry.has(this.#state.problem.code)) throw this.#state.problem;
    this.#begin();
    const patience = Math.min(waiting.patience, this.#options.startupTimeout());
    return await this.#waiters.wait({ ...waiting, patience }, () => stillLoading(this.#state, this.#clock.now()));
  }

  /** Begins a load without waiting for it; one that is under way, done, or has failed is left alone. */
  preload(): void {
    if (this.#state.kind === 'stopped') this.#begin();
  }

  /** Ends the server, if there is one; the next call starts another, whatever happened before. */
  async stop(): Promise<void> {
    const start = this.#start;
    const loaded = this.#state.kind === 'ready';
    this.#start = undefined;
    this.#state = { kind: 'stopped' };
    this.#restarts.forget();
    this.#waiters.reject(new Problem('server_lost', 'the language server was stopped', { continuation: retry('Ask again.') }));
    if (start !== undefined) {
      const before = this.#stopping;
      this.#stopping = start.abandon(loaded).then(() => before);
    }
    await this.#stopping;
  }

  /**
   * A request was ended by a clock. A server that does not answer a cheap question either hangs, and is killed; the next
   * call starts another. Never during a load, where every request waits.
   */
  async suspect(): Promise<void> {
    const start = this.#start;
    if (this.#probing || start === undefined || this.#started === undefined || this.#state.kind !== 'ready') return;
    const { client, probe } = this.#started;
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

  /** Begins a start unless one is under way or done; throws `server_failed` where the rules allow none. */
  #begin(after?: Death): void {
    if (this.#start !== undefined) return;
    const delay = this.#restarts.delay(this.#clock.now());
    if (delay === undefined) throw this.#giveUp();
    this.#epoch += 1;
    this.#started = undefined;
    const since = this.#clock.now();
    const show = (kind: 'starting' | 'loading', progress: Progress): void => {
      this.#state = { kind, since, progress };
      log.debug(`${kind}: ${progress.message}`);
      this.#waiters.tell(progress);
    };
    const start = new Start({
      clock: this.#clock,
      delay,
      prepare: async (report, signal) => {
        await this.#stopping;
        signal.throwIfAborted();
        return await this.#options.prepare(report, signal);
      },
      startupTimeout: this.#options.startupTimeout,
      report: (kind, progress) => {
        if (this.#start === start) show(kind, progress);
      },
      died: (death) => this.#died(start, death),
      timedOut: () => void this.suspect(),
    });
    this.#start = start;
    show('starting', { message: beginning(after, delay) });
    start.ready.then(
      (started) => this.#loaded(start, started, since),
      (error: unknown) => this.#failed(start, error),
    );
  }

  #loaded(start: Start, started: Started, since: number): void {
    if (this.#start !== start) return;
    const { client, problems } = started;
    this.#started = started;
    this.#state = { kind: 'ready', client, problems, loadSeconds: (this.#clock.now() - since) / 1000 };
    this.#waiters.resolve(client);
  }

  /** A load whose server died is begun again as the rules allow, for whoever waits. */
  #failed(start: Start, error: unknown): void {
    if (this.#start !== start) return;
    this.#start = undefined;
    const death = this.#lastDeath;
    // A program that ends by its own doing before it has said who it is lacks something (a runtime, an option), or is no
    // language server, and will be so at once again; its last words are of more use than four more tries.
    const again = start.dead && death !== undefined && (death.introduced || !death.ownDoing);
    try {
      if (!again) throw asProblem(error);
      this.#begin(death);
    } catch (cause) {
      const problem = asProblem(cause);
      this.#state = { kind: 'failed', problem };
      this.#waiters.reject(problem);
    }
  }

  #died(start: Start, death: Death): void {
    if (this.#start !== start) return;
    log.warn(`the language server ${death.how}`);
    this.#lastDeath = death;
    this.#restarts.died(this.#started !== undefined && this.#started.client.answers > this.#started.answers, this.#clock.now());
    // A start that was not ready fails by itself, with the cause.
    if (this.#started === undefined) return;
    this.#start = undefined;
    this.#state = { kind: 'stopped' };
  }

  #giveUp(): Problem {
    const problem = givenUp(this.#lastDeath);
    this.#state = { kind: 'failed', problem };
    return problem;
  }
}
