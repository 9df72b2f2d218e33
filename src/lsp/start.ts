/** One start of a language server: decided, launched, introduced, loaded; or ended with the cause. */
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../log.ts';
import { type Diagnostic, Problem, callTool, retry } from '../model/problem.ts';
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

export type Report = (progress: Progress) => void;
export type Subscribe = (listener: (method: string, params: unknown) => void) => void;

/** A start, fully decided: what to run and what is true of that server. */
export interface Plan {
  readonly launch: Launch;
  /** The workspace folder of the handshake, absolute. */
  readonly folder: string;
  readonly allowed: (message: OutgoingMessage) => boolean;
  readonly reply: (method: string, params: unknown) => unknown;
  /** Resolves, with load problems, when answers can be believed; `heard` gets each notification of the server from then on. */
  readonly load: (client: LspClient, heard: Subscribe, report: Report) => Promise<readonly Diagnostic[]>;
  /** The cheapest request that a living server answers at once. */
  readonly probe: { readonly method: string; readonly params: unknown };
  /** A file for the exchange with the server. */
  readonly trace: string | undefined;
}

export interface StartOptions {
  /** Milliseconds before anything is done. */
  readonly delay: number;
  /** Decides a start and does what has to come before it; it may take long, and reports what it does. */
  readonly prepare: (report: Report, signal: AbortSignal) => Promise<Plan>;
  /** Milliseconds without any progress after which the start has failed. */
  readonly startupTimeout: () => number;
  readonly report: (phase: 'starting' | 'loading', progress: Progress) => void;
  /** The process has ended, whenever that is; not told when the start was abandoned. */
  readonly died: (how: string) => void;
}

/** What a start that has succeeded hands over. */
export interface Started {
  readonly client: LspClient;
  readonly problems: readonly Diagnostic[];
  readonly probe: Plan['probe'];
  /** How many requests it has answered so far; more of them are queries. */
  readonly answers: number;
}

/** A load has no deadline of its own: it is ended where it makes no progress. */
const unbounded = 2 ** 31 - 1;

export class Start {
  /** Settles with the load; it belongs to nobody's call. */
  readonly ready: Promise<Started>;
  readonly #options: StartOptions;
  readonly #abort = new AbortController();
  #client: LspClient | undefined;
  #stall: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StartOptions) {
    this.#options = options;
    // In a later turn, so that whoever makes a start can keep it before anything is reported.
    this.ready = Promise.resolve().then(() => this.#run());
    // Nobody may be waiting; the failure is kept by the session.
    this.ready.catch((error: unknown) => log.debug(`load: ${String(error)}`));
  }

  /** Ends the server or the start, and resolves when nothing of it runs any more; `politely` where it has loaded and answers. */
  async abandon(politely: boolean): Promise<void> {
    this.#abort.abort(new Problem('server_lost', 'the language server was stopped', { continuation: retry('Ask again.') }));
    await this.#client?.end(politely);
    await this.ready.then(
      () => undefined,
      () => undefined,
    );
  }

  /** Ends a server that no longer answers; `died` follows. */
  kill(): void {
    this.#client?.process.kill('SIGKILL');
  }

  async #run(): Promise<Started> {
    const { signal } = this.#abort;
    try {
      await sleep(this.#options.delay, undefined, { signal });
      this.#heartbeat();
      const plan = await this.#options.prepare((progress) => this.#report('starting', progress), signal);
      const started = await this.#launch(plan);
      // The server may have died between its last answer and this line.
      signal.throwIfAborted();
      return started;
    } catch (error) {
      // The end of the process aborts, too; the cause is what came before it.
      const cause: unknown = signal.aborted ? signal.reason : error;
      await this.#client?.end(false);
      throw cause;
    } finally {
      clearTimeout(this.#stall);
    }
  }

  async #launch(plan: Plan): Promise<Started> {
    const { signal } = this.#abort;
    signal.throwIfAborted();
    this.#report('loading', { message: 'starting the language server' });
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
    this.#client = client;
    void server.ended.then((how) => this.#ended(server, how));
    await introduce(client, plan.folder, { signal, timeout: unbounded });
    const report = (progress: Progress): void => this.#report('loading', progress);
    const problems = await plan.load(client, (listener) => listeners.add(listener), report);
    return { client, problems, probe: plan.probe, answers: client.answers };
  }

  #ended(server: ServerProcess, how: string): void {
    if (this.#abort.signal.aborted) return;
    const told = lastWords(server);
    this.#abort.abort(new Problem('server_failed', `the language server ${how} while it was starting${told}`));
    this.#options.died(how);
  }

  #report(phase: 'starting' | 'loading', progress: Progress): void {
    this.#heartbeat();
    this.#options.report(phase, progress);
  }

  /** Each sign of progress begins the time anew. */
  #heartbeat(): void {
    clearTimeout(this.#stall);
    const limit = this.#options.startupTimeout();
    this.#stall = setTimeout(() => {
      const told = this.#client === undefined ? '' : lastWords(this.#client.process);
      const continuation = callTool(
        'lsp',
        'See lsp with action=status; lsp with action=restart tries again. The setting startupTimeout is this bound.',
      );
      this.#abort.abort(
        new Problem('workspace_load_failed', `the load made no progress for ${limit / 1000} s${told}`, { continuation }),
      );
    }, limit);
  }
}

/** The end of what the server wrote to standard error, as the tail of a message. */
function lastWords(server: ServerProcess): string {
  const lines = server.errorTail.slice(-5);
  return lines.length === 0 ? '' : `:\n${lines.join('\n')}`;
}
