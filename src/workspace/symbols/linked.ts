/**
 * References of what a linked file declares. csharp-ls 0.28.0 answers nothing about a position in a file that several
 * projects compile (documentSymbol, definition and references are null, opened or not), but it answers from a place
 * where the symbol is used, and there it knows the declaration. So uses are looked for by the text of the name, and the
 * question is asked from each one whose definition is the asked place. Each project has a symbol of its own; the
 * answers are united.
 */
import type { Location } from 'vscode-languageserver-protocol';
import type { Place } from '../../model/places.ts';
import { Problem } from '../../model/problem.ts';
import { occurrencesIn } from '../text/occurrences.ts';
import { comparePlaces, placeKey, placesOf } from '../places.ts';
import type { PlaceParams, View } from '../view.ts';

/** How many occurrences of the name are asked about; a common name stands in many unrelated places. */
const mostAsked = 400;

export interface LinkedReferences {
  readonly uses: readonly Place[];
  /** False where occurrences were left that nobody was asked about. */
  readonly complete: boolean;
}

/** Undefined where no use of the declaration at `place` can be found outside of its own file. */
export async function linkedReferences(view: View, place: Place, name: string): Promise<LinkedReferences | undefined> {
  const uses = new Map<string, Place>();
  const elsewhere = [...view.sources()].filter((path) => path !== place.path);
  const occurrences = await occurrencesIn(view, elsewhere, name);
  let found = false;
  let asked = 0;
  for (const occurrence of occurrences) {
    if (uses.has(placeKey(occurrence))) continue;
    asked += 1;
    if (asked > mostAsked) break;
    const at = view.at(occurrence);
    const definitions = await definitionsAt(view, at);
    const declared = placesOf(view.root, definitions === null ? [] : [definitions].flat());
    if (!declared.some((each) => comparePlaces(each, place) === 0)) continue;
    const locations = await view.request<Location[] | null>('textDocument/references', {
      ...at,
      context: { includeDeclaration: false },
    });
    // Null is no answer: it does not make the symbol one without uses.
    if (locations === null) continue;
    found = true;
    for (const use of placesOf(view.root, locations)) uses.set(placeKey(use), use);
  }
  if (!found) return undefined;
  return { uses: [...uses.values()].sort(comparePlaces), complete: asked <= mostAsked };
}

/** The same word can be part of a namespace's name, about which csharp-ls fails; that is no use of a declaration. */
export async function definitionsAt(view: View, at: PlaceParams): Promise<Location | Location[] | null> {
  try {
    return await view.request<Location | Location[] | null>('textDocument/definition', at);
  } catch (error) {
    if (error instanceof Problem && error.code === 'server_failed') return null;
    throw error;
  }
}
