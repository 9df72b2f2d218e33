/** From the path that an agent writes to a C# file that may be asked about. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, extname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside } from '../../machine.ts';
import { nearNames } from '../../model/names.ts';
import { Problem, resolveExternally, revise } from '../../model/problem.ts';
import { type Misreading, isMisread, misread } from './misread.ts';
import { shownPath } from '../places.ts';
import type { Exclusion } from '../disk/exclusions.ts';

/** What has to be known of a workspace; a View is one. */
export interface Files {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Source files, as answers show them. */
  readonly sources: () => Iterable<string>;
  readonly excluded: (path: string) => Exclusion | undefined;
  /** The language server that is asked about the file. */
  readonly adapter?: Misreading;
}

/**
 * The absolute path of a C# file. `/` and `\` both separate, a file URI is a path, and a bare file name is enough where
 * it is unique. Throws `file_not_found`, `not_csharp`, `path_outside_workspace`, `excluded_path`, `feature_unavailable`
 * where the language server mistakes the path, or `invalid_arguments`.
 */
export function resolvePath(files: Files, given: string): string {
  const plain = asPath(given);
  const path = existing(files, plain, given);
  const shown = shownPath(files.root, path);
  // A document of a loaded project may be asked about wherever it lies.
  if (!isInside(files.root, path) && !isSource(files, shown)) throw outside(given);
  if (!/\.cs$/i.test(path)) {
    throw new Problem('not_csharp', `${shown} is not a C# file`, { continuation: revise('Give the path of a .cs file.') });
  }
  refuseExcluded(files, path);
  if (files.adapter !== undefined && isMisread(files.adapter, path)) throw misread(files.adapter.name, shown);
  return path;
}

/**
 * Whether a path (as answers show it) is a file or lies below a folder that an agent writes, however it is spelled.
 * Throws `invalid_arguments` where no source file does.
 */
export function lyingIn(files: Files, given: string): (shown: string) => boolean {
  const plain = asPath(given);
  const path = resolve(files.root, plain);
  const folder = shownPath(files.root, existsSync(path) ? realpathSync(path) : path);
  const lies = (shown: string): boolean =>
    folder === '' ? !isAbsolute(shown) : shown === folder || shown.startsWith(`${folder}/`);
  // What lies in excluded folders is not looked at, and loaded all the same.
  if (existsSync(path) && files.excluded(path) !== undefined) return lies;
  for (const shown of files.sources()) if (lies(shown)) return lies;
  throw new Problem('invalid_arguments', `inPath: no source file lies in '${given}'`, {
    continuation: revise('Give a file or folder, relative to the workspace root.'),
  });
}

function existing(files: Files, plain: string, given: string): string {
  const path = isAbsolute(plain) ? resolve(plain) : resolve(files.root, plain);
  try {
    return realpathSync(path);
  } catch (error) {
    if (!plain.includes('/')) return byName(files, plain);
    if (!isInside(files.root, path)) throw outside(given);
    if (existsSync(resolve(files.root, given))) throw withBackslash(given, error);
    throw notFound(files, plain, error);
  }
}

/** Where it is no separator, a backslash can be part of a name; MSBuild reads it as a separator there, too. */
const withBackslash = (given: string, cause: unknown): Problem =>
  new Problem('feature_unavailable', `${given} has a backslash in its name, so no project can compile it`, {
    continuation: resolveExternally('Rename the file or the folder.'),
    cause,
  });

/** The one file of this name. */
function byName(files: Files, name: string): string {
  const found = [...files.sources()].filter((path) => basename(path) === name);
  const [only] = found;
  if (only === undefined) throw notFound(files, name, undefined);
  if (found.length === 1) return resolve(files.root, only);
  throw new Problem('invalid_arguments', `${found.length} files are named ${name}: ${found.slice(0, 10).join(', ')}`, {
    continuation: revise('Give the path of one of them.'),
  });
}

function notFound(files: Files, plain: string, cause: unknown): Problem {
  const name = basename(plain);
  const sources = [...files.sources()];
  const same = sources.filter((path) => basename(path) === name).slice(0, 3);
  const near = new Set(nearNames(stem(name), sources.map(stem)));
  const hints = same.length > 0 ? same : sources.filter((path) => near.has(stem(path))).slice(0, 3);
  const hint = hints.length > 0 ? `, did you mean ${hints.join(' or ')}?` : '';
  return new Problem('file_not_found', `${plain} does not exist${hint}`, {
    continuation: revise('Check the path; it is relative to the workspace root.'),
    ...(cause === undefined ? {} : { cause }),
  });
}

const stem = (path: string): string => basename(path, extname(path));

function isSource(files: Files, shown: string): boolean {
  for (const path of files.sources()) if (path === shown) return true;
  return false;
}

const lists: Readonly<Record<string, string>> = {
  'built-in': 'the built-in list of excluded folders',
  file: 'exclude of .roslyn-bridge.json',
  argument: '--exclude',
};

/** Throws `excluded_path`. */
export function refuseExcluded(files: Files, path: string): void {
  const exclusion = files.excluded(path);
  if (exclusion === undefined) return;
  const shown = shownPath(files.root, path);
  const where = lists[exclusion.source] ?? exclusion.source;
  throw new Problem('excluded_path', `${shown} lies in the excluded folder '${exclusion.name}' (${where})`, {
    continuation: revise('Ask by the name of the symbol, or about a file outside of excluded folders.'),
  });
}

/** A path as an agent may write it, without its spellings. Throws `invalid_arguments`. */
export const asPath = (given: string): string => (given.startsWith('file:') ? fromUri(given) : given.replaceAll('\\', '/'));

function fromUri(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch (error) {
    throw new Problem('invalid_arguments', `path '${uri}' is not a file URI of this machine`, {
      continuation: revise('Give a path relative to the workspace root.'),
      cause: error,
    });
  }
}

const outside = (given: string): Problem =>
  new Problem('path_outside_workspace', `${given} lies outside of the workspace`, {
    continuation: revise('Give a path inside of the workspace.'),
  });
