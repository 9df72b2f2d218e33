/** Where things lie in the clone. */
import { join, resolve } from 'node:path';

/** The root of the clone. */
export const root = resolve(import.meta.dir, '..', '..');

/** The bundled example solution. Tests load copies of it (example.ts), so that no obj/ folder appears in the clone. */
export const exampleSource = join(root, 'test', 'example');

/** What the tests fetch and keep from run to run; ignored by git. */
export const cache = join(root, '.bun', 'cache');
