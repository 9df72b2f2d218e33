/** The search for declarations of a name: the language server's own, believed while it is under its cap, then words. */
import { resolve } from 'node:path';
import type { SymbolInformation } from 'vscode-languageserver-protocol';
import { isType } from '../../model/kinds.ts';
import { type Address, matches } from './address.ts';
import type { Place } from '../../model/places.ts';
import type { FoundName } from '../../servers/server.ts';
import { type Declaration, symbolText } from '../symbols/outline.ts';
import { writtenAt } from '../symbols/written-declarations.ts';
import { placeKey, placesOf } from '../places.ts';
import { inTheirFiles, outlineOf } from './misread.ts';
import type { View } from '../view.ts';

/** What a search by name found. */
export interface Found {
  readonly declarations: readonly Declaration[];
  /** Names that the searches returned. */
  readonly names: ReadonlySet<string>;
  /** Whether a search reached its cap, so that more may exist. */
  readonly cut: boolean;
}

/**
 * Asks the name search for the last part and, for what it does not list (constructors, operators) or cuts off, for its
 * container; then matches the outlines of the files that it names, because a hit tells neither namespace nor signature.
 */
export async function findDeclarations(
  view: View,
  address: Address,
  fits = (declaration: Declaration): boolean => matches(address, declaration),
): Promise<Found> {
  const words = await view.words();
  const willBeCut = words.declaring(address.last.name).length >= view.adapter.nameSearchCap;
  const container = address.containers.at(-1)?.name;
  // No search lists a namespace; where the first one comes to its end, the next one may tell near names.
  const mayBeType = container !== undefined && (!willBeCut || words.declaring(container).length > 0);
  // A constructor has the name of its type.
  const queries = [...new Set([address.last.name.replace('[]', ''), ...(mayBeType ? [container] : [])])];
  const names = new Set<string>();
  const found = new Map<string, Declaration>();
  const add = (declarations: readonly Declaration[]): void => {
    for (const each of declarations) if (fits(each)) found.set(placeKey(each.place), each);
  };
  const answer = (cut: boolean): Found => ({ declarations: asWritten(address, [...found.values()]), names, cut });
  let cut = false;
  // Where the next one is going to be needed, they take their time side by side.
  if (willBeCut) await Promise.all(queries.map((query) => search(view, query)));
  for (const query of queries) {
    const hits = await search(view, query);
    const shown = hits.map((hit) => ({ hit, name: view.adapter.foundName(hit).name }));
    for (const { name } of shown) names.add(name);
    const named = shown.filter(({ name }) => name === address.last.name || name === query).map(({ hit }) => hit);
    add(await declarationsAt(view, named, address));
    // A search that was cut is no proof that there is only one; the files of the container's types are.
    if (hits.length >= view.adapter.nameSearchCap) cut = true;
    else if (found.size > 0) return answer(false);
  }
  // No search of the server's lists an operator by its own name.
  if (!cut && !isOperator(address)) return answer(false);
  const [declarations, complete] = await byWords(view, address);
  add(declarations);
  return answer(cut && !(complete && found.size > 0));
}

const isOperator = ({ last }: Address): boolean => /\boperator\b/.test(last.name);

/** The outlines of more files than these take too long for one call. */
const mostOutlines = 400;

/** Where the name search was cut off: the files in which the word stands like a declaration, and their outlines. */
async function byWords(view: View, address: Address): Promise<[declarations: readonly Declaration[], complete: boolean]> {
  const words = await view.words();
  const name = isOperator(address) ? 'operator' : address.last.name;
  const holding = isOperator(address) ? words.files(name) : words.declaring(name);
  const paths = words.within(holding, wordsOf(address), name);
  const outlines = await Promise.all(paths.slice(0, mostOutlines).map((path) => outlineOf(view, path)));
  return [outlines.flatMap((outline) => outline ?? []), paths.length <= mostOutlines];
}

/**
 * A documentation id is exact where a name is not: it says every namespace and type and how many type parameters each
 * has, and it names an interface's member and the explicit implementation of it differently.
 */
function asWritten(address: Address, declarations: readonly Declaration[]): readonly Declaration[] {
  const { containers, last } = address;
  if (address.kinds === undefined) return declarations;
  const asWritten = declarations.filter(
    (each) =>
      each.explicitInterface === undefined &&
      each.containers.length === containers.length &&
      each.containers.every(({ typeParameters }, at) => typeParameters.length === (containers[at]?.arity ?? 0)) &&
      (!isType(each.kind) || each.typeParameters.length === (last.arity ?? 0)),
  );
  return asWritten.length > 0 ? asWritten : declarations;
}

/** The language server's own name search. */
export const search = async (view: View, query: string): Promise<readonly SymbolInformation[]> =>
  (await view.ask<SymbolInformation[] | null>('workspace/symbol', { query })) ?? [];

/** A hit, and where it stands. */
type Hit = FoundName & { readonly place: Place };

async function hitOf(view: View, hit: SymbolInformation): Promise<Hit[]> {
  const found = view.adapter.foundName(hit);
  return (await inTheirFiles(view, placesOf(view.root, [hit.location]), found.name)).map((place) => ({ ...found, place }));
}

/** The hits in files that may declare what an address means. A member that implements an interface is shown with that. */
async function amongThose(view: View, hits: readonly Hit[], address: Address): Promise<Hit[]> {
  const around = address.containers.at(-1)?.name;
  const paths = new Set(hits.map(({ place }) => resolve(view.root, place.path)));
  const within = new Set((await view.words()).within([...paths], wordsOf(address), address.last.name));
  return hits.filter((hit) => {
    return within.has(resolve(view.root, hit.place.path)) || (around !== undefined && hit.containingTypes.includes(around));
  });
}

/** The names of what a declaration stands in; a part that is no plain name is left out. */
const wordsOf = ({ containers }: Address): string[] =>
  containers.map(({ name }) => name).filter((name) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name));

/**
 * What the files of the hits declare, and the hits themselves where an outline lacks them; where an address is given, only
 * of files that may declare what it means.
 */
export async function declarationsAt(view: View, hits: readonly SymbolInformation[], address?: Address): Promise<Declaration[]> {
  const all = (await Promise.all(hits.map((hit) => hitOf(view, hit)))).flat();
  const found = address === undefined ? all : await amongThose(view, all, address);
  const byPath = [...Map.groupBy(found, ({ place }) => place.path)];
  const declared = byPath.map(async ([path, all]) => {
    const outline = (await outlineOf(view, resolve(view.root, path))) ?? [];
    return [...outline, ...(await besideOutline(view, path, outline, all))];
  });
  return (await Promise.all(declared)).flat();
}

/**
 * Declarations made of hits in one file. csharp-ls leaves events and the properties of a record's parameters out of
 * outlines, and has no outline at all of a file that two projects link; its search lists them, with the place of the name,
 * and what they stand in the text tells.
 */
async function besideOutline(
  view: View,
  path: string,
  outline: readonly Declaration[],
  hits: readonly Hit[],
): Promise<Declaration[]> {
  const known = new Set(outline.map(({ place }) => placeKey(place)));
  const missing = hits.filter(({ place }) => !known.has(placeKey(place)));
  const places = missing.map(({ place }) => place);
  const written = new Map((await writtenAt(view, path, places)).map((each) => [placeKey(each.place), each]));
  return missing.map((each) => written.get(placeKey(each.place)) ?? asFound(each));
}

/** Where the text does not tell either, the namespace is not known. */
function asFound({ containingTypes, ...found }: Hit): Declaration {
  const containers = containingTypes.map((name) => ({ name, typeParameters: [] }));
  return { ...found, containers, symbol: symbolText(containers, found) };
}
