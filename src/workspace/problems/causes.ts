/**
 * Errors about missing types that come in floods have one cause beside the code: packages that were not restored, a
 * project that did not load, a generator that was not built. Who reads them as many faults mends right code.
 */
import { resolve } from 'node:path';
import type { ProjectFacts } from '../../dotnet/facts.ts';
import type { CodeProblem } from '../../model/diagnostics.ts';
import { shownPath } from '../places.ts';
import { withoutPackages } from './restore.ts';
import { factsOf } from '../text/written.ts';
import type { View } from '../view.ts';

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
  const facts = await factsOf(view);
  // Then the load tells why MSBuild fails.
  if (facts === undefined) return [];
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
    const own = errorsOf([project]);
    const why =
      own.size === 0
        ? undefined
        : await withoutPackages(
            project,
            [...own].some(({ id }) => id === 'CS0518'),
          );
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
