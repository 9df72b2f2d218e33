/** Makes the settings of a workspace out of the arguments, the file and the defaults, key by key. */
import { Problem, resolveExternally } from '../model/problem.ts';
import { noAgentFile } from './agent/resolve.ts';
import { alwaysExcluded, foldName } from './exclude.ts';
import type { FileSettings } from './project-file.ts';
import { readFile } from './read-file.ts';
import type {
  ArgumentSettings,
  ExcludedName,
  ExcludeSetting,
  ReadSettings,
  Setting,
  SettingChange,
  SettingName,
  WorkspaceSettings,
} from './settings.ts';
import { settings as table } from './table.ts';
import { faultBlock, fileName } from './wording.ts';

/**
 * Reads the settings of the workspace at `root` (absolute, links resolved). Throws `invalid_settings` with the block of
 * faults as its message, and each fault as a diagnostic. Without a file neither parser nor checker is loaded.
 */
export async function readSettings(root: string, given: ArgumentSettings): Promise<ReadSettings> {
  const read = readFile(root);
  const agent = { project: noAgentFile, user: noAgentFile };
  if (read.kind === 'absent') return { settings: resolveSettings(given, {}), agent, fingerprint: read.fingerprint };
  if (read.kind === 'unreadable') throw invalid([read.fault]);
  const { judgeFile } = await import('./project-file.ts');
  const judged = await judgeFile(root, read.text);
  if ('faults' in judged) throw invalid(judged.faults);
  return { settings: resolveSettings(given, judged.file), agent, fingerprint: read.fingerprint };
}

/** What the file of the workspace is like now, to be compared with the fingerprint of the settings in force. */
export const fingerprint = (root: string): string => readFile(root).fingerprint;

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

function invalid(faults: readonly string[]): Problem {
  return new Problem('invalid_settings', faultBlock(faults), {
    diagnostics: faults.map((message) => ({ id: 'invalid_settings', severity: 'Error' as const, message })),
    continuation: resolveExternally(`Correct ${fileName} in the workspace root, then have it read again.`),
  });
}
