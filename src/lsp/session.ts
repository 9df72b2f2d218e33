/**
 * The life of one language server after another for one workspace:
 * stopped → starting → loading → ready, or failed with its cause. The load belongs to nobody's call: everyone waits for
 * the same one, and a call that gives up leaves it running.
 */
import { log } from '../log.ts';
import { Problem, type Diagnostic, retry } from '../model/problem.ts';
import { LspClient } from './client.ts';
import { type OutgoingMessage, connect } from './connection.ts';
import { introduce } from './handshake.ts';
import { type Launch, ServerProcess } from './process.ts';

/** How far a start has come. */
export interface Progress {
  /** What is being done, as a person reads it. */
  readonly message: string;
  /** Steps done and steps in all, where they are known. */
  readonly done?: number;
  readonly total?: number;
}

/** One start, fully decided: what to run and what is true of that server. */
export interface Plan {
  readonly launch: Launch;
  /** The workspace folder of the handshake, absolute. */
  readonly folder: string;
  readonly allowed: (message: OutgoingMessage) => boolean;
  readonly reply: (method: string, params: unknown) => unknown;
  /** Resolves when answers can be believed; `heard` gets each notification of the server until then and after. */
  readonly load: (client: LspClient, heard: Subscribe, report: Report) => Promise<readonly Diagnostic[]>;
  readonly trace: string | undefined;
}

export type Report = (progress: Progress) => void;
export type Subscribe = (listener: (method: string, params: unknown) => void) => void;

export type SessionState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' | 'loading'; readonly since: number; readonly progress: Progress }
  | { readonly kind: 'ready'; readonly client: LspClient; readonly loadSeconds: number; readonly problems: readonly Diagnostic[] }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface SessionOptions {
  /** Decides a start and does what has to come before it; it may take long, and reports what it does. */
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

interface Start {
  readonly ready: Promise<LspClient>;
  readonly abort: AbortController;
  readonly watchers: Set<Report>;
  client: LspClient | undefined;
}

export class Session {
  readonly #options: SessionOptions;
  #state: SessionState = { kind: 'stopped' };
  #start: Start | undefined;
  #epoch = 0;

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
    if (this.#state.kind === 'failed') throw this.#state.problem;
    const start = this.#start ?? this.begin();
    if (this.#state.kind === 'ready') return this.#state.client;
    return await this.#wait(start, waiting);
  }

  /** Begins a load without waiting for it; one that is under way, or done, is left alone. */
  begin(): Start {
    if (this.#start !== undefined) return this.#start;
    this.#epoch += 1;
    const abort = new AbortController();
    const watchers = new Set<Report>();
    const start: Start = { ready: Promise.resolve().then(() => this.#run(start)), abort, watchers, client: undefined };
    this.#start = start;
    this.#state = { kind: 'starting', since: Date.now(), progress: { message: 'starting' } };
    // Nobody may be waiting; the failure is kept in the state.
    start.ready.catch((error: unknown) => log.debug(`load: ${String(error)}`));
    return start;
  }

  /** Ends the server, if there is one; the next call starts another. */
  async stop(): Promise<void> {
    const start = this.#start;
    const loaded = this.#state.kind === 'ready';
    this.#start = undefined;
    this.#state = { kind: 'stopped' };
    if (start === undefined) return;
    start.abort.abort(new Problem('server_lost', 'the language server was stopped', { continuation: retry('Ask again.') }));
    await start.client?.end(loaded);
  }

  async #run(start: Start): Promise<LspClient> {
    const since = Date.now();
    const stalled = this.#stallClock(start);
    const report =
      (kind: 'starting' | 'loading') =>
      (progress: Progress): void => {
        stalled.reset();
        if (this.#start !== start) return;
        this.#state = { kind, since, progress };
        for (const watcher of start.watchers) watcher(progress);
      };
    try {
      const plan = await this.#options.prepare(report('starting'), start.abort.signal);
      const [client, problems] = await this.#launch(start, plan, report('loading'));
      // The server may have died between its last answer and this line.
      start.abort.signal.throwIfAborted();
      if (this.#start === start) {
        this.#state = { kind: 'ready', client, problems, loadSeconds: (Date.now() - since) / 1000 };
      }
      return client;
    } catch (error) {
      const problem = start.abort.signal.aborted ? start.abort.signal.reason : error;
      if (this.#start === start) {
        this.#start = undefined;
        this.#state = { kind: 'failed', problem: asProblem(problem) };
      }
      await start.client?.end(false);
      throw asProblem(problem);
    } finally {
      stalled.stop();
    }
  }

  async #launch(start: Start, plan: Plan, report: Report): Promise<[LspClient, readonly Diagnostic[]]> {
    start.abort.signal.throwIfAborted();
    report({ message: 'starting the language server' });
    const server = await ServerProcess.start(plan.launch);
    const listeners = new Set<(method: string, params: unknown) => void>();
    const connection = connect(server, {
      allowed: plan.allowed,
      reply: plan.reply,
      trace: plan.trace,
      onNotification: (method, params) => {
        for (const listener of listeners) listener(method, params);
      },
    });
    const client = new LspClient(server, connection);
    start.client = client;
    void server.ended.then((how) => this.#died(start, server, how));
    const unbounded = { signal: start.abort.signal, timeout: 2 ** 31 - 1 };
    await introduce(client, plan.folder, unbounded);
    const problems = await plan.load(client, (listener) => listeners.add(listener), report);
    return [client, problems];
  }

  #died(start: Start, server: ServerProcess, how: string): void {
    if (this.#start !== start) return;
    log.warn(`the language server ${server.pid} ${how}`);
    if (this.#state.kind === 'ready') {
      this.#start = undefined;
      this.#state = { kind: 'stopped' };
      return;
    }
    const last = server.errorTail.slice(-5).join('\n');
    start.abort.abort(
      new Problem('server_failed', `the language server ${how} while it was starting${last === '' ? '' : `:\n${last}`}`),
    );
  }

  /** Ends a start that makes no progress; each report begins the time anew. */
  #stallClock(start: Start): { reset: () => void; stop: () => void } {
    let clock: ReturnType<typeof setTimeout> | undefined;
    const reset = (): void => {
      clearTimeout(clock);
      const limit = this.#options.startupTimeout();
      clock = setTimeout(() => {
        const last = start.client?.process.errorTail.slice(-5).join('\n') ?? '';
        const text = `the language server made no progress for ${limit / 1000} s while loading${last === '' ? '' : `:\n${last}`}`;
        start.abort.abort(new Problem('workspace_load_failed', text));
      }, limit);
    };
    reset();
    return { reset, stop: () => clearTimeout(clock) };
  }

  async #wait(start: Start, waiting: Waiting): Promise<LspClient> {
    const { signal, patience, progress } = waiting;
    signal.throwIfAborted();
    if (progress !== undefined) start.watchers.add(progress);
    let clock: ReturnType<typeof setTimeout> | undefined;
    let abort: (() => void) | undefined;
    const ended = new Promise<never>((_, reject) => {
      clock = setTimeout(() => reject(this.#loading()), patience);
      abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
    });
    try {
      return await Promise.race([start.ready, ended]);
    } finally {
      clearTimeout(clock);
      if (abort !== undefined) signal.removeEventListener('abort', abort);
      if (progress !== undefined) start.watchers.delete(progress);
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

function describe(state: { readonly since: number; readonly progress: Progress }): string {
  const { message, done, total } = state.progress;
  const counts = done === undefined || total === undefined ? '' : `, ${done} of ${total}`;
  return ` (${message}${counts}; ${Math.round((Date.now() - state.since) / 1000)} s so far)`;
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem('workspace_load_failed', `the load failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}
