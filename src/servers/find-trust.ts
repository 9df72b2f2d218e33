/** Whether a repository has a say in what a path leads to. */
import { realpathSync } from 'node:fs';
import { followLinks, isInside } from '../machine.ts';

/**
 * Whether the way to `path` (absolute) enters `workspace`, every link on it followed one by one: a link that lies in the
 * workspace could be turned to any program of the machine.
 */
export function leadsThrough(workspace: string, path: string): boolean {
  const folder = realpathSync(workspace);
  let enters = false;
  try {
    followLinks(path, (place) => {
      enters ||= isInside(folder, place);
    });
  } catch {
    // Gone since it was found, not ours to look at, or a circle: there is no way on from here, and nothing to start.
  }
  return enters;
}
