/**
 * Errors about missing types that come in floods have one cause beside the code: packages that were not restored, a
 * project that did not load, a generator that was not built. Who reads them as many faults mends right code.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ProjectFacts } from '../dotnet/facts.ts';
import type { CodeProblem } from '../model/diagnostics.ts';
import { shownPath } from './places.ts';
import type { View } from './view.ts';

export interface Cause {
  readonly message: string;
  /** The errors that come of it. */
  readonly errors: ReadonlySet<CodeProblem>;
}

/** A type, namespace, assembly or basic type is missing. */
const missingTypes: ReadonlySet<string> = new Set(['CS0246', 'CS0234', 'CS0518', 'CS0012', 'CS0400']);
/** What a generator would have written is missing: types, names, members, the other part of a partial member. */
const missingCode: ReadonlySet<string> = new Set([...missingTypes, 'CS0103', 'CS0117', 'CS1061', 'CS8795', 'CS9248']);

/** What the errors come of, the cause of most first. */
export async function causesOf(view: View, problems: readonly CodeProblem[]): Promise<Cause[]> {
  const errors = problems.filter(({ severity, id }) => severity === 'error' && missingCode.has(id));
  if (errors.length === 0) return [];
  const facts = await view.facts();
  const ofProject = Map.groupBy(
    errors.flatMap((error) => homesOf(view, facts, error.path).map((project) => ({ project, error }))),
    ({ project }) => project,
  );
  const errorsOf = (projects: Iterable<string>, ids = missingTypes): Set<CodeProblem> =>
    new Set(
      [...projects].flatMap((project) =>
        (ofProject.get(project) ?? []).flatMap(({ error }) => (ids.has(error.id) ? [error] : [])),
      ),
    );
  const causes: Cause[] = [];
  for (const project of ofProject.keys()) {
    const why = errorsOf([project]).size === 0 ? undefined : await withoutPackages(project);
    if (why === undefined) continue;
    const shown = shownPath(view.root, project);
    const message = `${shown} ${why}, so types from packages are missing: run dotnet restore ${shown}`;
    causes.push({ message, errors: errorsOf([project]) });
  }
  for (const project of view.failedProjects()) {
    const shown = shownPath(view.root, project);
    const message = `${shown} did not load completely, so types may be missing in it and in projects that use it: see lsp with action=status`;
    causes.push({ message, errors: errorsOf([project, ...facts.dependents(project)]) });
  }
  for (const { id, message } of view.loadProblems) {
    if (id === 'generator_not_built') causes.push({ message, errors: errorsOf(usersOfGenerators(facts), missingCode) });
  }
  return causes.filter((cause) => cause.errors.size > 0).sort((a, b) => b.errors.size - a.errors.size);
}

function homesOf(view: View, facts: ProjectFacts, shown: string): readonly string[] {
  const homes = facts.projectsOf(resolve(view.root, shown)).map(({ project }) => project);
  const around = view.projectOf(shown);
  return homes.length > 0 ? [...new Set(homes)] : around === undefined ? [] : [resolve(view.root, around)];
}

const usersOfGenerators = (facts: ProjectFacts): string[] =>
  facts.projects.filter((project) => facts.references(project).some(({ kind }) => kind === 'analyzer'));

/** Why packages of a project are missing, as far as what NuGet has left tells; completes a sentence. */
async function withoutPackages(project: string): Promise<string | undefined> {
  const path = join(dirname(project), 'obj', 'project.assets.json');
  if (!existsSync(path)) return 'was never restored';
  const assets = assetsOf(await readFile(path, 'utf8'));
  if (assets === undefined) return 'has an obj/project.assets.json that cannot be read';
  const failed = assets.logs?.find(({ level }) => level === 'Error');
  if (failed !== undefined) return `was not restored completely (${failed.code}: ${failed.message.split('\n')[0]})`;
  const folders = Object.keys(assets.packageFolders ?? {});
  const gone = Object.values(assets.libraries ?? {}).find(({ type, path: below }) => {
    return type === 'package' && below !== undefined && !folders.some((folder) => existsSync(join(folder, below)));
  });
  return gone === undefined ? undefined : `has lost packages since it was restored (${gone.path})`;
}

function assetsOf(text: string): Assets | undefined {
  try {
    return JSON.parse(text) as Assets;
  } catch {
    // Said by the caller: a restore writes the file anew.
    return undefined;
  }
}

/** The parts of NuGet's file that are read. */
interface Assets {
  readonly logs?: readonly { readonly level: string; readonly code: string; readonly message: string }[];
  readonly packageFolders?: Readonly<Record<string, unknown>>;
  readonly libraries?: Readonly<Record<string, { readonly type: string; readonly path?: string }>>;
}
