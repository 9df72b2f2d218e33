/** What an answer about problems has to say of what it may lack. */
import { unrestored } from '../dotnet/restore.ts';
import type { Warning } from '../model/codes.ts';
import type { LoadProblem } from '../model/problem.ts';
import { shownPath } from './places.ts';
import type { Untold } from './problems-frameworks.ts';
import type { Told } from './problems-kept.ts';
import type { Scope } from './problems-scope.ts';
import type { View } from './view.ts';

/** Names that a warning lists. */
const mostListed = 5;

export function gapWarnings(view: View, scope: Scope, gaps: readonly Told[], untold: readonly Untold[]): Warning[] {
  const concerns = (project: string): boolean => scope.kind === 'file' || scope.projects.includes(project);
  const of = (part: (told: Told) => readonly string[]): string[] => [...new Set(gaps.flatMap(part))];
  const shown = (paths: readonly string[]): string => listed(paths.map((path) => shownPath(view.root, path)));
  const silent = of((each) => each.silent).filter(concerns);
  const failing = of((each) => each.failing).filter((path) => scope.includes(path));
  const unseen = untold.filter(({ projects }) => projects.some(concerns));
  return [
    // What is wrong with one file is wrong whatever other projects lack; what errors come of it is said as their cause.
    ...(scope.kind === 'file' ? [] : loadWarnings(view, scope, of((each) => each.unloaded).filter(concerns))),
    ...(silent.length === 0 ? [] : [partial(leftOut(shown(silent)))]),
    ...(failing.length === 0
      ? []
      : [
          partial(
            `not all is known about ${listed(failing)}, where ${view.adapter.name} fails: dotnet build tells what is wrong there`,
          ),
        ]),
    ...unseen.map(notSeen),
  ];
}

const partial = (message: string): Warning => ({ code: 'partial_answer', message });

const leftOut = (names: string): string =>
  `${names}: something is wrong with the project that has no place in a file (no Main, for example), and so its files were asked about ` +
  'one by one; that problem, and unused fields and the like, are missing here: dotnet build tells them';

const notSeen = ({ framework, why }: Untold): Warning => ({
  code: 'frameworks_not_seen',
  message: `problems under ${framework} may be missing: it ${why}`,
});

/** What went wrong with the load of projects, as far as it concerns the answer. */
function loadWarnings(view: View, scope: Scope, unloaded: readonly string[]): Warning[] {
  const concerning = view.loadProblems.filter(({ severity, project }) => {
    return severity === 'Error' && (project === undefined || scope.projects.includes(project));
  });
  const failed = new Set(concerning.flatMap(({ project }) => project ?? []));
  const [general, own] = [concerning.filter(({ project }) => project === undefined), [...failed]];
  const silently = unloaded.filter((project) => !failed.has(project));
  const never = unrestored(scope.projects).filter((project) => !failed.has(project));
  const messages = [
    ...own.map((project) => `${shownPath(view.root, project)} did not load completely: ${firstLine(concerning, project)}`),
    ...general.map(({ message }) => message.split('\n')[0] ?? ''),
    ...silently.map((project) => `${shownPath(view.root, project)} is not loaded: nothing is known of its problems`),
    ...never.map((project) => `${shownPath(view.root, project)} was never restored`),
  ];
  return messages.length === 0 ? [] : [{ code: 'load_problems', message: listed(messages, '; ') }];
}

const firstLine = (problems: readonly LoadProblem[], project: string): string =>
  problems.find((each) => each.project === project)?.message.split('\n')[0] ?? '';

/** The first names, and how many more there are. */
function listed(names: readonly string[], between = ', '): string {
  const rest = names.length - mostListed;
  return [...names.slice(0, mostListed), ...(rest > 0 ? [`${rest} more`] : [])].join(between);
}
