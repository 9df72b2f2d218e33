/** What builds have written, below `bin` and `obj`. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { log } from '../log.ts';

/**
 * The files below a folder (absolute paths). Links are not followed, as they can lead out of the workspace or in a circle,
 * in which Bun's own recursive listing (1.4.5) goes on for ever; a folder that is a link, is missing or cannot be read has no
 * files.
 */
export function* filesBelow(folder: string): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder, { withFileTypes: true }) : [];
  } catch (error) {
    log.debug(`${folder}: ${String(error)}`);
    return [];
  }
}
