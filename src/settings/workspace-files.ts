/** Paths in the settings file: relative to the workspace root, with `/` or `\`, and never out of it. */
import { type Stats, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { followLinks, isInside } from '../machine.ts';
import { errorCode, systemFault } from './disk-faults.ts';
import { quoted } from './wording.ts';

/** The path relative to the root with `/` and without detours, or what is wrong with it. */
export type WorkspaceFile = { readonly path: string } | { readonly fault: string };

/**
 * Judges a path as it is spelled before the disk is asked (asking for `\\server\share` would already log on there),
 * and once more after its links. `root` is absolute, its links resolved.
 */
export function workspaceFile(root: string, written: string): WorkspaceFile {
  const leaves = { fault: `${quoted(written)} leaves the workspace` };
  const spelled = written.replaceAll('\\', '/');
  // A drive letter is absolute on every platform, so that a file has the same faults everywhere.
  if (sep === '/' && /^[a-z]:/i.test(spelled)) return leaves;
  const path = resolve(root, spelled);
  if (!isInside(root, path)) return leaves;
  if (path.includes('\0')) return { fault: `${quoted(written)} does not exist` };
  try {
    if (!isInside(root, followLinks(path))) return leaves;
    const stat: Stats | undefined = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return { fault: `${quoted(written)} does not exist` };
    if (!stat.isFile()) return { fault: `${quoted(written)} is not a file` };
    return { path: relative(root, path).replaceAll(sep, '/') };
  } catch (error) {
    return { fault: `${quoted(written)} ${diskFault(error)}` };
  }
}

function diskFault(error: unknown): string {
  if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(errorCode(error) ?? '')) return 'does not exist';
  return `cannot be read: ${systemFault(error)}`;
}
