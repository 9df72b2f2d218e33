/**
 * Which files builds and source generators write: those in the `obj` folder of a project. A file that somebody has committed
 * is none, whatever its name or header says.
 */
import { dirname, relative } from 'node:path/posix';
import type { View } from '../view.ts';

/** Whether a path (as answers show it) is of such a file. */
export function isGenerated(view: View, shown: string): boolean {
  if (!/(?:^|\/)obj\//i.test(shown)) return false;
  // Where all build output of a repository lies in one folder.
  if (/(?:^|\/)artifacts\/obj\//i.test(shown)) return true;
  const project = view.projectOf(shown);
  return project !== undefined && /^obj\//i.test(relative(dirname(project), shown));
}

/** What is shown of places in lists, and how many are left out because they lie in generated files. */
export function shownOf<T>(
  view: View,
  places: readonly T[],
  includeGenerated: boolean,
  pathOf: (place: T) => string,
): { readonly shown: readonly T[]; readonly generated: number } {
  const shown = includeGenerated ? places : places.filter((each) => !isGenerated(view, pathOf(each)));
  return { shown, generated: places.length - shown.length };
}
