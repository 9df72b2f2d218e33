/** One start of a language server: decided, launched, introduced, loaded; or ended with the cause. */
import { log } from '../log.ts';
import { type LoadProblem, Problem, callTool, retry } from '../model/problem.ts';
import type { ClientCapabilities } from 'vscode-languageserver-protocol';
import { LspClient } from './client.ts';
import { type Clock, pause, unbounded } from './clock.ts';
import { type OutgoingMessage, connect } from './connection.ts';
import { introduce } from './handshake.ts';
import { type End, type Launch, ServerProcess } from './process.ts';

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
  readonly capabilities: ClientCapabilities;
  /** See Introduction. */
  readonly worker: (reply: unknown) => number | undefined;
  readonly allowed: (message: OutgoingMessage) => boolean;
  readonly reply: (method: string, params: unknown) => unknown;
  /**
   * Resolves, with load problems, when answers can be believed; until then `heard` gets each notification and request of the
   * server.
   */
  readonly load: (client: LspClient, heard: Subscribe, report: Report) => Promise<readonly LoadProblem[]>;
  /** The cheapest request that a living server answers at once. */
  readonly probe: { readonly method: string; readonly params: unknown };
  /** A file for the exchange with the server. */
  readonly trace: string | undefined;
}

export interface StartOptions {
  readonly clock: Clock;
  /** Milliseconds before anything is done. */
  readonly delay: number;
  /** Decides a start and does what has to come before it; it may take long, reports what it does, and has its own bounds. */
  readonly prepare: (report: Report, signal: AbortSignal) => Promise<Plan>;
  /** Milliseconds without any progress after which the start has failed. */
  readonly startupTimeout: () => number;
  readonly report: (phase: 'starting' | 'loading', progress: Progress) => void;
  /** The process has ended, whenever that is; not told when we ended it. */
  readonly died: (death: Death) => void;
  /** Something that was asked of the server was ended by a clock. */
  readonly timedOut: () => void;
}

/** How a server died. */
export interface Death extends End {
  /** Its last words, as the tail of a message. */
  readonly told: string;
  /** Whether it had answered `initialize`. */
  readonly introduced: boolean;
}

/** What a start that has succeeded hands over. */
export interface Started {
  readonly client: LspClient;
  readonly problems: readonly LoadProblem[];
  readonly probe: Plan['probe'];
  /** How many requests it has answered so far; more of them are queries. */
  readonly answers: number;
}

export class Start {
  /** Settles with the load; it belongs to nobody's call. */
  readonly ready: Promise<Started>;
  readonly #options: StartOptions;
  readonly #abort = new AbortController();
  #client: LspClient | undefined;
  #introduced = false;
  #takeBackStall: () => void = () => undefined;
  /** Whether the end of the process is our own doing. */
  #over = false;
  #dead = false;

  constructor(options: StartOptions) {
    this.#options = options;
    // In a later turn, so that whoever makes a start can keep it before anything is reported.
    this.ready = Promise.resolve().then(() => this.#run());
    // Nobody may be waiting; the failure is kept by the session.
    this.ready.catch((error: unknown) => log.debug(`load: ${String(error)}`));
  }

  /** Whether its server died, and was not ended by us. */
  get dead(): boolean {
    return this.#dead;
  }

  /** Ends the server or the start, and resolves when nothing of it runs any more; `politely` where it has loaded and answers. */
  async abandon(politely: boolean): Promise<void> {
    this.#over = true;
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
      await pause(this.#options.clock, this.#options.delay, signal);
      const plan = await this.#options.prepare((progress) => this.#options.report('starting', progress), signal);
      const started = await this.#launch(plan);
      // The server may have died between its last answer and this line.
      signal.throwIfAborted();
      return started;
    } catch (error) {
      // The end of the process aborts, too; the cause is what came before it.
      const cause: unknown = signal.aborted ? signal.reason : error;
      this.#over = true;
      await this.#client?.end(false);
      throw this.#told(cause);
    } finally {
      this.#takeBackStall();
    }
  }

  async #launch(plan: Plan): Promise<Started> {
    const { signal } = this.#abort;
    signal.throwIfAborted();
    this.#progress({ message: 'starting the language server' });
    const server = await ServerProcess.start(plan.launch);
    const listeners = new Set<(method: string, params: unknown) => void>();
    const connection = connect(server, {
      allowed: plan.allowed,
      reply: (method, params) => {
        for (const listener of listeners) listener(method, params);
        return plan.reply(method, params);
      },
      trace: plan.trace,
      onNotification: (method, params) => {
        if (method === 'window/logMessage' || method === 'window/showMessage') server.words.add(messageOf(params));
        for (const listener of listeners) listener(method, params);
      },
    });
    const client = new LspClient(server, connection, this.#options);
    this.#client = client;
    const commandLine = [plan.launch.command, ...plan.launch.args].join(' ');
    void server.ended.then((end) => this.#ended(server, end, commandLine));
    await introduce(client, plan, { signal, timeout: unbounded });
    this.#introduced = true;
    const problems = await plan.load(
      client,
      (listener) => listeners.add(listener),
      (progress) => this.#progress(progress),
    );
    // What it says of its progress later is no load of ours.
    listeners.clear();
    return { client, problems, probe: plan.probe, answers: client.answers };
  }

  #ended(server: ServerProcess, end: End, commandLine: string): void {
    if (this.#over) return;
    this.#dead = true;
    this.#abort.abort(new Problem('server_failed', `the language server ${end.how} while it was starting (${commandLine})`));
    this.#options.died({ ...end, told: server.words.asTail(), introduced: this.#introduced });
  }

  /** Each sign of progress begins the time anew. What comes before the launch has bounds of its own. */
  #progress(progress: Progress): void {
    this.#takeBackStall();
    const limit = this.#options.startupTimeout();
    this.#takeBackStall = this.#options.clock.after(limit, () => this.#abort.abort(new Stalled(limit)));
    this.#options.report('loading', progress);
  }

  /** The failure with what the server said last; complete only after its end, when its pipes are read. */
  #told(cause: unknown): unknown {
    const told = this.#client?.process.words.asTail() ?? '';
    if (cause instanceof Stalled) {
      const text = 'See lsp with action=status; lsp with action=restart tries again. The setting startupTimeout is this bound.';
      return new Problem('workspace_load_failed', `${cause.message}${told}`, { continuation: callTool('lsp', text) });
    }
    if (!(cause instanceof Problem && cause.code === 'server_failed')) return cause;
    return new Problem('server_failed', `${cause.message}${told}`, {
      continuation: retry('When the cause is mended, ask again: the language server is started anew.'),
      cause,
    });
  }
}

class Stalled extends Error {
  constructor(milliseconds: number) {
    super(`the load made no progress for ${milliseconds / 1000} s`);
  }
}

function messageOf(params: unknown): string {
  return typeof params === 'object' && params !== null && 'message' in params ? String(params.message) : '';
}
