/** A client that starts the bridge in `/` or in the home folder has no repository in mind, and nothing is loaded there. */
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { Problem, resolveExternally } from '../../model/problem.ts';

export const isWholeMachine = (root: string): boolean => root === dirname(root) || root === homedir();

/** Throws `workspace_not_open` for such a root. */
export function refuseWholeMachine(root: string): void {
  if (!isWholeMachine(root)) return;
  throw new Problem('workspace_not_open', `${root} is not opened: it is no repository but the whole machine or a home folder`, {
    continuation: resolveExternally('Start the bridge in the folder of a solution, or with --workspace naming it.'),
  });
}
