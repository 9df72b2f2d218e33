/**
 * Every setting and every flag, once, as data. Defaults, the checks of the file and of the command line, the wording of
 * faults, help, the JSON Schema and the README are made from these rows. It is read on every start, so it imports
 * nothing slow.
 */
import { severities } from '../model/codes.ts';
import { logLevels } from '../log.ts';
import type { SettingName, WorkspaceSettings } from './settings.ts';

/** What one value may be. */
export type Shape =
  | { readonly kind: 'text' }
  | { readonly kind: 'seconds'; readonly from: number; readonly to: number }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'folder-name' }
  /** The path of a file in the workspace, relative to its root. */
  | { readonly kind: 'workspace-file'; readonly extensions: readonly string[] };

/** What one value of a flag may be; a switch has none. */
export type FlagShape = Shape | { readonly kind: 'switch' | 'folder' | 'new-file' | 'file-or-none' };

/** One setting of `.roslyn-bridge.json`. A fault reads `<key> <must>`. */
export interface SettingRow<T = unknown> {
  readonly shape: Shape;
  /** What a fault says of a value, or of an entry where the value is a list. */
  readonly must: string;
  /** Present where the value is a list: what a fault says of something else, and of an empty list where that is wrong. */
  readonly list?: { readonly must: string; readonly empty?: string };
  readonly default: T;
  /** The argument that beats the file. */
  readonly flag?: { readonly name: string; readonly hint: string; readonly about: string };
  readonly about: string;
}

type Values = { readonly [Name in SettingName]: WorkspaceSettings[Name]['value'] } & { readonly $schema: string | undefined };
export type SettingKey = keyof Values;

const timeout = { kind: 'seconds', from: 1, to: 600 } as const;
const mustBeTimeout = `must be from ${timeout.from} to ${timeout.to} seconds`;

/** In the order in which faults are told and documents list them. A dot in a key is an object in the file. */
export const settings: { readonly [Key in SettingKey]: SettingRow<Values[Key]> } = {
  $schema: {
    shape: { kind: 'text' },
    must: 'must be a string',
    default: undefined,
    about: 'The JSON Schema of this file, for editors; the bridge does not read it.',
  },
  exclude: {
    shape: { kind: 'folder-name' },
    must: 'must be a folder name',
    list: { must: 'must be a list of folder names' },
    default: [],
    flag: { name: 'exclude', hint: 'NAME', about: 'Ignore the folders of this name, too' },
    about: 'Names of folders to ignore, at any depth, on top of the built-in list.',
  },
  startupTimeout: {
    shape: timeout,
    must: mustBeTimeout,
    default: 120,
    flag: { name: 'startup-timeout', hint: 'SECONDS', about: 'How long the language server may start and load without progress' },
    about: 'Seconds that the language server may take to start and load without progress.',
  },
  requestTimeout: {
    shape: timeout,
    must: mustBeTimeout,
    default: 60,
    flag: { name: 'request-timeout', hint: 'SECONDS', about: 'How long one request to the language server may take' },
    about: 'Seconds that one request to the language server may take.',
  },
  solution: {
    shape: { kind: 'workspace-file', extensions: ['.sln', '.slnx', '.slnf'] },
    must: 'must be the path of a .sln, .slnx or .slnf file',
    default: undefined,
    about: 'The one solution to load, relative to the workspace root. Not together with projects.',
  },
  projects: {
    shape: { kind: 'workspace-file', extensions: ['.csproj'] },
    must: 'must be the path of a .csproj file',
    list: { must: 'must be a list of .csproj paths', empty: 'must name at least one .csproj file' },
    default: undefined,
    about: 'The only projects to load, relative to the workspace root. Not together with solution.',
  },
  'diagnostics.severity': {
    shape: { kind: 'word', words: severities },
    must: 'must be error, warning, information or hint',
    default: 'warning',
    about: 'The least severe problem that diagnostics shows; a severity in the call wins.',
  },
};

/** The rows with their keys, in order. */
export const settingRows: readonly { readonly key: string; readonly row: SettingRow }[] = Object.entries(settings).map(
  ([key, row]) => ({ key, row }),
);

/** The objects that hold settings, and what they are about. */
export const groups: Readonly<Record<string, string>> = { diagnostics: 'What the tool diagnostics shows.' };

/** Two settings of which a file may give only one. */
export const exclusive = ['solution', 'projects'] as const;

/** Machine arguments that a file must not give, by the key that somebody might try. */
export const forbidden: Readonly<Record<string, string>> = {
  workspace: 'workspace',
  server: 'server',
  dotnetRoot: 'dotnet-root',
};

/** One flag of the command line. */
export interface Flag {
  readonly name: string;
  readonly shape: FlagShape;
  /** What a fault says of a wrong value, where the shape alone does not tell. */
  readonly must?: string;
  /** The word for the value in help. */
  readonly hint?: string;
  readonly repeatable?: true;
  /** The default, as help shows it. */
  readonly default?: string;
  readonly about: string;
}

const settingFlags: readonly Flag[] = settingRows.flatMap(({ row }) =>
  row.flag === undefined
    ? []
    : [
        {
          ...row.flag,
          shape: row.shape,
          must: row.must,
          ...(row.list === undefined ? { default: String(row.default) } : { repeatable: true as const }),
        },
      ],
);

/** The flags of every command, in the order of help. */
export const flags: readonly Flag[] = [
  { name: 'workspace', shape: { kind: 'folder' }, hint: 'DIR', default: 'the current folder', about: 'The workspace root' },
  {
    name: 'server',
    shape: { kind: 'text' },
    hint: 'PATH|NAME',
    about: 'The language server: a path, or the name roslyn or csharp-ls (the first of these that is found)',
  },
  { name: 'dotnet-root', shape: { kind: 'folder' }, hint: 'DIR', about: 'The folder of the .NET SDK (DOTNET_ROOT, PATH)' },
  ...settingFlags,
  {
    name: 'settings-toml',
    shape: { kind: 'file-or-none' },
    hint: 'PATH|none',
    about: 'Your own settings file (settings.toml in your folder for settings), or none',
  },
  {
    name: 'load',
    shape: { kind: 'word', words: ['on-call', 'on-list'] },
    must: 'must be on-call or on-list',
    default: 'on-call',
    about: 'Load at the first call that needs it, or (only with --workspace) once the tools were listed',
  },
  { name: 'no-restore', shape: { kind: 'switch' }, about: 'Never run dotnet restore' },
  {
    name: 'watch',
    shape: { kind: 'word', words: ['auto', 'off'] },
    must: 'must be auto or off',
    default: 'auto',
    about: 'Notice changes on disk by a watcher where that is reliable, or (off) look at every file in each call',
  },
  {
    name: 'lsp-trace',
    shape: { kind: 'new-file' },
    hint: 'FILE',
    about: 'Write the exchange with the language server to this file',
  },
  {
    name: 'log-level',
    shape: { kind: 'word', words: logLevels },
    must: 'must be trace, debug, info, warn or error',
    default: 'warn',
    about: 'The least severe line of the log, which goes to standard error',
  },
  { name: 'log-file', shape: { kind: 'new-file' }, hint: 'PATH', about: 'Append the log to this file, too' },
  { name: 'help', shape: { kind: 'switch' }, about: 'Print help' },
  { name: 'version', shape: { kind: 'switch' }, about: 'Print the version' },
];
