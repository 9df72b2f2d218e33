/** Which folders the bridge ignores when it resolves a file name, watches, checks edits and scans for diagnostics. Pure. */
import type { ExcludedName } from './settings.ts';

/** A built-in name: excluded always, beside a project file, or while no loaded project lies in the folder. */
export interface BuiltInExclude {
  readonly name: string;
  readonly when: 'always' | 'beside-project' | 'without-project';
}

export const builtInExclude: readonly BuiltInExclude[] = [
  { name: '.git', when: 'always' },
  { name: '.vs', when: 'always' },
  { name: '.idea', when: 'always' },
  { name: 'node_modules', when: 'always' },
  // A source folder `src/Bin` without a project stays visible.
  { name: 'bin', when: 'beside-project' },
  { name: 'obj', when: 'beside-project' },
  // Often build output, but also where a monorepo keeps its packages.
  { name: 'artifacts', when: 'without-project' },
  { name: 'packages', when: 'without-project' },
  { name: 'TestResults', when: 'without-project' },
];

/** The built-in names that need no second look. */
export const alwaysExcluded: readonly string[] = builtInExclude.filter(({ when }) => when === 'always').map(({ name }) => name);

/** What the rules need to know of the workspace; folders are relative to its root, with `/`, the root itself is `''` or `.`. */
export interface ExcludeContext {
  /** The names of the setting `exclude`. */
  readonly names: readonly ExcludedName[];
  /** The folders of the loaded projects. */
  readonly projectFolders: readonly string[];
  /** Whether a folder holds a project file that is not loaded; `bin` and `obj` beside it are its output all the same. */
  readonly holdsProject: (folder: string) => boolean;
  readonly platform: NodeJS.Platform;
}

/** The name that excluded a path, as it is written in the list, and whose list that is. */
export interface Exclusion {
  readonly name: string;
  readonly source: 'built-in' | 'file' | 'argument';
}

/** A folder name as the platform compares it. */
export const foldName = (name: string, platform: NodeJS.Platform): string =>
  platform === 'win32' || platform === 'darwin' ? name.toLowerCase() : name;

/**
 * Tells what excludes a path (relative to the root, with `/`), or undefined. The last name is a file's and never
 * counts, unless the path ends in `/`. What lies outside of the root is not excluded: other rules speak of it.
 */
export function isExcluded(path: string, context: ExcludeContext): Exclusion | undefined {
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return undefined;
  const names = path.split('/').filter((name) => name !== '.');
  if (names[0] === '..') return undefined;
  const folders = names.slice(0, -1);
  for (const [depth, folder] of folders.entries()) {
    const found = judgeFolder(folder, folders.slice(0, depth).join('/'), context);
    if (found !== undefined) return found;
  }
  return undefined;
}

function judgeFolder(name: string, parent: string, context: ExcludeContext): Exclusion | undefined {
  const folded = foldName(name, context.platform);
  const same = (other: { readonly name: string }): boolean => foldName(other.name, context.platform) === folded;
  const builtIn = builtInExclude.find(same);
  if (builtIn !== undefined && applies(builtIn, name, parent, context)) return { name: builtIn.name, source: 'built-in' };
  return context.names.find(same);
}

function applies({ when }: BuiltInExclude, name: string, parent: string, context: ExcludeContext): boolean {
  const normal = (folder: string): string => foldName(folder === '.' ? '' : folder.replace(/\/$/, ''), context.platform);
  if (when === 'always') return true;
  if (when === 'beside-project') {
    return context.projectFolders.some((each) => normal(each) === normal(parent)) || context.holdsProject(parent);
  }
  const folder = normal(parent === '' ? name : `${parent}/${name}`);
  return !context.projectFolders.some((each) => normal(each) === folder || normal(each).startsWith(`${folder}/`));
}
