/** Which files a question about problems is about, and the projects behind them. */
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { ProjectFacts } from '../../dotnet/facts.ts';
import { isInside } from '../../machine.ts';
import { Problem, revise } from '../../model/problem.ts';
import { type Changed, changedFiles } from './changed-files.ts';
import { isSource } from '../disk/disk.ts';
import { askedPath } from '../names/asked-path.ts';
import { shownPath } from '../places.ts';
import { innermost } from './pull.ts';
import type { View } from '../view.ts';

/** What an agent asks about; `path` and `project` are as it writes them. */
export type Wanted =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'project'; readonly path: string | undefined; readonly project: string | undefined }
  | { readonly kind: 'solution' | 'changed' };

export interface Scope {
  readonly kind: Wanted['kind'];
  /** As answers show it: the file or the project, else the kind. */
  readonly name: string;
  /** Absolute paths; none for a file that was asked about by itself. */
  readonly projects: readonly string[];
  /** Whether a file, as answers show it, is meant. */
  readonly includes: (shown: string) => boolean;
  readonly changed?: ChangedProjects;
}

/** What has changed since the last commit. */
export interface ChangedProjects {
  /** Changed files that projects compile or that decide about them, as answers show them. */
  readonly files: readonly string[];
  /** The projects that these belong to, as answers show them; the others of the scope depend on them. */
  readonly projects: readonly string[];
}

export const fileScope = (view: View, path: string): Scope => {
  const name = shownPath(view.root, path);
  return { kind: 'file', name, projects: [], includes: (shown) => shown === name };
};

/** Throws `invalid_arguments` for a project that is not meant, `feature_unavailable` where git cannot tell what has changed. */
export async function scopeOf(view: View, wanted: Exclude<Wanted, { kind: 'file' }>, signal: AbortSignal): Promise<Scope> {
  const facts = await view.facts();
  if (wanted.kind === 'solution') return { kind: 'solution', name: 'solution', projects: facts.projects, includes: () => true };
  if (wanted.kind === 'project') {
    const projects = await projectsMeant(view, facts, wanted);
    const name = projects.map((project) => shownPath(view.root, project)).join(', ');
    return { kind: 'project', name, projects, includes: inProjects(view, facts, projects) };
  }
  const changed = changedProjects(view, facts, await changedFiles(view.root, signal));
  const own = new Set([...changed.values()].flat());
  const projects = [...own].reduce<ReadonlySet<string>>((all, each) => all.union(facts.dependents(each)), own);
  const shown = (paths: Iterable<string>): string[] => [...paths].map((path) => shownPath(view.root, path));
  return {
    kind: 'changed',
    name: 'changed',
    projects: facts.projects.filter((project) => projects.has(project)),
    includes: inProjects(view, facts, [...projects]),
    changed: { files: shown(changed.keys()), projects: shown(own).sort() },
  };
}

/** Whether one of the projects compiles a file; of what nobody compiles (`#line` names it) the folder decides. */
function inProjects(view: View, facts: ProjectFacts, projects: readonly string[]): Scope['includes'] {
  const meant = new Set(projects);
  return (shown) => {
    const path = resolve(view.root, shown);
    const homes = facts.projectsOf(path);
    if (homes.length > 0) return homes.some(({ project }) => meant.has(project));
    const around = innermost(facts.projects, path);
    return around !== undefined && meant.has(around);
  };
}

async function projectsMeant(
  view: View,
  facts: ProjectFacts,
  { path, project }: { readonly path: string | undefined; readonly project: string | undefined },
): Promise<readonly string[]> {
  if (project !== undefined || (path !== undefined && /\.csproj$/i.test(path))) {
    return projectsNamed(view, facts, project ?? path ?? '');
  }
  if (path === undefined) {
    if (facts.projects.length === 1) return facts.projects;
    throw meantNone(view, facts, 'scope project needs path (a file of the project, or the project file) or inProject');
  }
  const file = await askedPath(view, path);
  const homes = [...new Set(facts.projectsOf(file).map((each) => each.project))];
  if (homes.length > 0) return homes;
  throw new Problem('file_not_in_project', `${shownPath(view.root, file)} belongs to no loaded project`, {
    continuation: revise('Name the project with inProject; lsp with action=status lists them.'),
  });
}

function projectsNamed(view: View, facts: ProjectFacts, given: string): readonly string[] {
  const wanted = given
    .replaceAll('\\', '/')
    .replace(/^\.\//, '')
    .replace(/\.csproj$/i, '');
  const plain = (path: string): string => path.replaceAll('\\', '/').replace(/\.csproj$/i, '');
  const found = facts.projects.filter((path) => {
    return [plain(path), plain(shownPath(view.root, path)), plain(basename(path))].includes(wanted);
  });
  if (found.length > 0) return found;
  throw meantNone(view, facts, `no loaded project is '${given}'`);
}

/** Projects that a refusal names. */
const mostNamed = 10;

function meantNone(view: View, facts: ProjectFacts, why: string): Problem {
  const names = facts.projects.slice(0, mostNamed).map((project) => shownPath(view.root, project));
  const more = facts.projects.length > mostNamed ? `, and ${facts.projects.length - mostNamed} more` : '';
  return new Problem('invalid_arguments', `${why}; loaded: ${names.join(', ')}${more}`, {
    continuation: revise('Give the name or the path of a project.'),
  });
}

/** The changed files that matter, and the projects that they belong to; absolute paths. */
function changedProjects(view: View, facts: ProjectFacts, { files, folders }: Changed): ReadonlyMap<string, readonly string[]> {
  const sources = [...view.sources()].map((shown) => resolve(view.root, shown));
  const inside = sources.filter((path) => folders.some((folder) => isInside(folder, path)));
  const found = new Map<string, readonly string[]>();
  for (const path of [...files, ...inside]) {
    const projects = projectsDecidedBy(facts, path);
    if (projects.length > 0) found.set(path, projects);
  }
  return found;
}

/** Files that projects take in besides C#, by the generators of the SDK. */
const takenIn = /\.(?:razor|cshtml|xaml|axaml|resx|proto)$/i;
/** Files that MSBuild or the compiler reads for every project below. */
const decidesBelow = /\.(?:props|targets|editorconfig|globalconfig)$|^(?:global\.json|nuget\.config)$/i;

/** The projects whose problems may differ because a file has changed, has come or is gone. */
function projectsDecidedBy(facts: ProjectFacts, path: string): readonly string[] {
  const around = (): string | undefined => innermost(facts.projects, path);
  if (isSource(path)) {
    const homes = [...new Set(facts.projectsOf(path).map(({ project }) => project))];
    // Nobody compiles what is gone; the project around it did, as far as anybody can tell.
    return homes.length > 0 || existsSync(path) ? homes : [around()].filter((project) => project !== undefined);
  }
  if (/\.csproj$/i.test(path)) return facts.projects.filter((project) => project === path);
  if (/\.csproj\.user$/i.test(path) || takenIn.test(path)) return [around()].filter((project) => project !== undefined);
  if (!decidesBelow.test(basename(path))) return [];
  const below = facts.projects.filter((project) => isInside(dirname(path), project));
  // Imported by its path, from wherever it lies.
  return below.length > 0 ? below : /\.(?:props|targets)$/i.test(path) ? facts.projects : [];
}
