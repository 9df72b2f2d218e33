/** What decides about the evaluation of a project, as a hash: with the same one MSBuild would say the same again. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CompileRules } from './compile-rules.ts';

/** Files that any project may import, or that choose the SDK and the packages. */
const general = /\.(?:props|targets|projitems|shproj)$|^(?:global\.json|nuget\.config)$/i;

const assets = 'project.assets.json';

/**
 * By project. `files` are those on the disk that may decide about projects (absolute paths): whatever cannot be told to
 * belong to another project counts for each.
 */
export async function evaluationKeys(
  projects: readonly CompileRules[],
  files: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, Promise<string>>();
  const hashOf = (path: string): Promise<string> => {
    const known = hashes.get(path) ?? contentHash(path);
    hashes.set(path, known);
    return known;
  };
  const forAll = [...files].filter((path) => general.test(basename(path)) || isAssetsElsewhere(path));
  const keys = projects.map(async ({ project, files: own }): Promise<readonly [string, string]> => {
    const beside = [`${project}.user`, join(dirname(project), 'obj', assets)];
    const decisive = [...new Set([...forAll, ...own, ...beside])].sort();
    const hash = createHash('sha1');
    for (const path of decisive) hash.update(`${path}\0${await hashOf(path)}\0`);
    return [project, hash.digest('base64')];
  });
  return new Map(await Promise.all(keys));
}

/** Those beside a project are its own; a project may have them put elsewhere. */
const isAssetsElsewhere = (path: string): boolean => basename(path) === assets && basename(dirname(path)) !== 'obj';

/** A file that is missing, or that cannot be read, decides by that. */
async function contentHash(path: string): Promise<string> {
  try {
    return createHash('sha1')
      .update(await readFile(path))
      .digest('base64');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
