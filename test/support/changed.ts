/** Asks what has changed in repositories of the tests. */
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Problem } from '../../src/model/problem.ts';
import { changedFiles } from '../../src/workspace/problems/changed-files.ts';
import { lay } from './lay.ts';
import { commitAll } from './repository.ts';
import { tempFolder } from './temp.ts';

export const never = new AbortController().signal;

/** A repository with these files committed. */
export async function repository(files: Readonly<Record<string, string>>, name = 'repo'): Promise<string> {
  const folder = join(tempFolder('changed'), name);
  mkdirSync(folder);
  lay(files, folder);
  await commitAll(folder);
  return folder;
}

/** The changed files, relative to the repository; `root` is the workspace. */
export const changedIn = async (folder: string, root = folder): Promise<string[]> => {
  const { files } = await changedFiles(root, never);
  return files.map((path) => relative(folder, path)).sort();
};

/** Why it cannot be told; rejects where it can. */
export async function reasonOf(root: string): Promise<string> {
  try {
    await changedFiles(root, never);
  } catch (error) {
    if (error instanceof Problem && error.code === 'feature_unavailable' && error.continuation !== undefined)
      return error.message;
    throw error;
  }
  throw new Error('it was available');
}
