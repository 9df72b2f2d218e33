/** The state of a workspace as plain data: made by `workspace/`, worded by `answer/`. */
import type { Diagnostic } from './problem.ts';
import type { Snapshot } from './snapshot.ts';

export interface WorkspaceStatus {
  readonly root: string;
  readonly snapshot: Snapshot;
  readonly state: 'stopped' | 'starting' | 'loading' | 'ready' | 'failed';
  /** One line on how far a start has come, how long a load took, or why it failed. */
  readonly detail: string;
  /** What the last load decided; absent before the first. */
  readonly load?: LoadStatus;
  readonly problems: readonly Diagnostic[];
  readonly watch: WatchStatus;
}

/** How changes on disk are noticed before an answer; the sweep looks at every file, and `why` says what forbids events. */
export type WatchStatus = { readonly mode: 'watcher' } | { readonly mode: 'sweep'; readonly why: string };

export interface LoadStatus {
  readonly server: { readonly name: string; readonly path: string; readonly origin: string; readonly pid?: number };
  readonly dotnet: string;
  /** Who decided what is loaded. */
  readonly why: string;
  /** Paths relative to the workspace root. */
  readonly solutions: readonly string[];
  readonly projects: readonly ProjectStatus[];
  /** Of all projects, each file once and no generated ones; absent before somebody asked for them, or where some are not known. */
  readonly documents?: number;
  /** Servers that were started for other target frameworks, and are ready. */
  readonly others?: readonly { readonly framework: string; readonly pid: number }[];
  readonly passedOver: readonly { readonly path: string; readonly reason: string }[];
}

export interface ProjectStatus {
  readonly path: string;
  /** It is loaded only because another project needs it. */
  readonly referenced?: true;
  /** Target frameworks; of a project that has one, absent before somebody asked for it or where it is not known. */
  readonly frameworks?: readonly string[];
  /** The one of several frameworks that is loaded. */
  readonly loadedAs?: string;
  /** Its source files, without generated ones; absent as the frameworks are. */
  readonly documents?: number;
  readonly test?: true;
}

/** One setting as people read it. */
export interface SettingRow {
  readonly name: string;
  readonly value: unknown;
  readonly source: string;
}
