/** An opened solution: its language server, its state in words, and views of its code. */
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { Session } from '../lsp/session.ts';
import { Problem, resolveExternally } from '../model/problem.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { WorkspaceStatus } from '../model/status.ts';
import { type LoadOptions, type Loaded, prepare } from './loading.ts';
import { statusOf } from './status.ts';
import { Texts } from './text.ts';
import { type Outlines, View } from './view.ts';

/** The settings of a workspace as values; times in milliseconds. */
export interface WorkspaceOptions extends LoadOptions {
  readonly startupTimeout: number;
  readonly requestTimeout: number;
  /**
   * What excludes a path (relative to the root) from the bridge's own work, or undefined; `projectFolders` are the
   * folders of the loaded projects, relative to the root.
   */
  readonly excluded: (path: string, projectFolders: readonly string[]) => { readonly name: string; readonly source: string } | undefined;
}

/** What a call brings with it. */
export interface CallScope {
  readonly signal: AbortSignal;
  /** Milliseconds that the call waits for a load. */
  readonly loadWait: number;
  readonly progress: (message: string, done?: number, total?: number) => void;
}

export class Workspace {
  readonly id: string = randomUUID();
  readonly root: string;
  readonly #texts = new Texts();
  readonly #outlines: Outlines = new Map();
  readonly #session: Session;
  #options: WorkspaceOptions;
  #loaded: Loaded | undefined;
  #snapshot: Snapshot;

  constructor(options: WorkspaceOptions) {
    this.root = options.root;
    this.#options = options;
    this.#snapshot = { workspaceId: this.id, workspaceEpoch: 0, snapshotId: randomUUID(), transactionRevision: null };
    this.#session = new Session({
      startupTimeout: () => this.#options.startupTimeout,
      prepare: async (report, signal) => {
        const { plan, loaded } = await prepare(this.#options, report, signal);
        this.#loaded = loaded;
        return plan;
      },
    });
  }

  /** A view of the code as it is now. The first one loads; see Session.ready for what it rejects with. */
  async view(scope: CallScope): Promise<View> {
    this.#refuseWholeMachine();
    const client = await this.#session.ready({
      signal: scope.signal,
      patience: scope.loadWait,
      progress: ({ message, done, total }) => scope.progress(message, done, total),
    });
    const loaded = this.#loaded;
    if (loaded === undefined) throw new Error('a ready session was prepared');
    return new View({
      root: this.root,
      snapshot: this.#currentSnapshot(),
      client,
      adapter: loaded.server.adapter,
      texts: this.#texts,
      outlines: this.#outlines,
      signal: scope.signal,
      requestTimeout: this.#options.requestTimeout,
    });
  }

  /** Begins the load without waiting for it; a workspace that is never loaded is left alone. */
  preload(): void {
    if (!isWholeMachine(this.root)) this.#session.begin();
  }

  status(): WorkspaceStatus {
    const { state } = this.#session;
    return statusOf({ root: this.root, snapshot: this.#currentSnapshot(), state, loaded: this.#loaded });
  }

  /**
   * Puts new settings in force. A change of what is loaded, or a load that has failed, stops the server, and the next
   * call loads again; the result says whether it was stopped.
   */
  async configure(options: WorkspaceOptions): Promise<boolean> {
    const before = this.#options;
    this.#options = options;
    const same = before.solution === options.solution && JSON.stringify(before.projects) === JSON.stringify(options.projects);
    if (this.#session.state.kind === 'stopped' || (same && this.#session.state.kind !== 'failed')) return false;
    await this.#session.stop();
    return true;
  }

  /** Ends the language server. */
  async close(): Promise<void> {
    await this.#session.stop();
  }

  #currentSnapshot(): Snapshot {
    if (this.#snapshot.workspaceEpoch !== this.#session.epoch) {
      this.#snapshot = { ...this.#snapshot, workspaceEpoch: this.#session.epoch, snapshotId: randomUUID() };
    }
    return this.#snapshot;
  }

  #refuseWholeMachine(): void {
    if (!isWholeMachine(this.root)) return;
    throw new Problem('workspace_not_open', `${this.root} is not opened: it is no repository but the whole machine or a home folder`, {
      continuation: resolveExternally('Start the bridge in the folder of a solution, or with --workspace naming it.'),
    });
  }
}

/** A client that starts the bridge in `/` or in the home folder has no repository in mind. */
const isWholeMachine = (root: string): boolean => root === dirname(root) || root === homedir();
