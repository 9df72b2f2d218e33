/** Targets, uses, declarations and symbols over all target frameworks of the loaded projects. */
import type { Warning } from '../../model/codes.ts';
import { keywords } from '../../model/keywords.ts';
import type { Place } from '../../model/places.ts';
import { Problem, revise } from '../../model/problem.ts';
import { parseAddress } from '../names/address.ts';
import { type Definition, findDefinition } from './definition.ts';
import { type Dormant, dormant, dormantAt, dormantPlaces, mayVary } from '../text/dormant.ts';
import { type Located, type Target, locate } from '../names/locate.ts';
import { refuseOtherMeanings, resolveName } from '../names/name.ts';
import { identifierAt } from '../text/occurrences.ts';
import { notSeen, overOthers } from './other-frameworks.ts';
import { comparePlaces, placeKey } from '../places.ts';
import { type References, findReferences } from './references.ts';
import { type FoundSymbols, type SymbolQuery, compareSymbols, findSymbols, matcher, mostFiles } from './symbols.ts';
import { twinsOf } from './twins.ts';
import type { View } from '../view.ts';

/** A target, and the code in which it is compiled. */
export interface Standing {
  readonly located: Located;
  readonly view: View;
}

/** As `locate`; what only another framework compiles is found there. */
export async function locateEverywhere(view: View, target: Target): Promise<Standing> {
  if (target.kind !== 'name') return await standingAt(view, await locate(view, target));
  try {
    return { located: await locate(view, target), view };
  } catch (error) {
    if (!isProblem(error, 'symbol_not_found')) throw error;
    const places = (await dormant(view, lastName(target.symbol))).filter(({ declares }) => declares);
    const { answers, left, reasons, timedOut } = await overOthers(view, places, async (other) => {
      return await unless('symbol_not_found', async () => ({ located: await locate(other, target), view: other }));
    });
    const [found] = answers;
    if (found !== undefined) return found;
    // What is declared under a framework that could not be asked is not known to be missing.
    if (timedOut !== undefined) throw timedOut;
    if (reasons.size > 0) await Promise.all([...reasons.keys()].map((framework) => view.under(framework)));
    throw withWarnings(error, notSeen(`'${target.symbol}'`, left, reasons));
  }
}

async function standingAt(view: View, located: Located): Promise<Standing> {
  const here = await dormantAt(view, located.place);
  if (here === undefined) return { located, view };
  const [framework] = here.frameworks;
  if (framework !== undefined) return { located, view: await view.under(framework) };
  const under = here.condition === undefined ? '' : ` (#if ${here.condition})`;
  throw new Problem(
    'position_not_on_symbol',
    `${placeKey(located.place)} stands in code that no loaded framework compiles${under}`,
    {
      continuation: revise('Point at code that is compiled; a text search finds what stands in other code.'),
    },
  );
}

/** The declared name of an address, as it stands in the text. */
function lastName(symbol: string): string {
  const address = parseAddress(symbol);
  return typeof address === 'string' ? symbol : address.last.name.replace(/^~|\[\]$/g, '');
}

/** As `findReferences`, with what other frameworks add. Throws `symbol_ambiguous` where they give a name another meaning. */
export const referencesEverywhere = (standing: Standing): Promise<References> => orElsewhere(standing, referencesFrom);

async function referencesFrom({ located, view }: Standing): Promise<References> {
  // MSBuild may have to be asked; that takes its time beside the server.
  if (mayVary(view)) view.facts().catch(() => undefined);
  const usual = await findReferences(view, located);
  const known = [...usual.declarations, ...usual.uses];
  const places = await dormantBeyond(view, located.place, known);
  if (located.asked !== undefined) await refuseOtherMeanings(view, located.asked, places);
  const { answers, left, reasons } = await overOthers(view, places, async (other) => {
    const stands = await standsUnder(other, usual.symbol, usual.declarations, [located.place, ...usual.uses]);
    if (stands === undefined || stands === 'nowhere') return stands;
    return await findReferences(other, stands);
  });
  const more = [...answers.filter((each) => each !== 'nowhere'), ...(await ofTwins(view, usual, findReferences))];
  if (more.length === 0 && left.length === 0) return usual;
  const declarations = distinct([usual, ...more].flatMap((each) => each.declarations));
  const declared = new Set(declarations.map(placeKey));
  return {
    symbol: usual.symbol,
    declarations,
    related: distinct([usual, ...more].flatMap(({ related }) => related)).filter((each) => !declared.has(placeKey(each))),
    uses: distinct([usual, ...more].flatMap(({ uses }) => uses)).filter((each) => !declared.has(placeKey(each))),
    warnings: distinctWarnings([
      ...[usual, ...more].flatMap(({ warnings }) => warnings),
      ...notSeen(`'${usual.symbol}'`, left, reasons),
    ]),
  };
}

/** What a question is answered with at the other declarations of a symbol that a server takes for several. */
async function ofTwins<T>(
  view: View,
  { symbol, declarations }: Pick<References, 'symbol' | 'declarations'>,
  question: (view: View, located: Located) => Promise<T>,
): Promise<T[]> {
  const twins = await twinsOf(view, symbol, declarations);
  return await Promise.all(twins.map((place) => question(view, { place, symbol, warnings: [] })));
}

/** A definition, and what is to be said of it. */
type DefinitionEverywhere = Definition & { readonly warnings: readonly Warning[] };

/** As `findDefinition`, with the declarations that other frameworks add. Throws `symbol_ambiguous`, too. */
export const definitionEverywhere = (standing: Standing): Promise<DefinitionEverywhere> => orElsewhere(standing, definitionFrom);

async function definitionFrom({ located, view }: Standing): Promise<DefinitionEverywhere> {
  const usual = await findDefinition(view, located);
  const declared = usual.parts.map(({ place }) => place);
  const beyond = usual.parts.length === 0 ? [] : await dormantBeyond(view, located.place, declared);
  if (located.asked !== undefined) await refuseOtherMeanings(view, located.asked, beyond);
  const places = beyond.filter(({ declares }) => declares);
  const { answers, left, reasons } = await overOthers(view, places, async (other) => {
    const stands = await standsUnder(other, usual.symbol, declared, [located.place]);
    if (stands === undefined || stands === 'nowhere') return stands;
    return await findDefinition(other, stands);
  });
  const twins = await ofTwins(view, { symbol: usual.symbol, declarations: declared }, findDefinition);
  const parts = [usual, ...answers.filter((each) => each !== 'nowhere'), ...twins].flatMap((each) => each.parts);
  return {
    ...usual,
    parts: [...new Map(parts.toReversed().map((each) => [placeKey(each.place), each])).values()].sort((a, b) =>
      comparePlaces(a.place, b.place),
    ),
    warnings: notSeen(`a declaration of '${usual.symbol}'`, left, reasons),
  };
}

/** As `findSymbols`, with what other frameworks add. */
export async function symbolsEverywhere(view: View, query: SymbolQuery): Promise<FoundSymbols> {
  const usual = await findSymbols(view, query);
  const name = lastName(query.query);
  const fits = query.match === 'exact' ? (word: string): boolean => word === name : matcher(query.query, query.match);
  const known = new Set(usual.declarations.map(({ place }) => placeKey(place)));
  const words = await view.words();
  const paths = query.match === 'exact' ? words.declaring(name) : words.declaringAny(fits);
  // A query that fits more is answered with a warning in any case.
  const beyond = await dormantPlaces(view, paths.slice(0, mostFiles), fits);
  const places = beyond.filter(({ place, declares }) => declares && query.within(place.path) && !known.has(placeKey(place)));
  const { answers, left, reasons } = await overOthers(view, places, (other) => findSymbols(other, query));
  const all = [usual, ...answers];
  const declarations = new Map(
    all
      .flatMap((each) => each.declarations)
      .toReversed()
      .map((each) => [placeKey(each.place), each]),
  );
  return {
    others: Math.max(...all.map(({ others }) => others)),
    declarations: [...declarations.values()].sort((a, b) => compareSymbols(view, a, b)),
    warnings: distinctWarnings([...all.flatMap(({ warnings }) => warnings), ...notSeen(`'${query.query}'`, left, reasons)]),
  };
}

/**
 * A project is compiled against one framework of what it references, which can be another than its build takes. A name
 * that means nothing then is asked about under the frameworks that declare it.
 */
async function orElsewhere<T>({ located, view }: Standing, question: (standing: Standing) => Promise<T>): Promise<T> {
  try {
    return await question({ located, view });
  } catch (error) {
    if (!isProblem(error, 'position_not_on_symbol') || !mayVary(view)) throw error;
    const places = (await dormantBeyond(view, located.place, [])).filter(({ declares }) => declares);
    const { answers, left, reasons, timedOut } = await overOthers(view, places, (other) =>
      unless(nothingThere, () => question({ located, view: other })),
    );
    const [answer] = answers;
    if (answer !== undefined) return answer;
    throw timedOut ?? withWarnings(error, notSeen('the name', left, reasons));
  }
}

/** Where the word at a place stands in dormant code, beyond what is known. */
async function dormantBeyond(view: View, place: Place, known: readonly Place[]): Promise<readonly Dormant[]> {
  const word = await identifierAt(view, place);
  // Other uses of `this` or `operator` say nothing of an indexer or an operator.
  if (word === '' || keywords.has(word)) return [];
  const seen = new Set(known.map(placeKey));
  return (await dormant(view, word)).filter((each) => !seen.has(placeKey(each.place)));
}

/** Places that are asked for the same symbol before its name is. */
const mostTried = 6;

/** Where a symbol stands under another framework; undefined where that cannot be told. */
async function standsUnder(
  other: View,
  symbol: string,
  declarations: readonly Place[],
  uses: readonly Place[],
): Promise<Located | 'nowhere' | undefined> {
  for (const place of [...declarations, ...uses].slice(0, mostTried)) {
    const located: Located = { place, symbol: undefined, warnings: [] };
    const found = await unless(nothingThere, () => findDefinition(other, located));
    if (found?.symbol === symbol) return located;
  }
  // The name of what is not declared in source means nothing to a search.
  if (declarations.length === 0) return undefined;
  try {
    return await resolveName(other, { symbol });
  } catch (error) {
    if (isProblem(error, 'symbol_not_found')) return 'nowhere';
    if (isProblem(error, 'symbol_ambiguous', 'invalid_arguments')) return undefined;
    throw error;
  }
}

const nothingThere = ['position_not_on_symbol', 'file_not_in_project', 'feature_unavailable'] as const;

async function unless<T>(codes: Problem['code'] | readonly Problem['code'][], body: () => Promise<T>): Promise<T | undefined> {
  try {
    return await body();
  } catch (error) {
    if (isProblem(error, ...[codes].flat())) return undefined;
    throw error;
  }
}

const isProblem = (error: unknown, ...codes: readonly Problem['code'][]): error is Problem =>
  error instanceof Problem && codes.includes(error.code);

const distinct = (places: readonly Place[]): Place[] =>
  [...new Map(places.map((each) => [placeKey(each), each])).values()].sort(comparePlaces);

const distinctWarnings = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((each) => [`${each.code} ${each.message}`, each])).values(),
];

function withWarnings(problem: Problem, more: readonly Warning[]): Problem {
  if (more.length === 0) return problem;
  const { code, message, continuation, diagnostics, warnings } = problem;
  const details = { diagnostics, warnings: [...warnings, ...more], cause: problem };
  return new Problem(code, message, continuation === undefined ? details : { ...details, continuation });
}
