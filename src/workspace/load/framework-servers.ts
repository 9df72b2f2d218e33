/**
 * Language servers for target frameworks that the usual one does not have loaded. One is started when an answer needs it,
 * told whatever the usual one is told of the disk, and ended with it.
 */
import type { LspClient } from '../../lsp/client.ts';
import { Session } from '../../lsp/session.ts';
import type { Plan, Report } from '../../lsp/start.ts';
import type { Waiting } from '../../lsp/waiters.ts';
import type { LoadProblem } from '../../model/problem.ts';
import type { DiskChange } from '../../servers/server.ts';
import { Memory } from '../memory.ts';

export interface FrameworkServersOptions {
  /** Plans the load of all projects under a framework, as far as they have it. */
  readonly plan: (framework: string, report: Report, signal: AbortSignal) => Promise<Plan>;
  /** Tells a server of changes on disk. */
  readonly tell: (client: LspClient, changes: readonly DiskChange[], signal: AbortSignal) => Promise<unknown>;
  readonly startupTimeout: () => number;
}

/** What calls about one framework share, beside their server. */
export interface FrameworkServer {
  readonly client: LspClient;
  readonly problems: readonly LoadProblem[];
  readonly memory: Memory;
}

interface Entry {
  readonly session: Session;
  /** By path: what the server may not know, since its load began or since it was last asked. */
  readonly untold: Map<string, DiskChange>;
  /** Of the present load. */
  memory: Memory;
}

/** Each takes the memory of a whole load. */
const mostServers = 2;

export class FrameworkServers {
  readonly #options: FrameworkServersOptions;
  /** The one that was asked last comes last. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: FrameworkServersOptions) {
    this.#options = options;
  }

  /** The frameworks that have a server which can be asked at once. */
  get ready(): readonly string[] {
    return this.status.map(({ framework }) => framework);
  }

  /** Those that can be asked at once, with the ids of their processes. */
  get status(): readonly { readonly framework: string; readonly pid: number }[] {
    return [...this.#entries].flatMap(
      ([
        framework,
        {
          session: { state },
        },
      ]) => (state.kind === 'ready' ? [{ framework, pid: state.client.process.pid }] : []),
    );
  }

  /** Notes what the usual server is told. */
  tell(changes: readonly DiskChange[]): void {
    for (const { untold } of this.#entries.values()) for (const change of changes) untold.set(change.path, change);
  }

  /** The server of a framework, in step with the disk. Rejects as Session.ready does. */
  async under(framework: string, waiting: Waiting): Promise<FrameworkServer> {
    const entry = this.#entries.get(framework) ?? this.#entry(framework);
    this.#entries.delete(framework);
    this.#entries.set(framework, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > mostServers && oldest !== undefined) await this.#end(oldest);
    const { session, untold } = entry;
    const client = await session.ready(waiting);
    const { memory } = entry;
    const changes = [...untold.values()];
    untold.clear();
    if (changes.length > 0) await this.#options.tell(client, changes, waiting.signal);
    return { client, memory, problems: session.problems };
  }

  /** Ends all of them: what they have loaded is not known to be of the same code any more. */
  async stop(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((each) => this.#end(each)));
  }

  #entry(framework: string): Entry {
    const session = new Session({
      prepare: (report, signal) => {
        entry.memory = new Memory();
        return this.#options.plan(framework, report, signal);
      },
      startupTimeout: this.#options.startupTimeout,
    });
    const entry: Entry = { session, untold: new Map(), memory: new Memory() };
    return entry;
  }

  async #end(framework: string): Promise<void> {
    const entry = this.#entries.get(framework);
    this.#entries.delete(framework);
    await entry?.session.stop();
  }
}
