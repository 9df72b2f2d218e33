/** From what an agent names to a position that the language server understands. */
import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Location, SymbolInformation } from 'vscode-languageserver-protocol';
import { isInside } from '../machine.ts';
import type { Warning } from '../model/codes.ts';
import { nearNames } from '../model/names.ts';
import type { Place } from '../model/places.ts';
import { Problem, revise } from '../model/problem.ts';
import { type Address, exact, matches, parseAddress } from './address.ts';
import { type Declaration, declarationKey } from './outline.ts';
import { comparePlaces, pathOf, placesOf, shownPath, toLsp, uriOf } from './places.ts';
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
export const textDocumentPosition = (view: View, place: Place): { textDocument: { uri: string }; position: { line: number; character: number } } => ({
  textDocument: { uri: uriOf(resolve(view.root, place.path)) },
  position: toLsp(place),
});

/** Throws `symbol_not_found`, `symbol_ambiguous`, `invalid_arguments`, or what is wrong with the path. */
export async function locate(view: View, target: Target): Promise<Located> {
  if ('symbol' in target) return await locateName(view, target.symbol);
  const path = resolvePath(view.root, target.path);
  const shown = shownPath(view.root, path);
  const lines = (await view.text(path)).lines;
  const line = lines[target.line - 1];
  if (line === undefined) throw new Problem('invalid_arguments', `${shown} has ${lines.length} lines; line ${target.line} is past its end`, { continuation: revise('Give a line of the file.') });
  if (target.column > line.length + 1) {
    throw new Problem('invalid_arguments', `${shown}:${target.line} has ${line.length} columns; column ${target.column} is past its end`, {
      continuation: revise(`The line is: ${line.trim().slice(0, 200)}`),
    });
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
    throw new Problem('file_not_found', `${shownPath(root, path)} does not exist`, { continuation: revise('Check the path; it is relative to the workspace root.'), cause: error });
  }
  if (!isInside(root, real)) throw outside(given);
  if (!/\.cs$/i.test(real)) throw new Problem('not_csharp', `${shownPath(root, real)} is not a C# file`, { continuation: revise('Give the path of a .cs file.') });
  return real;
}

function fromUri(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch (error) {
    throw new Problem('invalid_arguments', `path '${uri}' is not a file URI of this machine`, { continuation: revise('Give a path relative to the workspace root.'), cause: error });
  }
}

const outside = (given: string): Problem =>
  new Problem('path_outside_workspace', `${given} lies outside of the workspace`, { continuation: revise('Give a path inside of the workspace.') });

async function locateName(view: View, text: string): Promise<Located> {
  const address = parseAddress(text);
  if (typeof address === 'string') throw new Problem('invalid_arguments', `symbol ${address}`, { continuation: revise('Give a name such as Order.Total or Shop.Core.Order.Total(int).') });
  const search = await findDeclarations(view, address);
  const groups = await sameSymbols(view, exact(address, search.declarations));
  const [only] = groups;
  if (only === undefined) throw notFound(text, search);
  if (groups.length > 1) throw ambiguous(text, groups);
  return { place: only.place, symbol: only.symbol, warnings: search.cut ? [cutWarning(view, text)] : [] };
}

interface Search {
  readonly declarations: readonly Declaration[];
  /** Names that the searches returned. */
  readonly names: ReadonlySet<string>;
  /** Whether a search reached its cap, so that more may exist. */
  readonly cut: boolean;
}

/**
 * Asks the name search for the last part and, for what it does not list (constructors, operators) or cuts off, for its
 * container; then matches the outlines of the files that it names. The search itself gives no containers and no place of
 * the name.
 */
async function findDeclarations(view: View, address: Address): Promise<Search> {
  const container = address.containers.at(-1)?.name;
  const queries = [address.constructor ? container : address.last.name.replace('[]', ''), container].filter((each) => each !== undefined);
  const names = new Set<string>();
  let cut = false;
  for (const query of new Set(queries)) {
    const hits = (await view.request<SymbolInformation[] | null>('workspace/symbol', { query })) ?? [];
    for (const hit of hits) names.add(view.adapter.foundName(hit));
    const named = hits.filter((hit) => [address.last.name, query].includes(view.adapter.foundName(hit)));
    const declarations = (await outlinesOf(view, named)).filter((each) => matches(address, each));
    cut = hits.length >= view.adapter.nameSearchCap;
    // With a container in the address, a search that was cut but found what was asked needs no second one.
    if (declarations.length > 0) return { declarations, names, cut: cut && container === undefined };
  }
  return { declarations: [], names, cut };
}

async function outlinesOf(view: View, hits: readonly SymbolInformation[]): Promise<Declaration[]> {
  const paths = new Set(hits.map((hit) => pathOf(hit.location.uri)).filter((path) => path !== undefined));
  const outlines = await Promise.all([...paths].map((path) => view.outline(path)));
  return outlines.flatMap((outline) => outline ?? []);
}

/**
 * One declaration for each distinct symbol. The parts of a partial type are one symbol, two programs with the same
 * names are two; only the compiler knows, so it is asked where a name stands more than once.
 */
async function sameSymbols(view: View, declarations: readonly Declaration[]): Promise<Declaration[]> {
  const byKey = new Map<string, Declaration[]>();
  for (const each of declarations) byKey.set(declarationKey(each), [...(byKey.get(declarationKey(each)) ?? []), each]);
  const distinct: Declaration[] = [];
  for (const group of byKey.values()) {
    let rest = [...group].sort((a, b) => comparePlaces(a.place, b.place));
    for (let first = rest.shift(); first !== undefined; first = rest.shift()) {
      distinct.push(first);
      if (rest.length > 0) rest = await withoutPartsOf(view, first, rest);
    }
  }
  return distinct;
}

async function withoutPartsOf(view: View, first: Declaration, others: Declaration[]): Promise<Declaration[]> {
  const params = { ...textDocumentPosition(view, first.place), context: { includeDeclaration: true } };
  const locations = (await view.request<Location[] | null>('textDocument/references', params)) ?? [];
  const parts = placesOf(view.root, locations);
  return others.filter((other) => !parts.some((part) => comparePlaces(part, other.place) === 0));
}

function notFound(text: string, search: Search): Problem {
  const wanted = text.replace(/\(.*$/s, '').split('.').at(-1) ?? text;
  const near = nearNames(wanted, search.names);
  const hint = near.length > 0 ? `near names: ${near.join(', ')}` : 'the name search knows no near name';
  const cut = search.cut ? '; the name search was cut off, so give more of the name (Type.Member)' : '';
  return new Problem('symbol_not_found', `no symbol is named '${text}' in the loaded projects; ${hint}${cut}`, {
    continuation: revise('Check the spelling, or give path, line and column instead.'),
  });
}

/** Candidates shown; each line can be passed back. */
const shownCandidates = 20;

function ambiguous(text: string, groups: readonly Declaration[]): Problem {
  const lines = groups.slice(0, shownCandidates).map((each) => `${each.kind} ${each.symbol}  ${each.place.path}:${each.place.line}:${each.place.column}`);
  const more = groups.length > shownCandidates ? `\n… and ${groups.length - shownCandidates} more` : '';
  return new Problem('symbol_ambiguous', `'${text}' names ${groups.length} symbols:\n${lines.join('\n')}${more}`, {
    continuation: revise('Pass one of these names as symbol, or its path, line and column.'),
  });
}

const cutWarning = (view: View, text: string): Warning => ({
  code: 'partial_answer',
  message: `the name search is cut at ${view.adapter.nameSearchCap} hits, so other symbols named '${text}' may exist; a longer name (Type.Member) is certain`,
});
