/**
 * Asks the language server what is wrong with the code of all projects, and makes up for what it leaves out: projects that
 * it drops as a whole are asked about file by file, and so are the files that a build writes.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { filesBelow } from '../../dotnet/build-output.ts';
import type { ProjectFacts } from '../../dotnet/facts.ts';
import { isInside } from '../../machine.ts';
import { type Severity, severities } from '../../model/codes.ts';
import type { CodeProblem } from '../../model/diagnostics.ts';
import { Problem } from '../../model/problem.ts';
import type { FileReport, FoundProblem } from '../../servers/server.ts';
import { comparePlaces, fromLsp, pathOf, shownPath, uriOf } from '../places.ts';
import type { Told } from './kept.ts';
import type { View } from '../view.ts';

/** Files that are named of each project, so that a report of one of them shows that the project was not left out. */
const mostNamed = 3;
/** Requests about single files that are under way at once. */
const width = 8;

/** What is known of one file. */
interface Answered {
  readonly path: string;
  /** Undefined where the server does not count the file to one project; `fails` where it fails, `late` where time was over. */
  readonly found: readonly FoundProblem[] | undefined | 'fails' | 'late';
}

export interface Everything {
  readonly analyzers: boolean;
  /** The projects that are meant (absolute paths); undefined for all. */
  readonly meant: ReadonlySet<string> | undefined;
  /** Asks the server about everything, these files (absolute paths) named. */
  readonly pull: (named: readonly string[]) => Promise<readonly FileReport[]>;
}

/** The problems of everything that is meant. `analyzers` must be in force. Rejects as requests and facts do. */
export async function tellAll(view: View, { analyzers, meant, pull }: Everything): Promise<Told> {
  const facts = await view.facts();
  const projects = facts.projects.filter((project) => meant?.has(project) ?? true);
  const written = new Map(projects.map((project) => [project, writtenByBuilds(project)]));
  const files = new Map(projects.map((project) => [project, filesOf(view, facts, project)]));
  const named = new Map([...files].map(([project, all]) => [project, namedOf(facts, all)]));
  const reports = await pull([...new Set([...named.values(), ...written.values(), facts.linkedFiles].flat())]);
  const found = reports
    .map(({ uri, problems }) => ({ path: fileOf(uri), problems }))
    .filter(({ path }) => meant === undefined || isBelieved(facts, meant, path));
  const copies = new Map([...Map.groupBy(found, ({ path }) => path)].map(([path, all]) => [path, all.length]));
  const isTold = (project: string): boolean => {
    const some = named.get(project) ?? [];
    return some.length === 0 || some.some((path) => (copies.get(path) ?? 0) >= Math.max(1, homesOf(facts, path)));
  };
  const { leavesOut, analyzesAll } = view.adapter.problems;
  const generated = new Set([...written.values()].flat());
  const failed = new Set(view.failedProjects());
  // One that leaves nothing out tells nothing of what did not load, either.
  const left = projects.filter((project) => (leavesOut ? !isTold(project) : failed.has(project)));
  const singly = await askSingly(view, analyzers, {
    projects: new Map(
      (analyzers && !analyzesAll ? projects : left).map((project) => [
        project,
        [...(files.get(project) ?? []), ...(written.get(project) ?? [])],
      ]),
    ),
    generated,
    reported: leavesOut ? copies : new Map(),
  });
  return {
    problems: merged([...found.flatMap(({ path, problems }) => problemsOf(view, path, problems, generated)), ...singly.problems]),
    unloaded: singly.unloaded,
    silent: left.filter((project) => leavesOut && !singly.unloaded.includes(project)),
    failing: [...singly.failing, ...mixed(facts, projects).map((path) => shownPath(view.root, path))],
    ...(singly.late === undefined ? {} : { late: singly.late }),
  };
}

/** Files that some of the projects compile, and others that are loaded as no build takes them. */
const mixed = (facts: ProjectFacts, projects: readonly string[]): string[] =>
  facts.linkedFiles.filter((path) => {
    const homes = facts.projectsOf(path).map(({ project }) => projects.includes(project));
    return homes.includes(true) && homes.includes(false);
  });

/** The problems of files (absolute paths), each once, in their order as answers show it. */
export function told(root: string, path: string, found: readonly FoundProblem[]): Told {
  return { problems: merged(found.map((each) => problemOf(root, path, each))), unloaded: [], silent: [], failing: [] };
}

/** Each once, however many projects and frameworks tell of it; where they differ, as severe as the most severe says. */
export function merged(problems: readonly CodeProblem[]): CodeProblem[] {
  const known = new Map<string, CodeProblem>();
  for (const each of problems) {
    const key = `${each.path}:${each.line}:${each.column}:${each.id}:${each.message}`;
    const other = known.get(key);
    if (other === undefined || rank(each.severity) < rank(other.severity)) known.set(key, each);
  }
  return [...known.values()].sort((a, b) => comparePlaces(a, b) || (a.id < b.id ? -1 : 1));
}

const rank = (severity: Severity): number => severities.indexOf(severity);

const problemOf = (root: string, path: string, { range, severity, id, message }: FoundProblem): CodeProblem => ({
  path: shownPath(root, path),
  ...fromLsp(range.start),
  severity,
  id,
  message,
});

/** `#line` can name anything; what is no file of this machine is shown as it is. */
function fileOf(uri: string): string {
  return URL.parse(uri)?.host === '' ? (pathOf(uri) ?? uri) : uri;
}

const homesOf = (facts: ProjectFacts, path: string): number => new Set(facts.projectsOf(path).map(({ project }) => project)).size;

/** Of a file that other projects compile, too, nobody can say which of them a problem is of: then it has to be all. */
function isBelieved(facts: ProjectFacts, meant: ReadonlySet<string>, path: string): boolean {
  const homes = facts.projectsOf(path).map(({ project }) => project);
  return (homes.length > 0 ? homes : [innermost(facts.projects, path)]).every((each) => each === undefined || meant.has(each));
}

/** The project (absolute path) whose folder is nearest around a file. */
export function innermost(projects: readonly string[], path: string): string | undefined {
  const around = projects.filter((project) => isInside(dirname(project), path));
  return around.sort((a, b) => dirname(b).length - dirname(a).length)[0];
}

/** Files of a project, as far as they are there; of one that cannot be evaluated those in its folder, which it may compile. */
function filesOf(view: View, facts: ProjectFacts, project: string): string[] {
  if (facts.evaluated(project).length > 0) return [...facts.filesOf(project)].filter((path) => existsSync(path));
  const sources = [...view.sources()].map((shown) => resolve(view.root, shown));
  return sources.filter((path) => innermost(facts.projects, path) === project);
}

/** Files of a project that are named; those that are its alone come first. */
function namedOf(facts: ProjectFacts, files: readonly string[]): string[] {
  const own = files.filter((path) => homesOf(facts, path) === 1);
  return (own.length > 0 ? own : files).slice(0, mostNamed);
}

/** Source files in a project's `obj`: those of which the server has one count, the others are of other builds. */
function writtenByBuilds(project: string): string[] {
  return [...filesBelow(join(dirname(project), 'obj'))].filter((path) => path.endsWith('.cs'));
}

/** What is in a file that a build has written is marked. */
function problemsOf(
  view: View,
  path: string,
  found: readonly FoundProblem[],
  generated: ReadonlySet<string>,
): readonly CodeProblem[] {
  const problems = found.map((each) => problemOf(view.root, path, each));
  return generated.has(path) ? problems.map((each) => ({ ...each, generated: true as const })) : problems;
}

interface Single {
  /** The projects that are asked about file by file, with their files. */
  readonly projects: ReadonlyMap<string, readonly string[]>;
  /** Files that builds have written. */
  readonly generated: ReadonlySet<string>;
  /** Files that the server has spoken of, and of which more is to be known if builds have written them. */
  readonly reported: ReadonlyMap<string, unknown>;
}

/** The files of the projects, and those that builds have written. */
async function askSingly(
  view: View,
  analyzers: boolean,
  { projects, generated, reported }: Single,
): Promise<Omit<Told, 'silent'>> {
  const asked = new Set([...[...projects.values()].flat(), ...[...generated].filter((path) => reported.has(path))]);
  const answers = await inParallel([...asked], async (path): Promise<Answered> => ({
    path,
    found: await one(view, path, analyzers),
  }));
  const known = new Set(answers.flatMap(({ path, found }) => (found === undefined ? [] : [path])));
  const those = (what: 'fails' | 'late'): string[] =>
    answers.flatMap(({ path, found }) => (found === what ? [shownPath(view.root, path)] : []));
  const late = those('late');
  return {
    problems: answers.flatMap(({ path, found }) => (typeof found === 'object' ? problemsOf(view, path, found, generated) : [])),
    unloaded: [...projects].flatMap(([project, files]) => (files.some((path) => known.has(path)) ? [] : [project])),
    failing: those('fails'),
    ...(late.length === 0 ? {} : { late }),
  };
}

/** csharp-ls fails about a file with a problem whose place is no absolute path; when the time is over, the others are an answer. */
async function one(view: View, path: string, analyzers: boolean): Promise<Answered['found']> {
  try {
    return await view.adapter.problems.ofFile(uriOf(path), analyzers, view.asking());
  } catch (error) {
    if (error instanceof Problem && error.code === 'server_failed') return 'fails';
    if (error instanceof Problem && error.code === 'request_timed_out') return 'late';
    throw error;
  }
}

/** The results in the order of the items; rejects with the first failure. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of rest) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
