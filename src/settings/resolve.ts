/** Makes the settings of a workspace out of the arguments, the files and the defaults, key by key. */
import { Problem, resolveExternally } from '../model/problem.ts';
import { noAgentFile } from './agent/resolve.ts';
import { alwaysExcluded, foldName } from './exclude.ts';
import type { FileSettings } from './project-file.ts';
import { type FileRead, readFile, readUserFile } from './read-file.ts';
import type {
  ArgumentSettings,
  ExcludedName,
  ExcludeSetting,
  Fingerprints,
  ReadSettings,
  Setting,
  SettingChange,
  SettingName,
  WorkspaceSettings,
} from './settings.ts';
import { settings as table } from './table.ts';
import { faultBlock, fileName, userFileName } from './wording.ts';

/** The faults of one file. */
export interface InvalidFile {
  readonly file: string;
  readonly faults: readonly string[];
}

/**
 * Finds the settings of the workspace at `root` (absolute, links resolved), with the user's file (absolute path; undefined for
 * none), or what is wrong with the files, the project's first. Without a file neither a parser nor the checker is loaded.
 */
export async function findSettings(
  root: string,
  given: ArgumentSettings,
  userFile: string | undefined,
): Promise<ReadSettings | { readonly invalid: readonly InvalidFile[] }> {
  const [own, users] = [readFile(root), readUserFile(userFile)];
  const project = await judged(own, async (text) => {
    const found = await (await import('./project-file.ts')).judgeFile(root, text);
    return 'faults' in found ? found : { found: found.file };
  });
  const user = await judged(users, async (text) => {
    const found = await (await import('./agent/toml.ts')).judgeToml(text);
    return 'faults' in found ? found : { found: found.agent };
  });
  if ('faults' in project || 'faults' in user) {
    const invalid = [
      ...('faults' in project ? [{ file: fileName, faults: project.faults }] : []),
      ...('faults' in user ? [{ file: userFileName, faults: user.faults }] : []),
    ];
    return { invalid };
  }
  return {
    settings: resolveSettings(given, project.found ?? {}),
    agent: { project: project.found?.agent ?? noAgentFile, user: user.found ?? noAgentFile },
    fingerprints: { project: own.fingerprint, user: users.fingerprint },
  };
}

type Found<T> = { readonly found: T } | { readonly faults: readonly string[] };

async function judged<T>(read: FileRead, judge: (text: string) => Promise<Found<T>>): Promise<Found<T | undefined>> {
  if (read.kind === 'absent') return { found: undefined };
  return read.kind === 'unreadable' ? { faults: [read.fault] } : await judge(read.text);
}

/** As findSettings; throws `invalid_settings` with the blocks of faults as its message, and each fault as a diagnostic. */
export async function readSettings(root: string, given: ArgumentSettings, userFile?: string): Promise<ReadSettings> {
  const found = await findSettings(root, given, userFile);
  if ('invalid' in found) throw invalid(found.invalid);
  return found;
}

/** What the files are like now, to be compared with the fingerprints of the settings in force. */
export const fingerprints = (root: string, userFile: string | undefined): Fingerprints => ({
  project: readFile(root).fingerprint,
  user: readUserFile(userFile).fingerprint,
});

/** The whole precedence: an argument, else the file, else the default; `exclude` alone adds up. */
export function resolveSettings(given: ArgumentSettings, file: FileSettings): WorkspaceSettings {
  return {
    exclude: resolveExclude(given.exclude, file.exclude),
    startupTimeout: first(given.startupTimeout, file.startupTimeout, table.startupTimeout.default),
    requestTimeout: first(given.requestTimeout, file.requestTimeout, table.requestTimeout.default),
    solution: first(undefined, file.solution, table.solution.default),
    projects: first(undefined, file.projects, table.projects.default),
    'diagnostics.severity': first(undefined, file['diagnostics.severity'], table['diagnostics.severity'].default),
  };
}

/** The settings whose value or source a reload has changed. */
export function changes(before: WorkspaceSettings, after: WorkspaceSettings): SettingChange[] {
  const names = Object.keys(table).filter((key): key is SettingName => key in before);
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function first<T>(argument: T | undefined, file: T | undefined, standard: T): Setting<T> {
  if (argument !== undefined) return { value: argument, source: 'argument' };
  if (file !== undefined) return { value: file, source: 'file' };
  return { value: standard, source: 'default' };
}

function resolveExclude(given: readonly string[] | undefined, file: readonly string[] | undefined): ExcludeSetting {
  const names: ExcludedName[] = [];
  const known = new Set(alwaysExcluded.map((name) => foldName(name, process.platform)));
  const add = (source: ExcludedName['source'], added: readonly string[]): void => {
    for (const name of added) {
      const folded = foldName(name, process.platform);
      if (!known.has(folded)) names.push({ name, source });
      known.add(folded);
    }
  };
  add('file', file ?? []);
  add('argument', given ?? []);
  return { ...first(given, file, table.exclude.default), value: names.map(({ name }) => name), names };
}

function invalid(files: readonly InvalidFile[]): Problem {
  const where = files.map(({ file }) => (file === fileName ? `${file} in the workspace root` : `your ${file}`)).join(' and ');
  return new Problem('invalid_settings', blocksOf(files), {
    diagnostics: files.flatMap(({ faults }) =>
      faults.map((message) => ({ id: 'invalid_settings', severity: 'Error' as const, message })),
    ),
    continuation: resolveExternally(`Correct ${where}, then have it read again.`),
  });
}

/** The faults as a start prints them. */
export const blocksOf = (files: readonly InvalidFile[]): string =>
  files.map(({ file, faults }) => faultBlock(file, faults)).join('\n');
