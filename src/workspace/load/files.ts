/** What of a load is kept in step with the disk. */
import { type Excludes, Exclusions } from '../disk/exclusions.ts';
import type { LoadedFiles } from '../disk/freshness.ts';
import { evaluation } from './facts.ts';
import type { Loaded } from './loading.ts';
import { ownStateFolder } from './state.ts';

/** `root` is absolute; `excludes` may come to answer otherwise. */
export function filesOf(root: string, loaded: Loaded, excludes: Excludes): LoadedFiles {
  const { projects, folders } = loaded;
  const exclusions = new Exclusions(excludes, projects);
  const excluded = (folder: string, below: string): boolean => exclusions.below(below, folder) !== undefined;
  return { root, projects, folders, excluded, evaluate: evaluation(root, loaded, ownStateFolder()) };
}
