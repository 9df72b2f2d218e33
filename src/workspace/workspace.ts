/** An opened solution: its language server, in step with the disk, its state in words, and views of its code. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { log } from '../log.ts';
import type { LspClient } from '../lsp/client.ts';
import { Session } from '../lsp/session.ts';
import { Problem } from '../model/problem.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { WorkspaceStatus } from '../model/status.ts';
import { evaluation } from './facts.ts';
import { type Excludes, Exclusions } from './exclusions.ts';
import { Freshness, type LoadedFiles } from './freshness.ts';
import { type LoadOptions, type Loaded, prepare } from './loading.ts';
import { Lock } from './lock.ts';
import { ownStateFolder, removeOwnState } from './state.ts';
import { statusOf } from './status.ts';
import { Texts } from './text.ts';
import { type Outlines, View } from './view.ts';
import { isWholeMachine, refuseWholeMachine } from './whole-machine.ts';
import { Words } from './words.ts';

/** The settings of a workspace as values; times in milliseconds. */
export interface WorkspaceOptions extends LoadOptions {
  readonly startupTimeout: number;
  readonly requestTimeout: number;
  readonly watch: 'auto' | 'off';
  readonly excluded: Excludes;
}

/** What a call brings with it. */
export interface CallScope {
  readonly signal: AbortSignal;
  /** Milliseconds that the call waits for a load. */
  readonly loadWait: number;
  readonly progress: (message: string, done?: number, total?: number) => void;
}

/** A call may wait for more than one load, but not longer for them together. */
interface TimedScope extends CallScope {
  readonly loadUntil: number;
}

export class Workspace {
  readonly id: string = randomUUID();
  readonly root: string;
  readonly #texts = new Texts();
  readonly #words = new Words();
  #outlines: Outlines = new WeakMap();
  /** See ViewOptions.answers; another snapshot begins another map. */
  #answers: { readonly snapshotId: string; readonly of: Map<string, unknown> } = { snapshotId: '', of: new Map() };
  /** See View.confirmed; a new load begins a new set. */
  #confirmed = new Set<string>();
  readonly #lock = new Lock();
  readonly #session: Session;
  readonly #freshness: Freshness;
  #options: WorkspaceOptions;
  #loaded: Loaded | undefined;
  /** Whether the disk was looked at for the present load: then a change tells whether a failed one is worth another try. */
  #looked = false;
  #snapshot: Snapshot;
  /** How often somebody wanted the server stopped. */
  #stops = 0;

  constructor(options: WorkspaceOptions) {
    this.root = options.root;
    this.#options = options;
    this.#snapshot = { workspaceId: this.id, workspaceEpoch: 0, snapshotId: randomUUID(), transactionRevision: null };
    this.#freshness = new Freshness({ wanted: options.watch, fenceFolder: () => join(ownStateFolder(), 'fence') });
    this.#session = new Session({
      startupTimeout: () => this.#options.startupTimeout,
      prepare: async (report, signal) => {
        this.#looked = false;
        const { plan, loaded } = await prepare(this.#options, report, signal);
        this.#loaded = loaded;
        this.#confirmed = new Set();
        this.#outlines = new WeakMap();
        await this.#freshness.begin(this.#filesOf(loaded));
        this.#looked = true;
        return plan;
      },
    });
  }

  /**
   * Runs the body on a view of the code as it is now; the first one loads. Every change on disk that was finished before
   * is in the view. A body whose language server dies is run once more on the next one. Rejects as Session.ready does.
   */
  async read<T>(scope: CallScope, body: (view: View) => Promise<T>): Promise<T> {
    refuseWholeMachine(this.root);
    const call = { ...scope, loadUntil: Date.now() + scope.loadWait };
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

  /** Begins the load without waiting for it; a workspace that is never loaded is left alone. */
  preload(): void {
    if (!isWholeMachine(this.root)) this.#session.preload();
  }

  status(): WorkspaceStatus {
    const { state } = this.#session;
    return statusOf({
      root: this.root,
      snapshot: this.#currentSnapshot(),
      state,
      loaded: this.#loaded,
      facts: this.#freshness.knownFacts,
      watch: this.#freshness.status,
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
    await this.#session.stop();
  }

  /** Ends everything that belongs to the workspace, and removes what was written for it outside of it. */
  async close(): Promise<void> {
    await this.stop();
    this.#freshness.close();
    await removeOwnState();
  }

  async #readOnce<T>(scope: TimedScope, body: (view: View) => Promise<T>): Promise<T> {
    await this.#synchronize(scope);
    return await this.#lock.read(async () => body(this.#view(await this.#ready(scope), scope)));
  }

  #ready(scope: TimedScope): Promise<LspClient> {
    return this.#session.ready({
      signal: scope.signal,
      patience: Math.max(0, scope.loadUntil - Date.now()),
      progress: ({ message, done, total }) => scope.progress(message, done, total),
    });
  }

  /** Brings the server in step with the disk; what only a load can take in makes it load again. */
  async #synchronize(scope: TimedScope): Promise<void> {
    // A load that has failed may succeed with what has changed since.
    if (this.#loadHasFailed() && !this.#looked) await this.#session.stop();
    if (!this.#loadHasFailed()) await this.#ready(scope);
    await this.#freshness.pass();
    if (!this.#freshness.notice()) return;
    await this.#lock.write(async () => {
      if (this.#loadHasFailed()) return await this.#session.stop();
      const client = await this.#ready(scope);
      const changed = this.#freshness.untold();
      if (changed.length === 0) return;
      this.#snapshot = { ...this.#snapshot, snapshotId: randomUUID() };
      this.#texts.forget(changed);
      this.#words.forget(changed);
      const options = { signal: scope.signal, timeout: this.#options.requestTimeout };
      const because = await this.#freshness.takeIn({ client, adapter: this.#prepared().server.adapter, options });
      if (because === undefined) return;
      log.info(`loading again, because of ${because}`);
      await this.#session.stop();
    });
  }

  /** Of what was to be loaded; a server that dies again and again is another matter. */
  #loadHasFailed(): boolean {
    const { state } = this.#session;
    return state.kind === 'failed' && state.problem.code === 'workspace_load_failed';
  }

  #filesOf(loaded: Loaded): LoadedFiles {
    const { root } = this;
    const { projects, folders } = loaded;
    // A reload of the settings may change what is excluded.
    const exclusions = new Exclusions((...path) => this.#options.excluded(...path), projects);
    const excluded = (folder: string, below: string): boolean => exclusions.below(below, folder) !== undefined;
    return { root, projects, folders, excluded, evaluate: evaluation(root, loaded, ownStateFolder()) };
  }

  #prepared(): Loaded {
    if (this.#loaded === undefined) throw new Error('a ready session was prepared');
    return this.#loaded;
  }

  #view(client: LspClient, scope: CallScope): View {
    const loaded = this.#prepared();
    const exclusions = new Exclusions(this.#options.excluded, loaded.projects);
    return new View({
      root: this.root,
      snapshot: this.#currentSnapshot(),
      client,
      adapter: loaded.server.adapter,
      texts: this.#texts,
      outlines: this.#outlines,
      answers: this.#answersNow(),
      confirmed: this.#confirmed,
      excluded: (path) => exclusions.below(this.root, path),
      sources: () => this.#freshness.sources(),
      facts: () => this.#freshness.facts(scope.signal),
      mentioning: () => this.#freshness.mentioning(),
      projects: loaded.projects,
      words: this.#words,
      problems: this.#session.state.kind === 'ready' ? this.#session.state.problems : [],
      signal: scope.signal,
      requestTimeout: this.#options.requestTimeout,
    });
  }

  #answersNow(): Map<string, unknown> {
    const { snapshotId } = this.#currentSnapshot();
    if (this.#answers.snapshotId !== snapshotId) this.#answers = { snapshotId, of: new Map() };
    return this.#answers.of;
  }

  #currentSnapshot(): Snapshot {
    if (this.#snapshot.workspaceEpoch !== this.#session.epoch) {
      this.#snapshot = { ...this.#snapshot, workspaceEpoch: this.#session.epoch, snapshotId: randomUUID() };
    }
    return this.#snapshot;
  }
}
