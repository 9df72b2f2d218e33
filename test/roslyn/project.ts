/** The code of these tests: the project of the other fake, and a file in it with something wrong. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { helloWorkspace } from '../fake/project.ts';

export const brokenText = 'using System;\n\npublic class Broken\n{\n    public int Count(string name) => Missing;\n}\n';

/** Writes that file. */
export function writeBroken(workspace: string): void {
  writeFileSync(join(workspace, 'Hello', 'Broken.cs'), brokenText);
}

export function brokenWorkspace(): string {
  const workspace = helloWorkspace();
  writeBroken(workspace);
  return workspace;
}

export const uriIn = (workspace: string, ...path: readonly string[]): string => pathToFileURL(join(workspace, ...path)).href;
