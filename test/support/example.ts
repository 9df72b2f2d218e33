/** The bundled example solution, ready to be loaded. */
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { exampleSource } from './paths.ts';
import { tempFolder } from './temp.ts';

const built = new Set(['bin', 'obj']);

/** A fresh copy of the example, neither restored nor built. Its path holds a space, as a user's may. */
export function copyOfExample(name = 'the example'): string {
  const folder = join(tempFolder('example'), name);
  cpSync(exampleSource, folder, { recursive: true, filter: (path) => !built.has(basename(path)) });
  return folder;
}
