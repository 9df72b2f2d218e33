/** Where a symbol is used. */
import { resolve } from 'node:path';
import type { Location } from 'vscode-languageserver-protocol';
import type { Place } from '../model/places.ts';
import { Problem, revise } from '../model/problem.ts';
import type { Declaration } from './outline.ts';
import { type Located, textDocumentPosition } from './locate.ts';
import { comparePlaces, placeKey, placesOf } from './places.ts';
import type { View } from './view.ts';

export interface References {
  /** The name of what was found, as full as the outline has it; undefined where only the place is known. */
  readonly symbol: string | undefined;
  readonly declarations: readonly Place[];
  /** Uses without declarations, sorted, each place once. */
  readonly uses: readonly Place[];
}

/** Throws `position_not_on_symbol` or `file_not_in_project`. */
export async function findReferences(view: View, located: Located): Promise<References> {
  const at = textDocumentPosition(view, located.place);
  const [uses, definitions] = await Promise.all([
    view.request<Location[] | null>('textDocument/references', { ...at, context: { includeDeclaration: false } }),
    view.request<Location | Location[] | null>('textDocument/definition', at),
  ]);
  if (uses === null) throw await nothingThere(view, located.place);
  const declarations = placesOf(view.root, definitions === null ? [] : [definitions].flat());
  const declared = new Set(declarations.map(placeKey));
  return {
    symbol: located.symbol ?? (await declarationAt(view, declarations[0]))?.symbol,
    declarations,
    uses: placesOf(view.root, uses).filter((place) => !declared.has(placeKey(place))),
  };
}

/** A position without a symbol and a file without a project look the same in the server's answer. */
async function nothingThere(view: View, place: Place): Promise<Problem> {
  const path = resolve(view.root, place.path);
  if ((await view.outline(path)) === undefined) {
    return new Problem('file_not_in_project', `${place.path} belongs to no loaded project`, {
      continuation: revise('Ask about a file of a loaded project; lsp with action=status lists them.'),
    });
  }
  const line = (await view.text(path)).lines[place.line - 1] ?? '';
  return new Problem('position_not_on_symbol', `${place.path}:${place.line}:${place.column} is not on a name`, {
    continuation: revise(`Give the column of a name; the line is: ${line.trim().slice(0, 200)}`),
  });
}

async function declarationAt(view: View, place: Place | undefined): Promise<Declaration | undefined> {
  if (place === undefined) return undefined;
  const outline = await view.outline(resolve(view.root, place.path));
  return outline?.find((each) => comparePlaces(each.place, place) === 0);
}
