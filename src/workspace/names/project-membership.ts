/** Whether a file that the language server answers nothing about belongs to a project all the same. */
import { dirname, resolve } from 'node:path';
import { isInside } from '../../machine.ts';
import { namesIn } from '../../model/keywords.ts';
import { Problem, revise } from '../../model/problem.ts';
import { search } from './name-search.ts';
import { pathOf, shownPath } from '../places.ts';
import type { View } from '../view.ts';

/** Names that are tried before a file counts as one that nobody compiles. */
const mostTried = 20;

/**
 * The problem `file_not_in_project`, or undefined where some project does compile the file: csharp-ls answers nothing
 * about a file of several projects, but its name search lists what such a file declares.
 */
export async function notInProject(view: View, path: string): Promise<Problem | undefined> {
  const { lines } = await view.text(path);
  const declared = lines.flatMap((line) =>
    /\b(?:class|struct|interface|enum|record|delegate)\s/.test(line) ? namesIn(line) : [],
  );
  for (const name of new Set(declared.slice(0, mostTried).map((each) => each.name))) {
    if ((await search(view, name)).some((hit) => pathOf(hit.location.uri) === path)) return undefined;
  }
  const failed = view.failedProjects().filter((project) => isInside(dirname(project), resolve(view.root, path)));
  const names = failed.map((project) => shownPath(view.root, project));
  const why = names.length > 0 ? `; ${names.join(', ')} did not load completely` : '';
  return new Problem('file_not_in_project', `${shownPath(view.root, path)} belongs to no loaded project${why}`, {
    continuation: revise('Ask about a file of a loaded project; lsp with action=status lists them.'),
  });
}
