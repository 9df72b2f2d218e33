/** The bundled example solution, ready to be loaded. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { exampleSource } from './paths.ts';
import { tempFolder } from './temp.ts';

/** A fresh copy of the example, not restored and not built. Its path holds a space, as a user's may. */
export function copyOfExample(): string {
  const folder = join(tempFolder('example'), 'the example');
  cpSync(exampleSource, folder, { recursive: true });
  return folder;
}
