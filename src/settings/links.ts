/** Where a path really leads, also when nothing is there yet: a link to a missing file outside is still a way out. */
import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { errorCode } from './disk-faults.ts';

/** As many as Linux follows. */
const mostLinks = 40;

/** The absolute path with every symbolic link followed; what does not exist is taken as it is spelled. Throws ELOOP. */
export function followLinks(path: string): string {
  let done = parse(path).root;
  const rest = parts(path.slice(done.length));
  for (let links = 0; rest.length > 0;) {
    const part = rest.shift() ?? '';
    if (part === '..') {
      done = dirname(done);
      continue;
    }
    const next = join(done, part);
    const target = linkTarget(next);
    if (target === undefined) {
      done = next;
      continue;
    }
    if (++links > mostLinks) throw Object.assign(new Error(`too many links: ${path}`), { code: 'ELOOP' });
    if (isAbsolute(target)) done = parse(target).root;
    rest.unshift(...parts(isAbsolute(target) ? target.slice(done.length) : target));
  }
  return done;
}

const parts = (path: string): string[] => path.split(sep === '/' ? '/' : /[\\/]/).filter((part) => part !== '' && part !== '.');

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    // Below a missing folder or below a file nothing is a link. Everything else is the caller's to word.
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
