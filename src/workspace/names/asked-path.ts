/**
 * The file that an agent asks about by its path. Links may lead out of the workspace, to files that nobody wants shown: what
 * lies there is the workspace's own business only where a project compiles it.
 */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isInside } from '../../machine.ts';
import { Problem, revise } from '../../model/problem.ts';
import { factsOf } from '../text/written.ts';
import type { View } from '../view.ts';
import { asPath, refuseExcluded, resolvePath } from './paths.ts';

/** As `resolvePath`; what a project compiles through a link that leads outside has the path of the link, as in answers. */
export async function askedPath(view: View, given: string): Promise<string> {
  const link = resolve(view.root, asPath(given));
  const path = leadsOutside(view.root, link) && /\.cs$/i.test(link) ? link : resolvePath(view, given);
  refuseExcluded(view, path);
  // A bare file name may be that of such a link, too.
  if (await mayBeShown(view, path)) return path;
  throw new Problem('path_outside_workspace', `${given} leads out of the workspace through a link, and no project compiles it`, {
    continuation: revise('Give a path inside of the workspace.'),
  });
}

/** Whether the text of a file (absolute path) may be shown: what lies outside is, where a project compiles it. */
export const mayBeShown = async (view: View, path: string): Promise<boolean> =>
  !leadsOutside(view.root, path) || ((await factsOf(view))?.projectsOf(path).length ?? 0) > 0;

/** Whether a path in the workspace is that of something outside; a link to nothing is none. */
function leadsOutside(root: string, path: string): boolean {
  if (!isInside(root, path)) return false;
  try {
    return !isInside(root, realpathSync(path));
  } catch {
    // What is not there is told by whoever reads it.
    return false;
  }
}
