/** What changes on disk mean for a loaded workspace: what the language server is told, or that it has to load again. */
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { usesDefaultItems } from '../dotnet/project.ts';
import type { LspClient, RequestOptions } from '../lsp/client.ts';
import { isInside } from '../machine.ts';
import type { FileChange } from './disk.ts';
import { uriOf } from './places.ts';

export type Consequence =
  /** Some of the changes, to be told to the server in this order. */
  | { readonly kind: 'tell'; readonly changes: readonly FileChange[] }
  /** A file changed that only a load reads. */
  | { readonly kind: 'reload'; readonly because: string };

/** A branch switch can touch thousands of files; beyond this number a load is quicker than telling. */
const mostTold = 500;

/** The numbers of LSP's FileChangeType. */
const types = { created: 1, changed: 2, deleted: 3 } as const;

/**
 * Tells the server of source files that have changed. A change of a file that no loaded project compiles is kept from
 * it, because csharp-ls would take the file into a project; such a file has no outline.
 */
export async function tell(client: LspClient, changes: readonly FileChange[], options: RequestOptions): Promise<void> {
  const documents: FileChange[] = [];
  for (const change of changes) {
    const textDocument = { uri: uriOf(change.path) };
    if (change.kind !== 'changed' || (await client.request('textDocument/documentSymbol', { textDocument }, options)) !== null)
      documents.push(change);
  }
  if (documents.length === 0) return;
  await client.notify('workspace/didChangeWatchedFiles', {
    changes: documents.map(({ path, kind }) => ({ uri: uriOf(path), type: types[kind] })),
  });
}

/**
 * Decides; `projects` are the loaded ones (absolute). A new file becomes part of a project only where the project takes
 * its files by MSBuild's default pattern: csharp-ls adds every .cs file that it hears of to the nearest project, also one
 * that the project leaves out. Where a project says anything about Compile items itself, a load decides.
 */
export async function consequenceOf(changes: readonly FileChange[], projects: readonly string[]): Promise<Consequence> {
  const deciding = changes.find(({ path }) => !isSource(path));
  if (deciding !== undefined) return { kind: 'reload', because: deciding.path };
  const told: FileChange[] = [];
  if (changes.length > mostTold) return { kind: 'reload', because: `${changes.length} files` };
  for (const change of changes) {
    if (change.kind !== 'created') {
      told.push(change);
      continue;
    }
    const home = homeOf(change.path, projects);
    if (home === 'none') continue;
    if (home === 'unclear' || !(await usesDefaultItems(home))) return { kind: 'reload', because: change.path };
    told.push(change);
  }
  return { kind: 'tell', changes: told };
}

export const isSource = (path: string): boolean => /\.cs$/i.test(path);

/** The loaded project whose folder is nearest above a file; `unclear` where another project stands between them. */
function homeOf(path: string, projects: readonly string[]): string | 'none' | 'unclear' {
  const above = projects.filter((project) => isInside(dirname(project), path));
  const nearest = above.reduce<string | undefined>(
    (best, each) => (best === undefined || dirname(each).length > dirname(best).length ? each : best),
    undefined,
  );
  if (nearest === undefined) return 'none';
  const folder = dirname(nearest);
  if (above.some((each) => each !== nearest && dirname(each) === folder)) return 'unclear';
  for (let at = dirname(path); at !== folder; at = dirname(at)) {
    // The default pattern leaves out folders whose names begin with a dot.
    if (basename(at).startsWith('.')) return 'none';
    if (readdirSync(at).some((name) => /\.csproj$/i.test(name))) return 'unclear';
  }
  return nearest;
}
