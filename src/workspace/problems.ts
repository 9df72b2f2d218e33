/** What the compiler has to say about code. */
import type { CodeProblem } from '../model/diagnostics.ts';
import { Problem, revise } from '../model/problem.ts';
import { comparePlaces, fromLsp, shownPath, uriOf } from './places.ts';
import { notInProject } from './project-membership.ts';
import type { View } from './view.ts';

/** The problems of a file (absolute path), by place. Throws `file_not_in_project` or `feature_unavailable`. */
export async function fileProblems(view: View, path: string): Promise<CodeProblem[]> {
  const found = await view.adapter.problems(uriOf(path), (method, params) => view.request(method, params));
  const shown = shownPath(view.root, path);
  if (found === undefined) {
    const missing = await notInProject(view, path);
    if (missing !== undefined) throw missing;
    throw new Problem(
      'feature_unavailable',
      `${shown} is compiled by several projects, and ${view.adapter.name} tells nothing about such a file`,
      {
        continuation: revise('Ask about the files that use it: what is wrong with it shows there, or in dotnet build.'),
      },
    );
  }
  const problems = found.map(({ range, severity, id, message }) => ({
    path: shown,
    ...fromLsp(range.start),
    severity,
    id,
    message,
  }));
  return problems.sort((a, b) => comparePlaces(a, b) || (a.id < b.id ? -1 : 1));
}
