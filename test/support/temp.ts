/** Temporary folders of the tests. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A new empty folder, its links resolved; it is removed after the last test of the run. */
export function tempFolder(name = 'test'): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `roslyn-bridge-${name}-`));
  made.push(folder);
  return folder;
}

/** Removes what tempFolder() has made. A test run calls it at its end (preload.ts). */
export function removeTempFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}
