/** From a name to the one symbol that it means, or to the choices. */
import { resolve } from 'node:path';
import type { Location, SymbolInformation } from 'vscode-languageserver-protocol';
import { isInside } from '../machine.ts';
import type { Warning } from '../model/codes.ts';
import { isType } from '../model/kinds.ts';
import { nearNames } from '../model/names.ts';
import { Problem, revise } from '../model/problem.ts';
import { type Address, exact, matches, parseAddress } from './address.ts';
import type { Located } from './locate.ts';
import { type Container, type Declaration, declarationKey, symbolText } from './outline.ts';
import { resolvePath } from './paths.ts';
import { comparePlaces, fromLsp, pathOf, placeKey, placesOf, shownPath } from './places.ts';
import { unseenWarnings } from './unseen.ts';
import type { View } from './view.ts';

/** A name, and what narrows it. */
export interface NameTarget {
  readonly symbol: string;
  /** A file that declares it. */
  readonly path?: string | undefined;
  /** Name or path of the project that declares it. */
  readonly project?: string | undefined;
}

/** Throws `invalid_arguments`, `symbol_not_found`, `symbol_ambiguous`, or what is wrong with the path. */
export async function resolveName(view: View, target: NameTarget): Promise<Located> {
  const { symbol: text } = target;
  const address = parseAddress(text);
  if (typeof address === 'string') {
    throw new Problem('invalid_arguments', `symbol ${address}`, {
      continuation: revise('Give a name such as Order.Total or Shop.Core.Order.Total(int).'),
    });
  }
  const within = narrowing(view, target);
  const found = await findDeclarations(view, address);
  const narrowed = found.declarations.filter(({ place }) => within(place.path));
  const groups = await sameSymbols(view, exact(text, address, narrowed));
  // What lies in excluded folders ranks last: it is meant only where nothing else has the name.
  const own = groups.filter(({ place }) => view.excluded(place.path) === undefined);
  const [only, ...others] = own.length > 0 ? own : groups;
  if (only === undefined) throw await notFound(view, text, found);
  if (others.length > 0) throw ambiguous(text, [only, ...others]);
  const aside = groups.filter((each) => each !== only).map(({ place }) => placeKey(place));
  const note = aside.length > 0 ? { note: `also declared in excluded folders: ${aside.slice(0, 3).join(', ')}` } : {};
  return { place: only.place, symbol: only.symbol, warnings: found.cut ? [cutWarning(view, text)] : [], ...note };
}

/** Whether a path (as shown) is one that the target allows. */
function narrowing(view: View, { path, project }: NameTarget): (shown: string) => boolean {
  const file = path === undefined ? undefined : shownPath(view.root, resolvePath(view, path));
  const folders = project === undefined ? undefined : view.projectFolders(project);
  if (folders?.length === 0) {
    throw new Problem('invalid_arguments', `no loaded project is '${project}'`, {
      continuation: revise('Give the name or the path of a project; lsp with action=status lists them.'),
    });
  }
  return (shown) =>
    (file === undefined || shown === file) &&
    (folders === undefined || folders.some((folder) => isInside(folder, resolve(view.root, shown))));
}

interface Found {
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
async function findDeclarations(view: View, address: Address): Promise<Found> {
  const container = address.containers.at(-1)?.name;
  const queries = [address.constructor ? container : address.last.name.replace('[]', ''), container].filter(
    (each) => each !== undefined,
  );
  const names = new Set<string>();
  let cut = false;
  for (const query of new Set(queries)) {
    const hits = await search(view, query);
    for (const hit of hits) names.add(view.adapter.foundName(hit).name);
    const named = hits.filter((hit) => [address.last.name, query].includes(view.adapter.foundName(hit).name));
    const declarations = (await declarationsAt(view, address, named)).filter((each) => matches(address, each));
    cut = hits.length >= view.adapter.nameSearchCap;
    // With a container in the address, a search that was cut but found what was asked needs no second one.
    if (declarations.length > 0 && !(cut && container === undefined)) return { declarations, names, cut: false };
  }
  if (cut) {
    const [declarations, complete] = await byWords(view, address);
    if (declarations.length > 0) return { declarations, names, cut: !complete };
  }
  return { declarations: [], names, cut };
}

/** The outlines of more files than these take too long for one call. */
const mostOutlines = 400;

/** Where the name search was cut off: the files in which the word stands like a declaration, and their outlines. */
async function byWords(view: View, address: Address): Promise<[declarations: readonly Declaration[], complete: boolean]> {
  const paths = (await view.words()).declaring(address.constructor ? (address.containers.at(-1)?.name ?? '') : address.last.name);
  const outlines = await Promise.all(paths.slice(0, mostOutlines).map((path) => view.outline(path)));
  const declarations = outlines.flatMap((outline) => outline ?? []).filter((each) => matches(address, each));
  return [declarations, paths.length <= mostOutlines];
}

const search = async (view: View, query: string): Promise<readonly SymbolInformation[]> =>
  (await view.request<SymbolInformation[] | null>('workspace/symbol', { query })) ?? [];

/** What the files of the hits declare, and the hits themselves where an outline lacks them. */
async function declarationsAt(view: View, address: Address, hits: readonly SymbolInformation[]): Promise<Declaration[]> {
  const paths = new Set(hits.map((hit) => pathOf(hit.location.uri)).filter((path) => path !== undefined));
  const outlines = new Map(await Promise.all([...paths].map(async (path) => [path, await view.outline(path)] as const)));
  const outlined = [...outlines.values()].flatMap((outline) => outline ?? []);
  const missing = hits.map((hit) => declarationOf(view, address, hit, outlines)).filter((each) => each !== undefined);
  return [...outlined, ...missing];
}

/**
 * A declaration made of a hit. csharp-ls leaves events and the properties of a record's parameters out of outlines, and
 * has no outline at all of a file that two projects link; its search lists them, with the place of the name.
 */
function declarationOf(
  view: View,
  address: Address,
  hit: SymbolInformation,
  outlines: ReadonlyMap<string, readonly Declaration[] | undefined>,
): Declaration | undefined {
  const path = pathOf(hit.location.uri);
  if (path === undefined) return undefined;
  const found = view.adapter.foundName(hit);
  const outline = outlines.get(path);
  const place = { path: shownPath(view.root, path), ...fromLsp(hit.location.range.start) };
  if (outline?.some((each) => comparePlaces(each.place, place) === 0) === true) return undefined;
  const [type] = found.containingTypes.slice(-1);
  const around = outline?.find((each) => isType(each.kind) && each.name === type);
  const containers: readonly Container[] =
    around === undefined ? guessed(address, found.containingTypes) : [...around.containers, around];
  return { ...found, containers, place, symbol: symbolText(containers, found) };
}

/** Without an outline the namespace is not known; that of the address is taken, since the search has found the name. */
function guessed(address: Address, containingTypes: readonly string[]): Container[] {
  const asked = address.containers.map(({ name }) => name);
  const types = containingTypes.map((name) => ({ name, typeParameters: [] }));
  const agrees = containingTypes.every((name, at) => asked.at(at - containingTypes.length) === name);
  return agrees && asked.length > containingTypes.length ? asked.map((name) => ({ name, typeParameters: [] })) : types;
}

/**
 * One declaration for each distinct symbol. The parts of a partial type are one symbol, two programs with the same
 * names are two; only the compiler knows, so it is asked where a name stands more than once.
 */
async function sameSymbols(view: View, declarations: readonly Declaration[]): Promise<Declaration[]> {
  const distinct: Declaration[] = [];
  for (const group of Map.groupBy(declarations, declarationKey).values()) {
    let rest = [...group].sort((a, b) => comparePlaces(a.place, b.place));
    for (let first = rest.shift(); first !== undefined; first = rest.shift()) {
      distinct.push(first);
      if (rest.length > 0) rest = await withoutPartsOf(view, first, rest);
    }
  }
  return distinct;
}

async function withoutPartsOf(view: View, first: Declaration, others: Declaration[]): Promise<Declaration[]> {
  const params = { ...view.at(first.place), context: { includeDeclaration: true } };
  const locations = (await view.request<Location[] | null>('textDocument/references', params)) ?? [];
  const parts = [first.place, ...placesOf(view.root, locations)];
  return others.filter((other) => !parts.some((part) => comparePlaces(part, other.place) === 0));
}

async function notFound(view: View, text: string, found: Found): Promise<Problem> {
  const wanted = text.replace(/\(.*$/s, '').split('.').at(-1) ?? text;
  const near = [...new Set([...nearNames(wanted, found.names), ...(await view.words()).near(wanted)])].slice(0, 5);
  const same = near.includes(wanted) ? `${wanted} exists elsewhere; ` : '';
  const hint = near.length > 0 ? `near names: ${near.join(', ')}` : 'no name is near';
  const cut = found.cut ? '; the name search was cut off, so give more of the name (Type.Member)' : '';
  return new Problem('symbol_not_found', `no symbol is named '${text}' in the loaded projects; ${same}${hint}${cut}`, {
    continuation: revise('Check the spelling, or point at a place where the name stands (path, line, text).'),
    warnings: await unseenWarnings(view, wanted, []),
  });
}

/** Candidates shown; each line can be passed back. */
const shownCandidates = 20;

function ambiguous(text: string, groups: readonly Declaration[]): Problem {
  const lines = groups
    .slice(0, shownCandidates)
    .map((each) => `${each.kind} ${each.symbol}  ${each.place.path}:${each.place.line}:${each.place.column}`);
  const more = groups.length > shownCandidates ? `\n… and ${groups.length - shownCandidates} more` : '';
  return new Problem('symbol_ambiguous', `'${text}' names ${groups.length} symbols:\n${lines.join('\n')}${more}`, {
    continuation: revise('Pass one of these names as symbol, or its path, line and column.'),
  });
}

const cutWarning = (view: View, text: string): Warning => ({
  code: 'partial_answer',
  message: `the name search is cut at ${view.adapter.nameSearchCap} hits, so other symbols named '${text}' may exist; a longer name (Type.Member) is certain`,
});
