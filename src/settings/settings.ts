/** The shapes of what a person may choose: per workspace (argument, file, default) and per process (arguments only). */
import type { LogLevel } from '../log.ts';
import type { Severity } from '../model/codes.ts';
import type { AgentFiles } from './agent/resolve.ts';

/** Where a value came from; the first of argument, file, default that gives one wins. */
export type Source = 'argument' | 'file' | 'default';

export interface Setting<T> {
  readonly value: T;
  readonly source: Source;
}

/** A folder name on top of the built-in list, and who gave it first. */
export interface ExcludedName {
  readonly name: string;
  readonly source: 'file' | 'argument';
}

/** The one setting to which every source adds: `source` is the strongest of them, `names` tells them apart. */
export interface ExcludeSetting extends Setting<readonly string[]> {
  readonly names: readonly ExcludedName[];
}

/** The settings in force for one workspace. They are immutable: a reload makes new ones. */
export interface WorkspaceSettings {
  /** Folder names on top of the built-in list: those of the file, then those of the arguments, without duplicates. */
  readonly exclude: ExcludeSetting;
  /** Whole seconds that one start of the language server with its load may take without progress. */
  readonly startupTimeout: Setting<number>;
  /** Whole seconds for one request to the language server. */
  readonly requestTimeout: Setting<number>;
  /** The one solution to load, relative to the workspace root, with `/`. */
  readonly solution: Setting<string | undefined>;
  /** The projects to load, relative to the workspace root, with `/`. */
  readonly projects: Setting<readonly string[] | undefined>;
  /** The least severe problem that `diagnostics` shows. */
  readonly 'diagnostics.severity': Setting<Severity>;
}
export type SettingName = keyof WorkspaceSettings;

/** The settings of one workspace as they were read, and which files those were. */
export interface ReadSettings {
  readonly settings: WorkspaceSettings;
  /** What answers may cost, as each file says it. */
  readonly agent: AgentFiles;
  /** Compare them with `fingerprints(…)` to see which file has changed since. */
  readonly fingerprints: Fingerprints;
}

/** Each stands for the content of a file. */
export interface Fingerprints {
  readonly project: string;
  readonly user: string;
}

/** The settings that an argument of the command line gives for every workspace. */
export interface ArgumentSettings {
  readonly exclude?: readonly string[];
  readonly startupTimeout?: number;
  readonly requestTimeout?: number;
}

/** What holds for the process, whatever a repository says. */
export interface MachineSettings {
  /** The workspace root: absolute, links resolved, an existing folder. */
  readonly workspace: string;
  /** A path or one of the known names. */
  readonly server: string | undefined;
  readonly dotnetRoot: string | undefined;
  readonly load: 'on-call' | 'on-list';
  /** False with --no-restore. */
  readonly restore: boolean;
  /** Whether changes on disk may be noticed by a watcher; without one, each call looks at every file. */
  readonly watch: 'auto' | 'off';
  /** A file for the exchange with the language server. */
  readonly lspTrace: string | undefined;
  /** The user's settings.toml, which may not be there; undefined with --settings-toml none. */
  readonly userFile: string | undefined;
  readonly logLevel: LogLevel;
  readonly logFile: string | undefined;
  readonly arguments: ArgumentSettings;
}

/** One setting that a reload has changed. */
export interface SettingChange {
  readonly name: SettingName;
  readonly before: Setting<unknown>;
  readonly after: Setting<unknown>;
}
