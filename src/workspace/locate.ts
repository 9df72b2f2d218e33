/** From what an agent names to a position that the language server understands. */
import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside } from '../machine.ts';
import type { Warning } from '../model/codes.ts';
import type { Place } from '../model/places.ts';
import { Problem, revise } from '../model/problem.ts';
import { resolveName } from './name.ts';
import { shownPath, toLsp, uriOf } from './places.ts';
import type { View } from './view.ts';

/** What a call is about: a name, or a place. */
export type Target = { readonly symbol: string } | { readonly path: string; readonly line: number; readonly column: number };

/** A target that was found. */
export interface Located {
  readonly place: Place;
  /** The full name, where the target is declared in an outline. */
  readonly symbol: string | undefined;
  readonly warnings: readonly Warning[];
}

/** Parameters of LSP requests about a place. */
export const textDocumentPosition = (
  view: View,
  place: Place,
): { textDocument: { uri: string }; position: { line: number; character: number } } => ({
  textDocument: { uri: uriOf(resolve(view.root, place.path)) },
  position: toLsp(place),
});

/** Throws `symbol_not_found`, `symbol_ambiguous`, `invalid_arguments`, or what is wrong with the path. */
export async function locate(view: View, target: Target): Promise<Located> {
  if ('symbol' in target) return await resolveName(view, target.symbol);
  const path = resolvePath(view.root, target.path);
  const shown = shownPath(view.root, path);
  refuseExcluded(view, path, shown);
  const lines = (await view.text(path)).lines;
  const line = lines[target.line - 1];
  if (line === undefined)
    throw new Problem('invalid_arguments', `${shown} has ${lines.length} lines; line ${target.line} is past its end`, {
      continuation: revise('Give a line of the file.'),
    });
  if (target.column > line.length + 1) {
    throw new Problem(
      'invalid_arguments',
      `${shown}:${target.line} has ${line.length} columns; column ${target.column} is past its end`,
      {
        continuation: revise(`The line is: ${line.trim().slice(0, 200)}`),
      },
    );
  }
  return { place: { path: shown, line: target.line, column: target.column }, symbol: undefined, warnings: [] };
}

/** The absolute path of a C# file of the workspace; `/` and `\` both separate, a file URI is a path. */
export function resolvePath(root: string, given: string): string {
  const plain = given.startsWith('file:') ? fromUri(given) : given.replaceAll('\\', '/');
  const path = isAbsolute(plain) ? resolve(plain) : resolve(root, plain);
  let real: string;
  try {
    real = realpathSync(path);
  } catch (error) {
    if (!isInside(root, path)) throw outside(given);
    throw new Problem('file_not_found', `${shownPath(root, path)} does not exist`, {
      continuation: revise('Check the path; it is relative to the workspace root.'),
      cause: error,
    });
  }
  if (!isInside(root, real)) throw outside(given);
  if (!/\.cs$/i.test(real))
    throw new Problem('not_csharp', `${shownPath(root, real)} is not a C# file`, {
      continuation: revise('Give the path of a .cs file.'),
    });
  return real;
}

function refuseExcluded(view: View, path: string, shown: string): void {
  const exclusion = view.excluded(path);
  if (exclusion === undefined) return;
  const where = {
    'built-in': 'the built-in list of excluded folders',
    file: 'exclude of .roslyn-bridge.json',
    argument: '--exclude',
  }[exclusion.source];
  throw new Problem('excluded_path', `${shown} lies in the excluded folder '${exclusion.name}' (${where ?? exclusion.source})`, {
    continuation: revise('Ask by the name of the symbol, or about a file outside of excluded folders.'),
  });
}

function fromUri(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch (error) {
    throw new Problem('invalid_arguments', `path '${uri}' is not a file URI of this machine`, {
      continuation: revise('Give a path relative to the workspace root.'),
      cause: error,
    });
  }
}

const outside = (given: string): Problem =>
  new Problem('path_outside_workspace', `${given} lies outside of the workspace`, {
    continuation: revise('Give a path inside of the workspace.'),
  });
