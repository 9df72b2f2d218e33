/**
 * Compares an answer, all its pages together, with the truth. Strict and pure: a missing place and one too many both count,
 * and so do places that stand twice and totals that are not the sum of what was listed.
 */
import type { DefinitionCase, ReferencesCase, Spot, SymbolsCase } from './case-file.ts';

/** The part of an answer's `data` that is compared; `total` does not count the declarations. */
export interface ReferencesPage {
  readonly total: number;
  readonly declarations: number;
  readonly fileCount: number;
  readonly files: readonly {
    readonly path: string;
    readonly places: readonly { readonly line: number; readonly column: number; readonly declaration?: boolean }[];
  }[];
  readonly cursor?: string;
}

interface ListedPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The same of `definition`, which has one page. */
export interface DefinitionPage {
  readonly declarations: readonly ListedPlace[];
  readonly metadata?: { readonly assembly?: string };
  readonly cursor?: string;
}

/** The same of `symbols`. */
export interface SymbolsPage {
  readonly total: number;
  readonly symbols: readonly ListedPlace[];
  readonly cursor?: string;
}

/** One thing that is not as it should be; `place` is set where it is about one place. */
export interface Difference {
  readonly what: 'missing' | 'extra' | 'fault';
  /** `path:line:column` of a place, or a sentence. */
  readonly text: string;
  /** `path:line`, as a warning would name the place. */
  readonly place?: string;
}

/** Everything in which the pages differ from the truth; nothing means that the answer is right. */
export function compareReferences(truth: ReferencesCase, pages: readonly ReferencesPage[]): readonly Difference[] {
  const listed = pages.flatMap((page) =>
    page.files.flatMap(({ path, places }) =>
      places.map(({ line, column, declaration = false }) => ({ file: path, line, col: column, declaration })),
    ),
  );
  const references = listed.filter((place) => !place.declaration);
  const declarations = listed.filter((place) => place.declaration);
  const { expected } = truth;
  const optional = [...expected.references.filter((place) => place.implicit === true), ...(expected.siblingOnly ?? [])];
  const needed = expected.references.filter((place) => place.implicit !== true);
  return [
    ...faults(pages, listed.map(keyOf), references.length, declarations.length),
    ...without(needed, references).map((place) => difference('missing', place)),
    ...without(references, [...needed, ...optional]).map((place) => difference('extra', place)),
    ...without(expected.definitions, declarations).map((place) => difference('missing', place, ' (declaration)')),
    ...without(declarations, expected.definitions).map((place) => difference('extra', place, ' (declaration)')),
  ];
}

function faults(pages: readonly ReferencesPage[], keys: readonly string[], references: number, declarations: number) {
  const files = new Set(pages.flatMap((page) => page.files.map((file) => file.path))).size;
  const said = (count: 'total' | 'declarations' | 'fileCount'): number[] => pages.map((page) => page[count]);
  return [
    ...repeated(keys),
    ...miscounted('total', said('total'), references),
    ...miscounted('declarations', said('declarations'), declarations),
    ...miscounted('fileCount', said('fileCount'), files),
  ];
}

/** Everything in which an answer of `definition` differs from the truth; what an assembly declares has no place. */
export function compareDefinition({ expected }: DefinitionCase, pages: readonly DefinitionPage[]): readonly Difference[] {
  const assemblies = pages.map(({ metadata }) => (metadata === undefined ? 'none' : (metadata.assembly ?? 'not known')));
  const wanted = expected.inMetadata ?? 'none';
  return [
    ...(pages.length === 1 ? [] : [fault(`${pages.length} pages, one was due`)]),
    ...comparePlaces(
      expected.definitions,
      pages.flatMap(({ declarations }) => declarations.map(spotOf)),
    ),
    ...assemblies.filter((each) => each !== wanted).map((each) => fault(`the assembly is said to be ${each}, it is ${wanted}`)),
  ];
}

/** Everything in which the pages of `symbols` differ from the truth. */
export function compareSymbols({ expected }: SymbolsCase, pages: readonly SymbolsPage[]): readonly Difference[] {
  const listed = pages.flatMap(({ symbols }) => symbols.map(spotOf));
  const needed = expected.symbols.filter((each): each is Spot => typeof each.file === 'string');
  return [
    ...comparePlaces(needed, listed),
    ...miscounted(
      'total',
      pages.map(({ total }) => total),
      listed.length,
    ),
  ];
}

const comparePlaces = (needed: readonly Spot[], listed: readonly Spot[]): Difference[] => [
  ...repeated(listed.map(keyOf)),
  ...without(needed, listed).map((place) => difference('missing', place)),
  ...without(listed, needed).map((place) => difference('extra', place)),
];

const spotOf = ({ path, line, column }: ListedPlace): Spot => ({ file: path, line, col: column });

/** What is listed more than once. */
export function repeated(keys: readonly string[]): Difference[] {
  const twice = new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
  return [...twice].map((key) => fault(`${key} is listed more than once`));
}

/** The counts that the pages state must be one and the same, and that of what they list. */
export function miscounted(count: string, stated: readonly number[], listed: number): Difference[] {
  const said = [...new Set(stated)];
  if (said.length === 1 && said[0] === listed) return [];
  return [fault(`${count} is said to be ${said.join(', then ')}, and ${listed} are listed`)];
}

function without(places: readonly Spot[], others: readonly Spot[]): readonly Spot[] {
  const known = new Set(others.map(keyOf));
  return places.filter((place) => !known.has(keyOf(place)));
}

export const keyOf = ({ file, line, col }: Spot): string => `${file}:${line}:${col}`;
export const fault = (text: string): Difference => ({ what: 'fault', text });

export function difference(what: 'missing' | 'extra', place: Spot, note = ''): Difference {
  return { what, text: `${keyOf(place)}${note}`, place: `${place.file}:${place.line}` };
}

/** True when one of the warnings names the very place, so that nobody can take the answer for the whole truth. */
export function isExcused({ place }: Difference, warnings: readonly string[]): boolean {
  return place !== undefined && warnings.some((warning) => names(warning, place));
}

function names(warning: string, place: string): boolean {
  for (let start = warning.indexOf(place); start >= 0; start = warning.indexOf(place, start + 1)) {
    const after = warning.charAt(start + place.length);
    const before = warning.charAt(start - 1);
    // a/b.cs:12 is neither named by a/b.cs:123 nor by x/a/b.cs:12.
    if (!/[0-9]/.test(after) && !/[\w/.\\-]/.test(before)) return true;
  }
  return false;
}
