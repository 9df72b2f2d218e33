/** Declarations by name: exactly, or by how the name begins, what it contains, or its humps. */
import { type CSharpKind, isType } from '../../model/kinds.ts';
import type { Warning } from '../../model/codes.ts';
import { Problem, revise } from '../../model/problem.ts';
import { type Address, matches, parseAddress } from '../names/address.ts';
import { declarationsAt, findDeclarations, search } from '../names/name-search.ts';
import { outlineOf } from '../names/misread.ts';
import type { Declaration } from './outline.ts';
import { comparePlaces, placeKey } from '../places.ts';
import type { View } from '../view.ts';

export const symbolMatches = ['exact', 'prefix', 'contains', 'humps'] as const;
export type SymbolMatch = (typeof symbolMatches)[number];

export interface SymbolQuery {
  readonly query: string;
  readonly match: SymbolMatch;
  /** Whether a kind is wanted. */
  readonly kinds: (kind: CSharpKind) => boolean;
  /** Whether a place (path as shown) is wanted. */
  readonly within: (path: string) => boolean;
}

export interface FoundSymbols {
  /** By symbol, then by place; the parts of a partial type each. */
  readonly declarations: readonly Declaration[];
  /** How many more fit the query and are of other kinds or lie elsewhere. */
  readonly others: number;
  readonly warnings: readonly Warning[];
}

/** More files than these are not asked for their outlines in one call. */
export const mostFiles = 600;

/** Never throws for "nothing found": an empty list is the answer. */
export async function findSymbols(view: View, { query, match, kinds, within }: SymbolQuery): Promise<FoundSymbols> {
  const fits = matcher(query, match);
  const { declarations, complete } = match === 'exact' ? await byAddress(view, query) : await byWords(view, query, fits);
  const fitting = declarations.filter((each) => match === 'exact' || fits(each.name));
  const distinct = [...new Map(fitting.map((each) => [placeKey(each.place), each])).values()];
  const wanted = distinct.filter((each) => kinds(each.kind) && within(each.place.path));
  return {
    others: distinct.length - wanted.length,
    declarations: wanted.sort((a, b) => compareSymbols(view, a, b)),
    warnings: complete
      ? []
      : [{ code: 'partial_answer', message: `the query fits names in more than ${mostFiles} files; give more of the name` }],
  };
}

/** What lies in excluded folders ranks last. */
const isHidden = (view: View, { place }: Declaration): boolean => view.excluded(place.path) !== undefined;

/** The order of FoundSymbols.declarations. */
export const compareSymbols = (view: View, a: Declaration, b: Declaration): number =>
  Number(isHidden(view, a)) - Number(isHidden(view, b)) || compare(a, b);

function compare(a: Declaration, b: Declaration): number {
  if (isType(a.kind) !== isType(b.kind)) return isType(a.kind) ? -1 : 1;
  return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : comparePlaces(a.place, b.place);
}

/** Whether a name fits; without regard to case where not exact. */
export function matcher(query: string, match: SymbolMatch): (name: string) => boolean {
  const wanted = query.toLowerCase();
  if (match === 'exact') return (name) => name === query;
  if (match === 'prefix') return (name) => name.toLowerCase().startsWith(wanted);
  if (match === 'contains') return (name) => name.toLowerCase().includes(wanted);
  // Each upper-case letter of the query begins a hump: `OrRe` fits OrderRepository, and `IOrRe` IOrderRepository.
  const humps = query.split(/(?=\p{Lu})/u).map((hump) => RegExp.escape(hump));
  const pattern = new RegExp(`^_?${humps.join('[\\p{Ll}\\p{N}_]*')}`, 'u');
  return (name) => pattern.test(name);
}

/** An address is a name, too: `Order.Total` finds what it would mean, and the name of a type its constructors beside it. */
async function byAddress(view: View, query: string): Promise<Candidates> {
  const address = parseAddress(query);
  if (typeof address === 'string')
    throw new Problem('invalid_arguments', `query ${address}`, { continuation: revise('Give a name.') });
  const ofTypes = constructorsOf(address);
  const fits = (each: Declaration): boolean => matches(address, each) || (ofTypes !== undefined && matches(ofTypes, each));
  const { declarations, cut } = await findDeclarations(view, address, fits);
  return { declarations, complete: !cut };
}

/** `Orders.Order` as the address of constructors, where it can be the name of a type. */
function constructorsOf({ containers, last, parameters, kinds, constructor }: Address): Address | undefined {
  if (constructor || parameters !== undefined || kinds !== undefined) return undefined;
  return { containers: [...containers, last], last: { name: last.name }, kinds: ['constructor'], constructor: true };
}

interface Candidates {
  readonly declarations: readonly Declaration[];
  readonly complete: boolean;
}

/** The server's search for what outlines lack, and the outlines of the files in which a fitting word may be declared. */
async function byWords(view: View, query: string, fits: (name: string) => boolean): Promise<Candidates> {
  const paths = (await view.words()).declaringAny(fits);
  const outlines = await Promise.all(paths.slice(0, mostFiles).map((path) => outlineOf(view, path)));
  const outlined = outlines.flatMap((outline) => outline ?? []);
  const hits = (await search(view, query)).filter((hit) => fits(view.adapter.foundName(hit).name));
  const found = await declarationsAt(view, hits);
  return { declarations: [...outlined, ...found], complete: paths.length <= mostFiles };
}
