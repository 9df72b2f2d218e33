/** Where a symbol is used. */
import { resolve } from 'node:path';
import type { Location } from 'vscode-languageserver-protocol';
import type { Warning } from '../../model/codes.ts';
import type { CSharpKind } from '../../model/kinds.ts';
import type { Place } from '../../model/places.ts';
import { Problem, revise } from '../../model/problem.ts';
import { declarationAt } from './definition.ts';
import { generatedUses } from './generated-uses.ts';
import { linkedReferences } from './linked.ts';
import type { Located } from '../names/locate.ts';
import type { Declaration } from './outline.ts';
import { identifierAt, identifierStart, occurrencesIn } from '../text/occurrences.ts';
import { placeKey, placesOf, shownPath } from '../places.ts';
import { inTheirFiles } from '../names/misread.ts';
import { notInProject } from '../names/project-membership.ts';
import { silentUses } from '../text/silent-uses.ts';
import { unseenWarnings } from '../text/unseen.ts';
import type { PlaceParams, View } from '../view.ts';

export interface References {
  /** What was asked about: as full a name as is known. */
  readonly symbol: string;
  readonly declarations: readonly Place[];
  /** Uses without declarations, sorted, each place once. */
  readonly uses: readonly Place[];
  /** Declarations of what overrides or implements the symbol, or is overridden or implemented by it. */
  readonly related: readonly Place[];
  readonly warnings: readonly Warning[];
}

/** Throws `position_not_on_symbol`, `file_not_in_project` or `feature_unavailable`. */
export async function findReferences(view: View, located: Located): Promise<References> {
  const question = `uses of ${located.symbol ?? ''} ${placeKey(located.place)}`;
  return await view.once(
    question,
    () => askForReferences(view, located),
    // What did not come in time may come when it is asked for again.
    ({ uses, warnings }) => (warnings.some((each) => passing.has(each)) ? undefined : uses.length + 1),
  );
}

async function askForReferences(view: View, located: Located): Promise<References> {
  const began = performance.now();
  const at = view.at(located.place);
  const [first, definitions] = await Promise.all([askForUses(view, at), definitionsOf(view, at)]);
  if (first === null) return await withoutOutline(view, located);
  const word = await identifierAt(view, located.place);
  const declarations = await inTheirFiles(view, placesOf(view.root, definitions.locations), word);
  const declaration = await declarationAt(view, declarations[0]);
  const early =
    view.adapter.mayAnswerEarly(declaration?.kind) || (first.length === 0 && (await standsElsewhere(view, word, declarations)));
  const key = declaration === undefined ? JSON.stringify(at) : placeKey(declaration.place);
  const { uses, doubt } = early ? await untilTwoAgree(view, at, first, key) : { uses: first, doubt: [] };
  const declared = new Set(declarations.map(placeKey));
  const places = await inTheirFiles(view, placesOf(view.root, uses), word);
  const patience = leastPatience + 2 * (performance.now() - began);
  const related = (await mayHaveRelatives(view, declaration))
    ? await relatedTo(view, located.place, [...declarations, ...places], patience)
    : { places: [], warnings: [] };
  const unseen = await unseenWarnings(view, word, [...declarations, ...places]);
  return {
    symbol: located.symbol ?? declaration?.symbol ?? word,
    declarations,
    uses: places.filter((place) => !declared.has(placeKey(place))),
    related: related.places,
    warnings: [
      ...definitions.warnings,
      ...unseen,
      ...generatedUses(uses),
      ...silentUses(declaration?.name ?? word, declaration?.kind),
      ...related.warnings,
      ...doubt,
    ],
  };
}

const overridable: ReadonlySet<CSharpKind> = new Set(['method', 'property', 'indexer', 'event']);

/** Whether a member may override or implement another one of the sources, or be overridden or implemented. */
async function mayHaveRelatives(view: View, declaration: Declaration | undefined): Promise<boolean> {
  if (declaration === undefined || !overridable.has(declaration.kind)) return false;
  // What is private has none, unless it is an explicit implementation.
  const written = (await view.lineAt(declaration.place))?.slice(0, declaration.place.column - 1) ?? '';
  if (declaration.explicitInterface === undefined && /\bprivate\s/.test(written)) return false;
  // A relative has the same name.
  const files = declaration.kind === 'indexer' ? [] : (await view.words()).declaring(declaration.name);
  return files.length !== 1 || (await timesIn(view, files[0], declaration.name)) > 1;
}

async function timesIn(view: View, path: string | undefined, name: string): Promise<number> {
  return path === undefined ? 0 : (await occurrencesIn(view, [shownPath(view.root, path)], name)).length;
}

/** Milliseconds that the search for relatives may take in any case. */
const leastPatience = 2000;

/**
 * The search for uses goes up and down a hierarchy; the declarations that it meets come beside the uses. Those of assemblies
 * are decompiled for that, which can take half a minute (`IComparable<T>.CompareTo`), and are not wanted: `patience`, in
 * milliseconds, ends it.
 */
async function relatedTo(
  view: View,
  located: Place,
  known: readonly Place[],
  patience: number,
): Promise<{ readonly places: readonly Place[]; readonly warnings: readonly Warning[] }> {
  const params = { ...view.at(located), context: { includeDeclaration: true } };
  try {
    const answer = await view.request<Location[] | null>('textDocument/references', params, patience);
    if (answer === null) return { places: [], warnings: [relativesNotTold] };
    const found = await inTheirFiles(view, placesOf(view.root, answer), await identifierAt(view, located));
    const others = new Set(known.map(placeKey));
    const more = found.filter((place) => !others.has(placeKey(place)));
    // The accessors of a property are declarations, too, and have another name or none.
    const [name, ...names] = await Promise.all([located, ...more].map((place) => identifierAt(view, place)));
    return { places: more.filter((_, at) => names[at] === name), warnings: [] };
  } catch (error) {
    // csharp-ls fails where an assembly cannot be decompiled; its uses are known all the same.
    if (error instanceof Problem && error.code === 'server_failed') return { places: [], warnings: [relativesNotTold] };
    if (!(error instanceof Problem && error.code === 'request_timed_out')) throw error;
    return { places: [], warnings: [relativesNotListed] };
  }
}

const relativesNotTold: Warning = {
  code: 'partial_answer',
  message: 'overrides and implementations are not listed: the language server did not tell them',
};

const relativesNotListed: Warning = {
  code: 'partial_answer',
  message: 'overrides and implementations are not listed: the search for them led into assemblies and took too long',
};

/** csharp-ls fails on the name of a namespace, which has no one place; its uses are known all the same. */
async function definitionsOf(
  view: View,
  at: PlaceParams,
): Promise<{ readonly locations: readonly Location[]; readonly warnings: readonly Warning[] }> {
  try {
    const found = await view.ask<Location | Location[] | null>('textDocument/definition', at);
    return { locations: found === null ? [] : [found].flat(), warnings: [] };
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'server_failed')) throw error;
    return { locations: [], warnings: [{ code: 'partial_answer', message: `declarations may be missing: ${error.message}` }] };
  }
}

const askForUses = (view: View, at: PlaceParams): Promise<Location[] | null> =>
  view.request<Location[] | null>('textDocument/references', { ...at, context: { includeDeclaration: false } });

/** Beyond this the answers are not going to agree. */
const mostAsked = 5;

const unsteady: Warning = {
  code: 'partial_answer',
  message: 'the language server gave a different number of uses each time it was asked; some may be missing',
};

/** Whether a name stands anywhere but where it is declared: an answer without uses is doubted then. */
async function standsElsewhere(view: View, word: string, declarations: readonly Place[]): Promise<boolean> {
  const declared = new Set(declarations.map(placeKey));
  const paths = (await view.words()).files(word).map((path) => shownPath(view.root, path));
  return (await occurrencesIn(view, paths, word)).some((place) => !declared.has(placeKey(place)));
}

/** At the end of the time what has been answered is an answer. */
function overInTime(error: unknown): 'over' {
  if (error instanceof Problem && error.code === 'request_timed_out') return 'over';
  throw error;
}

const notAskedAgain: Warning = {
  code: 'partial_answer',
  message: 'the time of the call ended before the language server had given the same answer twice; uses may be missing',
};

const passing: ReadonlySet<Warning> = new Set([unsteady, notAskedAgain, relativesNotListed, relativesNotTold]);

/** Where an answer may have come too early, it is asked for until two agree, once for a symbol (its key) and load. */
async function untilTwoAgree(
  view: View,
  at: PlaceParams,
  first: readonly Location[],
  key: string,
): Promise<{ readonly uses: readonly Location[]; readonly doubt: readonly Warning[] }> {
  if (view.confirmed.has(key)) return { uses: first, doubt: [] };
  let uses = first;
  for (let asked = 1; asked < mostAsked; asked += 1) {
    const again = await askForUses(view, at).catch(overInTime);
    if (again === 'over') return { uses, doubt: [notAskedAgain] };
    // Null is no answer, so it agrees with none.
    if (again === null) continue;
    if (again.length === uses.length) {
      view.confirmed.add(key);
      return { uses: again, doubt: [] };
    }
    uses = again;
  }
  return { uses, doubt: [unsteady] };
}

/** A position without a symbol, a file without a project and a file of several projects look the same in the answer. */
async function withoutOutline(view: View, located: Located): Promise<References> {
  const { place } = located;
  const path = resolve(view.root, place.path);
  const name = await identifierAt(view, place);
  if ((await view.outline(path)) !== undefined || name === '') throw await notOnSymbol(view, place);
  const missing = await notInProject(view, path);
  if (missing !== undefined) throw missing;
  const start = { ...place, column: await identifierStart(view, place) };
  const linked = await linkedReferences(view, start, name);
  if (linked === undefined) {
    const text = `${place.path} is compiled by several projects, and ${view.adapter.name} answers about such a file only from a use in another one; none was found for '${name}'`;
    throw new Problem('feature_unavailable', text, {
      continuation: revise('Ask about a symbol that is used outside of the linked file, or search the text.'),
    });
  }
  const partial = {
    code: 'partial_answer' as const,
    message: `'${name}' stands in too many places to ask about each; uses may be missing`,
  };
  const unseen = await unseenWarnings(view, name, [start, ...linked.uses]);
  return {
    symbol: located.symbol ?? name,
    declarations: [start],
    uses: linked.uses,
    related: [],
    warnings: [...unseen, ...(linked.complete ? [] : [partial])],
  };
}

async function notOnSymbol(view: View, place: Place): Promise<Problem> {
  const line = (await view.lineAt(place)) ?? '';
  return new Problem('position_not_on_symbol', `${place.path}:${place.line}:${place.column} is not on a name`, {
    continuation: revise(`Give the column of a name; the line is: ${line.trim().slice(0, 200)}`),
  });
}
