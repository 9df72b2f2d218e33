/** What an answer about problems has to say of what it may lack. */
import type { Warning } from '../../model/codes.ts';
import type { LoadProblem } from '../../model/problem.ts';
import { shownPath } from '../places.ts';
import type { Untold } from './frameworks.ts';
import type { Told } from './kept.ts';
import { neverRestored } from './restore.ts';
import type { Scope } from './scope.ts';
import type { View } from '../view.ts';

/** Names that a warning lists. */
const mostListed = 5;

export async function gapWarnings(
  view: View,
  scope: Scope,
  gaps: readonly Told[],
  untold: readonly Untold[],
): Promise<Warning[]> {
  const concerns = (project: string): boolean => scope.projects.includes(project);
  const of = (part: (told: Told) => readonly string[]): string[] => [...new Set(gaps.flatMap(part))];
  const shown = (paths: readonly string[]): string => listed(paths.map((path) => shownPath(view.root, path)));
  const silent = of((each) => each.silent).filter(concerns);
  const failing = of((each) => each.failing).filter((path) => scope.includes(path));
  const late = of((each) => each.late ?? []).filter((path) => scope.includes(path));
  const unseen = untold.filter(({ projects }) => scope.kind === 'file' || projects.some(concerns));
  return [
    // What is wrong with one file is wrong whatever other projects lack; what errors come of it is said as their cause.
    ...(scope.kind === 'file' ? [] : await loadWarnings(view, scope, of((each) => each.unloaded).filter(concerns))),
    ...(silent.length === 0 ? [] : [partial(leftOut(shown(silent)))]),
    ...(failing.length === 0 ? [] : [partial(notKnown(listed(failing), view.adapter.name))]),
    ...(late.length === 0 ? [] : [partial(notAsked(late))]),
    ...unseen.map((each) => notSeen(each, shown(each.projects))),
  ];
}

const partial = (message: string): Warning => ({ code: 'partial_answer', message });

const leftOut = (names: string): string =>
  `${names}: something is wrong with the project that has no place in a file (no Main, for example), and so its files were asked about ` +
  'one by one; that problem, and unused fields and the like, are missing here: dotnet build tells them';

const notKnown = (names: string, server: string): string =>
  `not all is known about ${names}, where ${server} fails: dotnet build tells what is wrong there`;

const notAsked = (paths: readonly string[]): string =>
  `the time of the call ended before these were asked about: ${listed(paths)}; give it more (limits {timeoutSeconds}), or a narrower scope`;

const notSeen = ({ framework, why }: Untold, names: string): Warning => ({
  code: 'frameworks_not_seen',
  message: `problems under ${framework} may be missing in ${names}: it ${why}`,
});

/** What went wrong with the load of projects, as far as it concerns the answer. */
async function loadWarnings(view: View, scope: Scope, unloaded: readonly string[]): Promise<Warning[]> {
  const concerning = view.loadProblems.filter(({ severity, project }) => {
    return severity === 'Error' && (project === undefined || scope.projects.includes(project));
  });
  const failed = new Set(concerning.flatMap(({ project }) => project ?? []));
  // A message about some project that it does not name is of use only to who asks about all of them.
  const general = concerning.filter(
    ({ id, project }) => project === undefined && (id !== 'project_load' || scope.kind === 'solution'),
  );
  const silently = unloaded.filter((project) => !failed.has(project));
  const never = await Promise.all(scope.projects.map(async (project) => ((await neverRestored(project)) ? [project] : [])));
  const messages = [
    ...[...failed].map(
      (project) => `${shownPath(view.root, project)} did not load completely: ${firstLine(concerning, project)}`,
    ),
    ...general.map(worded),
    ...silently.map((project) => `${shownPath(view.root, project)} is not loaded: nothing is known of its problems`),
    ...never.flat().map((project) => `${shownPath(view.root, project)} was never restored`),
  ];
  return messages.length === 0 ? [] : [{ code: 'load_problems', message: listed(messages, '; ') }];
}

function worded({ id, message }: LoadProblem): string {
  const [line = ''] = message.split('\n');
  return id === 'restore_failed' && !line.startsWith('dotnet restore') ? `dotnet restore failed: ${line}` : line;
}

const firstLine = (problems: readonly LoadProblem[], project: string): string =>
  problems.find((each) => each.project === project)?.message.split('\n')[0] ?? '';

/** The first names, and how many more there are. */
function listed(names: readonly string[], between = ', '): string {
  const rest = names.length - mostListed;
  return [...names.slice(0, mostListed), ...(rest > 0 ? [`${rest} more`] : [])].join(between);
}
