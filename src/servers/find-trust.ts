/** Whether a repository has a say in what a path leads to. */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { isInside } from '../machine.ts';

/** As many as Linux follows. */
const mostLinks = 40;

/**
 * Whether the way to `path` (absolute) enters `workspace`, every link on it followed one by one: a link that lies in the
 * workspace could be turned to any program of the machine.
 */
export function leadsThrough(workspace: string, path: string): boolean {
  const folder = realpathSync(workspace);
  let at = parse(path).root;
  const rest = parts(path.slice(at.length));
  for (let links = 0; rest.length > 0 && links <= mostLinks;) {
    const part = rest.shift() ?? '';
    const next = part === '..' ? dirname(at) : join(at, part);
    if (isInside(folder, next)) return true;
    const target = linkTarget(next);
    if (target === undefined) {
      at = next;
      continue;
    }
    links += 1;
    if (isAbsolute(target)) at = parse(target).root;
    rest.unshift(...parts(isAbsolute(target) ? target.slice(at.length) : target));
  }
  // What leads nowhere cannot be started anyway.
  return false;
}

const parts = (path: string): string[] => path.split(sep === '/' ? '/' : /[\\/]/).filter((part) => part !== '' && part !== '.');

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    // Gone since it was found, or not ours to look at: there is no way on from here.
    return undefined;
  }
}
