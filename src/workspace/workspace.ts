/** An opened solution: its language server, in step with the disk, its state in words, and views of its code. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { log } from '../log.ts';
import type { LspClient } from '../lsp/client.ts';
import { Session } from '../lsp/session.ts';
import { Problem } from '../model/problem.ts';
import type { WorkspaceStatus } from '../model/status.ts';
import type { DiskChange } from '../servers/server.ts';
import { filesOf } from './load/files.ts';
import { Exclusions } from './disk/exclusions.ts';
import { Freshness } from './disk/freshness.ts';
import { FrameworkServers, type FrameworkServer } from './load/framework-servers.ts';
import { loadedUnder } from './load/frameworks.ts';
import { type Loaded, planOf, prepare } from './load/loading.ts';
import { Lock } from './lock.ts';
import { Memory } from './memory.ts';
import type { WorkspaceOptions } from './options.ts';
import { KeptProblems } from './problems/kept.ts';
import { type CallScope, type TimedScope, waitingOf } from './scope.ts';
import { ownStateFolder, removeOwnState } from './load/state.ts';
import { Snapshots } from './snapshots.ts';
import { statusOf } from './status.ts';
import { Texts } from './text/text.ts';
import { View } from './view.ts';
import { isWholeMachine, refuseWholeMachine } from './load/whole-machine.ts';
import { Words } from './text/words.ts';

export class Workspace {
  readonly root: string;
  readonly #texts = new Texts((path) => this.#freshness.isWatched(path));
  readonly #words = new Words();
  readonly #kept = new KeptProblems();
  #memory = new Memory();
  readonly #lock = new Lock();
  readonly #snapshots = new Snapshots(randomUUID());
  readonly #session: Session;
  /** Beside it, and of the same load. */
  readonly #others: FrameworkServers;
  readonly #freshness: Freshness;
  #options: WorkspaceOptions;
  #loaded: Loaded | undefined;
  /** Whether the disk was looked at for the present load: then a change tells whether a failed one is worth another try. */
  #looked = false;
  /** Milliseconds since the epoch: when the last look at the disk began of which everything is taken in. */
  #lookedAt = 0;
  /** How often somebody wanted the server stopped. */
  #stops = 0;

  constructor(options: WorkspaceOptions) {
    this.root = options.root;
    this.#options = options;
    this.#freshness = new Freshness({ wanted: options.watch, fenceFolder: () => join(ownStateFolder(), 'fence') });
    this.#session = new Session({
      startupTimeout: () => this.#options.startupTimeout,
      prepare: async (report, signal) => {
        this.#looked = false;
        const began = Date.now();
        await this.#others.stop();
        const { plan, loaded } = await prepare(this.#options, report, signal);
        this.#loaded = loaded;
        this.#memory = new Memory();
        // A call that still reads on the load before may have started one meanwhile.
        await this.#others.stop();
        // A reload of the settings may change what is excluded.
        const changed = await this.#freshness.begin(filesOf(this.root, loaded, (...path) => this.#options.excluded(...path)));
        for (const each of [this.#texts, this.#words]) each.forget(changed);
        [this.#looked, this.#lookedAt] = [true, began];
        // Beside the load, which takes longer; what fails here fails again where the words are wanted.
        const indexed = this.#words.update(this.#freshness.mentioning(), (path) => this.#texts.readable(path));
        indexed.catch((error: unknown) => log.debug(`words: ${String(error)}`));
        return plan;
      },
    });
    this.#others = new FrameworkServers({
      startupTimeout: () => this.#options.startupTimeout,
      plan: (framework, _report, signal) => planOf(this.#options, this.#prepared(), [], signal, framework),
      tell: (client, changes, signal) => this.#tell(client, changes, signal),
    });
  }

  /**
   * Runs the body on a view of the code as it is now; the first one loads. Every change on disk that was finished before
   * is in the view, unless the call does with what is there (then `lookedAt` tells how old that may be). A body whose
   * language server dies is run once more on the next one. Rejects as Session.ready does.
   */
  async read<T>(scope: CallScope, body: (view: View) => Promise<T>): Promise<T> {
    refuseWholeMachine(this.root);
    const call = { ...scope, loadUntil: Date.now() + (scope.consistency === 'fresh' ? scope.loadWait : 0) };
    const stops = this.#stops;
    try {
      return await this.#readOnce(call, body);
    } catch (error) {
      // A server that somebody stopped is not started again by the calls that were waiting for it.
      const died = error instanceof Problem && error.code === 'server_lost' && this.#stops === stops;
      if (!died || scope.signal.aborted) throw error;
      return await this.#readOnce(call, body);
    }
  }

  /** When the last look at the disk began of which everything is taken in; milliseconds since the epoch. */
  get lookedAt(): number {
    return this.#lookedAt;
  }

  /** Begins the load without waiting for it, but never of a whole machine. */
  preload(): void {
    if (!isWholeMachine(this.root)) this.#session.preload();
  }

  status(): WorkspaceStatus {
    const { state } = this.#session;
    return statusOf({
      root: this.root,
      snapshot: this.#snapshots.at(this.#session.epoch),
      state,
      loaded: this.#loaded,
      facts: this.#freshness.knownFacts,
      watch: this.#freshness.status,
      others: this.#others.status,
    });
  }

  /**
   * Puts new settings in force. A change of what is loaded, or a load that has failed, stops the server, and the next
   * call loads again; the result says whether it was stopped.
   */
  async configure(options: WorkspaceOptions): Promise<boolean> {
    const before = this.#options;
    this.#options = options;
    this.#freshness.doubt();
    const same = before.solution === options.solution && JSON.stringify(before.projects) === JSON.stringify(options.projects);
    if (this.#session.state.kind === 'stopped' || (same && this.#session.state.kind !== 'failed')) return false;
    await this.#session.stop();
    return true;
  }

  /** The last lines that the language server wrote; none where none runs. */
  serverLog(): readonly string[] {
    const { state } = this.#session;
    return state.kind === 'ready' ? state.client.process.words.lines : [];
  }

  /** Ends the language server; the next call starts another. */
  async stop(): Promise<void> {
    this.#stops += 1;
    this.#freshness.endFacts();
    await Promise.all([this.#session.stop(), this.#others.stop()]);
  }

  /** Ends everything that belongs to the workspace, and removes what was written for it outside of it. */
  async close(): Promise<void> {
    await this.stop();
    this.#freshness.close();
    await removeOwnState();
  }

  async #readOnce<T>(scope: TimedScope, body: (view: View) => Promise<T>): Promise<T> {
    const now = scope.consistency === 'stale_ok' && this.#session.state.kind === 'ready';
    if (!now) await this.#synchronize(scope);
    return await this.#lock.read(async () => body(await this.#usualView(scope)));
  }

  async #usualView(scope: TimedScope): Promise<View> {
    const client = await this.#session.ready(waitingOf(scope));
    return this.#view({ client, problems: this.#session.problems, memory: this.#memory }, scope);
  }

  async #viewUnder(framework: string, scope: TimedScope): Promise<View> {
    if (this.#prepared().frameworks?.isUsual(framework) !== false) return this.#usualView(scope);
    return this.#view(await this.#others.under(framework, waitingOf(scope)), scope, framework);
  }

  /** Brings the server in step with the disk; what only a load can take in makes it load again. */
  async #synchronize(scope: TimedScope): Promise<void> {
    // A load that has failed may succeed with what has changed since.
    if (this.#loadHasFailed() && !this.#looked) await this.#session.stop();
    if (!this.#loadHasFailed()) await this.#session.ready(waitingOf(scope));
    const began = Date.now();
    await this.#freshness.pass();
    if (this.#freshness.notice()) await this.#takeIn(scope);
    this.#lookedAt = began;
  }

  async #takeIn(scope: TimedScope): Promise<void> {
    await this.#lock.write(async () => {
      if (this.#loadHasFailed()) return await this.#session.stop();
      const client = await this.#session.ready(waitingOf(scope));
      const changed = this.#freshness.untold();
      if (changed.length === 0) return;
      this.#snapshots.renew();
      for (const each of [this.#texts, this.#words]) each.forget(changed);
      const options = { signal: scope.signal, timeout: this.#options.requestTimeout };
      const { adapter } = this.#prepared().server;
      const because = await this.#freshness.takeIn({ client, adapter, options }, (changes) => {
        this.#others.tell(changes);
        return this.#tell(client, changes, scope.signal);
      });
      if (because === undefined) return;
      log.info(`loading again, because of ${because}`);
      await this.#session.stop();
    });
  }

  #tell(client: LspClient, changes: readonly DiskChange[], signal: AbortSignal): Promise<boolean> {
    const bounds = { signal, timeout: this.#options.requestTimeout };
    return this.#prepared().server.adapter.disk.tell(client, changes, { ...bounds, text: (path) => this.#texts.readable(path) });
  }

  /** Of what was to be loaded; a server that dies again and again is another matter. */
  #loadHasFailed(): boolean {
    const { state } = this.#session;
    return state.kind === 'failed' && state.problem.code === 'workspace_load_failed';
  }

  #prepared(): Loaded {
    if (this.#loaded === undefined) throw new Error('a ready session was prepared');
    return this.#loaded;
  }

  /** `framework` is the one that was wanted of the server. */
  #view({ client, problems, memory }: FrameworkServer, scope: TimedScope, framework?: string): View {
    const loaded = this.#prepared();
    const snapshot = this.#snapshots.at(this.#session.epoch);
    const exclusions = new Exclusions(this.#options.excluded, loaded.projects);
    return new View({
      root: this.root,
      snapshot,
      client,
      adapter: loaded.server.adapter,
      texts: this.#texts,
      outlines: memory.outlines,
      answers: memory.answers(snapshot.snapshotId),
      confirmed: memory.confirmed,
      excluded: (path) => exclusions.below(this.root, path),
      sources: () => this.#freshness.sources(),
      facts: () => this.#freshness.facts(scope.signal),
      mentioning: () => this.#freshness.mentioning(),
      projects: loaded.projects,
      words: this.#words,
      problems,
      kept: this.#kept,
      frameworks: loadedUnder(loaded.frameworks, framework, this.#others.ready),
      under: (other) => this.#viewUnder(other, scope),
      scope,
      requestTimeout: scope.requestTimeout ?? this.#options.requestTimeout,
    });
  }
}
