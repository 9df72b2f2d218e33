/** How the state of a workspace is worded, for `lsp` status. */
import type { Diagnostic } from '../model/problem.ts';
import type { LoadStatus, ProjectStatus, SettingRow, WatchStatus, WorkspaceStatus } from '../model/status.ts';

/** The settings in force, and the names of the files that say something else by now. */
export interface SettingsView {
  readonly rows: readonly SettingRow[];
  readonly differs: readonly string[];
}

/** Load problems and projects that are shown; the rest is counted. */
const shownProblems = 20;
const shownProjects = 100;

export function statusText(status: WorkspaceStatus, settings: SettingsView): string {
  const lines = [
    `${status.state}${status.detail === '' ? '' : `: ${status.detail}`}`,
    `workspace ${status.root}, epoch ${status.snapshot.workspaceEpoch}`,
  ];
  if (status.load !== undefined) lines.push(...loadText(status.load), watchText(status.watch));
  lines.push(...problemsText(status.problems), 'settings');
  for (const { name, value, source } of settings.rows)
    lines.push(`  ${name} = ${JSON.stringify(value) ?? 'not set'} (${source})`);
  for (const file of settings.differs) lines.push(`${file} has changed since it was read: lsp with action=reload applies it.`);
  return lines.join('\n');
}

export function statusData(status: WorkspaceStatus, settings: SettingsView): Record<string, unknown> {
  const { root, state, detail, load, problems, watch } = status;
  return {
    state,
    detail,
    workspaceRoot: root,
    ...(load === undefined
      ? {}
      : { load: { ...load, projects: load.projects.slice(0, shownProjects), projectCount: load.projects.length } }),
    watch,
    problems: problems.slice(0, shownProblems),
    problemCount: problems.length,
    settings: settings.rows.map(({ name, value, source }) => ({ name, value: value ?? null, source })),
    settingsFileDiffers: settings.differs.length > 0,
  };
}

const watchText = (watch: WatchStatus): string =>
  `changes on disk: ${watch.mode === 'watcher' ? 'noticed by a watcher' : `each call looks at every file (${watch.why})`}`;

function loadText(load: LoadStatus): string[] {
  const { server } = load;
  const projects = load.projects.slice(0, shownProjects).map(projectText);
  const documents = load.documents === undefined ? '' : `, ${counted(load.documents, 'document')}`;
  const more = load.projects.length - projects.length;
  return [
    `server ${server.name} ${server.path} (${server.origin})${server.pid === undefined ? '' : `, pid ${server.pid}`}; dotnet ${load.dotnet}`,
    ...(load.others ?? []).map(({ framework, pid }) => `also loaded for ${framework}, pid ${pid}`),
    `loaded by ${load.why}: ${load.solutions.length > 0 ? `${load.solutions.join(', ')}; ` : ''}${counted(load.projects.length, 'project')}${documents}`,
    ...projects,
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...load.passedOver.map(({ path, reason }) => `passed over ${path}: ${reason}`),
  ];
}

function projectText({ path, referenced, test, frameworks, loadedAs, documents }: ProjectStatus): string {
  const said = [
    ...(referenced === true ? ['referenced'] : []),
    ...(test === true ? ['tests'] : []),
    ...(frameworks === undefined ? [] : [frameworks.map((each) => (each === loadedAs ? `${each} loaded` : each)).join(', ')]),
    ...(documents === undefined ? [] : [counted(documents, 'document')]),
  ];
  return `  ${path}${said.length === 0 ? '' : ` (${said.join('; ')})`}`;
}

function problemsText(problems: readonly Diagnostic[]): string[] {
  if (problems.length === 0) return [];
  const errors = problems.filter((problem) => problem.severity === 'Error');
  const shown = [...errors, ...problems.filter((problem) => problem.severity !== 'Error')].slice(0, shownProblems);
  const more = problems.length - shown.length;
  return [
    `load problems: ${counted(errors.length, 'error')}, ${counted(problems.length - errors.length, 'note')}`,
    ...shown.map(
      ({ severity, message }) => `  ${severity === 'Error' ? 'error' : 'note'}: ${message.split('\n').join('\n    ')}`,
    ),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
