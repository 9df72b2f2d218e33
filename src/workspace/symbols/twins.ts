/**
 * A symbol that is declared once for each target framework: `#if NET … #else … #endif` around each of its declarations, or a
 * file for each framework. A language server that answers for all frameworks at once has a project once for each, and takes
 * these declarations for symbols of their own; to whoever asks about the code they are one.
 */
import { resolve } from 'node:path';
import type { Evaluated } from '../../dotnet/evaluate-rows.ts';
import { isType } from '../../model/kinds.ts';
import type { Place } from '../../model/places.ts';
import { isActive } from '../../syntax/conditions.ts';
import { regionAt, regionsOf } from '../../syntax/regions.ts';
import { lineStartsOf, offsetAt } from '../../syntax/text.ts';
import { parseAddress } from '../names/address.ts';
import { findDeclarations } from '../names/name-search.ts';
import { placeKey, shownPath } from '../places.ts';
import { occurrencesIn } from '../text/occurrences.ts';
import { factsOf } from '../text/written.ts';
import type { View } from '../view.ts';
import { type Declaration, declarationKey } from './outline.ts';

/**
 * Of other declarations of the same full name those that are the same symbol as `first`: a project has both, and of members
 * never both at once. None for a server that has a project once.
 */
export async function twinsAmong(view: View, first: Declaration, others: readonly Declaration[]): Promise<Declaration[]> {
  if (view.frameworks !== undefined || others.length === 0) return [];
  const [homes = [], ...theirs] = await Promise.all([first, ...others].map(({ place }) => homesOf(view, place)));
  return others.filter((_, at) => {
    const pairs = (theirs[at] ?? []).flatMap((each) =>
      homes.filter(({ project }) => project === each.project).map((home) => [home, each]),
    );
    const together = pairs.some(([home, each]) => home?.framework === each?.framework);
    return pairs.length > 0 && (isType(first.kind) || !together);
  });
}

/** Where else a symbol is declared, under other frameworks; `symbol` is a name of it, `declared` is what is known. */
export async function twinsOf(view: View, symbol: string, declared: readonly Place[]): Promise<Place[]> {
  const address = parseAddress(symbol);
  if (view.frameworks !== undefined || declared.length === 0 || typeof address === 'string') return [];
  if (!(await mayHaveTwins(view, address.last.name))) return [];
  const known = new Set(declared.map(placeKey));
  const all = (await findDeclarations(view, address)).declarations;
  const first = all.find(({ place }) => known.has(placeKey(place)));
  if (first === undefined) return [];
  const others = all.filter((each) => !known.has(placeKey(each.place)) && declarationKey(each) === declarationKey(first));
  return (await twinsAmong(view, first, others)).map(({ place }) => place);
}

/** A twin has the same name; the name of an operator or an indexer is no word. */
async function mayHaveTwins(view: View, name: string): Promise<boolean> {
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return true;
  const files = (await view.words()).declaring(name).map((path) => shownPath(view.root, path));
  return files.length > 1 || (await occurrencesIn(view, files, name)).length > 1;
}

/** The projects that compile a place, under each of the frameworks under which they do. */
async function homesOf(view: View, place: Place): Promise<readonly Evaluated[]> {
  const homes = (await factsOf(view))?.projectsOf(resolve(view.root, place.path)) ?? [];
  const text = (await view.readable(place.path))?.text;
  if (text === undefined) return homes;
  const when = regionAt(regionsOf(text), offsetAt(lineStartsOf(text), place))?.when;
  return homes.filter(({ constants }) => isActive(when, constants));
}
