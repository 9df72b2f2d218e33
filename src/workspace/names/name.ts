/** From a name to the one symbol that it means, or to the choices. */
import { resolve } from 'node:path';
import type { Location } from 'vscode-languageserver-protocol';
import type { Warning } from '../../model/codes.ts';
import type { CSharpKind } from '../../model/kinds.ts';
import { isType } from '../../model/kinds.ts';
import { Problem, revise } from '../../model/problem.ts';
import { type Address, exact, matches, parseAddress } from './address.ts';
import type { Located } from './locate.ts';
import { findDeclarations } from './name-search.ts';
import { type Declaration, declarationKey } from '../symbols/outline.ts';
import { askedPath } from './asked-path.ts';
import { comparePlaces, placeKey, placesOf, shownPath } from '../places.ts';
import { isMisread, misread } from './misread.ts';
import { notFound } from './not-found.ts';
import { comparableType } from '../../model/signature.ts';
import { twinsAmong } from '../symbols/twins.ts';
import { writtenAt } from '../symbols/written-declarations.ts';
import type { Dormant } from '../text/dormant.ts';
import type { View } from '../view.ts';

/** A name, and what narrows it. */
export interface NameTarget {
  readonly symbol: string;
  /** A file that declares it. */
  readonly path?: string | undefined;
  /** Name or path of the project that declares it. */
  readonly project?: string | undefined;
  /** Kinds that are meant rather than others of the name. */
  readonly kinds?: readonly CSharpKind[];
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
  const found = await findDeclarations(view, address);
  const groups = await sameSymbols(view, await meantOf(view, target, address, found.declarations));
  // What lies in excluded folders ranks last: it is meant only where nothing else has the name.
  const watched = groups.filter(({ place }) => view.excluded(place.path) === undefined);
  const [only, ...others] = watched.length > 0 ? watched : groups;
  if (only === undefined) throw await notFound(view, text, found);
  if (others.length > 0) throw ambiguous(text, [only, ...others]);
  if (isMisread(view.adapter, resolve(view.root, only.place.path))) throw misread(view.adapter.name, only.place.path);
  const aside = groups.filter((each) => each !== only).map(({ place }) => placeKey(place));
  const note = aside.length > 0 ? { note: `also declared in excluded folders: ${aside.slice(0, 3).join(', ')}` } : {};
  const warnings = found.cut ? [cutWarning(view, text)] : [];
  return { place: only.place, symbol: only.symbol, asked: { target, taken: only }, warnings, ...note };
}

/** Of the declarations of a name those that are meant: where the target allows, of a kind that it prefers, spelled as asked. */
async function meantOf(
  view: View,
  target: NameTarget,
  address: Address,
  declarations: readonly Declaration[],
): Promise<readonly Declaration[]> {
  const within = await narrowing(view, target);
  const inside = declarations.filter(({ place }) => within(place.path));
  const wanted = inside.filter(({ kind }) => target.kinds?.includes(kind) ?? true);
  return own(address, exact(target.symbol, address, wanted.length > 0 ? wanted : inside));
}

/** A name that was asked for, and the declaration in the loaded code that it was taken for. */
export interface Asked {
  readonly target: NameTarget;
  readonly taken: Declaration;
}

/**
 * Throws `symbol_ambiguous` where a name that has one meaning in the loaded code means something else in code that only
 * other frameworks compile; `places` are those of the word in such code.
 */
export async function refuseOtherMeanings(view: View, { target, taken }: Asked, places: readonly Dormant[]): Promise<void> {
  const address = parseAddress(target.symbol);
  if (typeof address === 'string') return;
  const declaring = places.filter(({ declares, frameworks, place }) => {
    return declares && frameworks.length > 0 && view.excluded(place.path) === undefined;
  });
  const byPath = Map.groupBy(
    declaring.map(({ place }) => place),
    ({ path }) => path,
  );
  const written = await Promise.all([...byPath].map(([path, all]) => writtenAt(view, path, all)));
  const others = written.flat().filter((each) => matches(address, each));
  const distinct = new Map([...others, taken].map((each) => [identityOf(each), each]));
  const meant = await meantOf(view, target, address, [...distinct.values()]);
  if (meant.some((each) => each !== taken)) throw ambiguous(target.symbol, [...new Set([taken, ...meant])]);
}

/** What two declarations have in common that are one symbol under different frameworks: there may be other words for the same type. */
function identityOf({ kind, name, typeParameters, parameters, explicitInterface, containers }: Declaration): string {
  const path = [...containers, { name, typeParameters }].map((each) => `${each.name}\`${each.typeParameters.length}`);
  return [isType(kind), explicitInterface ?? '', path.join('.'), parameters?.map(comparableType).join() ?? 'none'].join(' ');
}

/**
 * `IRepository.All` is the interface's own member, and `Range.System.IList.Add` that of Range: of all that matches, what
 * the address reaches through most types of its own. A whole name says the type parameters, too.
 */
export function own(address: Address, declarations: readonly Declaration[]): readonly Declaration[] {
  const { containers } = address;
  const depths = declarations.map(({ explicitInterface: _, ...each }) =>
    containers.findLastIndex((_, at) => matches({ ...address, containers: containers.slice(0, at + 1) }, each)),
  );
  const reached = Math.max(...depths);
  const deepest = declarations.filter((_, at) => depths[at] === reached);
  const whole = deepest.filter(
    (each) =>
      each.containers.length === reached + 1 &&
      each.containers.every(({ typeParameters }, at) => typeParameters.length === (containers[at]?.arity ?? 0)),
  );
  return whole.length > 0 ? whole : deepest;
}

/** Whether a path (as shown) is one that the target allows. */
async function narrowing(view: View, { path, project }: NameTarget): Promise<(shown: string) => boolean> {
  const file = path === undefined ? undefined : shownPath(view.root, await askedPath(view, path));
  const inProject = project === undefined ? undefined : view.inProject(project);
  return (shown) => (file === undefined || shown === file) && (inProject === undefined || inProject(shown));
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
      const twins = new Set(await twinsAmong(view, first, rest));
      rest = rest.filter((each) => !twins.has(each));
    }
  }
  return distinct;
}

async function withoutPartsOf(view: View, first: Declaration, others: Declaration[]): Promise<Declaration[]> {
  const locations = await partsOf(view, first);
  if (locations === null) return await withoutNamesakes(view, first, others);
  const parts = [first.place, ...placesOf(view.root, locations)];
  return others.filter((other) => !parts.some((part) => comparePlaces(part, other.place) === 0));
}

/** The definition of a type has all its parts, that of a partial method only the one that was asked about. */
async function partsOf(view: View, { kind, place }: Declaration): Promise<Location[] | null> {
  if (!isType(kind)) {
    const params = { ...view.at(place), context: { includeDeclaration: true } };
    return await view.ask<Location[] | null>('textDocument/references', params);
  }
  const found = await view.ask<Location | Location[] | null>('textDocument/definition', view.at(place));
  return found === null ? null : [found].flat();
}

/** Where the server says nothing, as about a file of several projects: parts of one full name are of one type. */
async function withoutNamesakes(view: View, first: Declaration, others: Declaration[]): Promise<Declaration[]> {
  const isPart = async ({ place }: Declaration): Promise<boolean> => /\bpartial\b/.test((await view.lineAt(place)) ?? '');
  if (!(await isPart(first))) return others;
  const parts = await Promise.all(others.map(isPart));
  return others.filter((_, at) => parts[at] !== true);
}

/** Each of the rows can be passed back. */
function ambiguous(text: string, groups: readonly Declaration[]): Problem {
  return new Problem('symbol_ambiguous', `'${text}' names ${groups.length} symbols:`, {
    rows: groups.map(({ kind, symbol, place }) => `${kind} ${symbol}  ${placeKey(place)}`),
    continuation: revise('Pass one of these names as symbol, or its path, line and column.'),
  });
}

const cutWarning = (view: View, text: string): Warning => ({
  code: 'partial_answer',
  message: `the name search is cut at ${view.adapter.nameSearchCap} hits, so other symbols named '${text}' may exist; a longer name (Type.Member) is certain`,
});
