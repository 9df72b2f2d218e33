/**
 * Dormant code: what stands under an `#if` that the loaded frameworks do not let in, or in a file that a project compiles
 * under another framework only. The language server answers nothing about it, so what stands there is found by reading.
 */
import { resolve } from 'node:path';
import type { Evaluated } from '../../dotnet/evaluate-rows.ts';
import { identifier } from '../../model/keywords.ts';
import type { Place } from '../../model/places.ts';
import { type Condition, conditionText, isActive } from '../../syntax/conditions.ts';
import { type Region, regionsOf } from '../../syntax/regions.ts';
import { lineStartsOf, positionAt } from '../../syntax/text.ts';
import { comparePlaces, shownPath } from '../places.ts';
import type { SourceText } from './text.ts';
import type { View } from '../view.ts';
import { isConditional, mayDeclare } from './words.ts';
import { factsOf } from './written.ts';

/** A word in dormant code. */
export interface Dormant {
  readonly place: Place;
  /** The other frameworks of the projects that compile it there; none where no framework does. */
  readonly frameworks: readonly string[];
  /** What must hold for it to be compiled; absent where the whole file is dormant. */
  readonly condition: string | undefined;
  /** Whether it stands where a declaration could. */
  readonly declares: boolean;
}

/** The code of a text that stands under conditions. */
const conditional = new WeakMap<SourceText, readonly Region[]>();

function conditionalCode(source: SourceText): readonly Region[] {
  const known = conditional.get(source);
  if (known !== undefined) return known;
  // Most files have no directive of this kind, and are not cut up for that.
  const regions = /^[ \t]*#[ \t]*if\b/m.test(source.text) ? regionsOf(source.text).filter(isConditional) : [];
  conditional.set(source, regions);
  return regions;
}

/** Where words that fit stand in dormant code of these files (absolute paths). */
export async function dormantPlaces(view: View, paths: readonly string[], fits: (word: string) => boolean): Promise<Dormant[]> {
  // Without them every condition is one that may not hold.
  const facts = once(() => factsOf(view));
  const found: Dormant[] = [];
  const words = await view.words();
  for (const path of paths.filter((each) => each.endsWith('.cs'))) {
    // Most files have no such code, and are not read again for that.
    const isConditional = words.isConditional(path) !== false;
    if (!isConditional && (!mayVary(view) || !isWholeDormant(view, (await facts())?.projectsOf(path)))) continue;
    const source = await view.readable(shownPath(view.root, path));
    if (source === undefined) continue;
    const regions = conditionalCode(source).filter(({ start, end }) => wordsOf(source.text.slice(start, end)).some(fits));
    // Without several frameworks a file is compiled whenever its project is.
    if (regions.length === 0 && !mayVary(view)) continue;
    const homes = (await facts())?.projectsOf(path);
    const loaded = homes?.filter((home) => isLoaded(view, home)) ?? [];
    const others = homes?.filter((home) => !isLoaded(view, home)) ?? [];
    if (homes !== undefined && homes.length === 0) continue;
    const whole = isWholeDormant(view, homes);
    const dormant = whole ? regionsOf(source.text).filter(({ kind }) => kind === 'code') : regions.filter(isDormantIn(loaded));
    found.push(...wordsIn(view, path, source, dormant, fits, others));
  }
  return found.sort((a, b) => comparePlaces(a.place, b.place));
}

const wordsOf = (text: string): string[] => Array.from(text.matchAll(identifier), ([word]) => word);

/** Whether a project has several frameworks, of which this code shows one. */
export const mayVary = (view: View): boolean => (view.frameworks?.several.size ?? 0) > 0;

const isDormantIn =
  (loaded: readonly Evaluated[]) =>
  ({ kind, when }: Region): boolean =>
    kind === 'inactive' || !loaded.some(({ constants }) => isActive(when, constants));

/** Whether all that compile a file do it under frameworks that are not loaded. */
const isWholeDormant = (view: View, homes: readonly Evaluated[] | undefined): boolean =>
  homes !== undefined && homes.length > 0 && !homes.some((home) => isLoaded(view, home));

function isLoaded({ frameworks }: View, { project, framework }: Evaluated): boolean {
  const loaded = frameworks?.loaded.get(project);
  return loaded === undefined || loaded === framework;
}

function wordsIn(
  view: View,
  path: string,
  { text, lines }: SourceText,
  regions: readonly Region[],
  fits: (word: string) => boolean,
  others: readonly Evaluated[],
): Dormant[] {
  const starts = lineStartsOf(text);
  return regions.flatMap(({ kind, start, end, when }) =>
    Array.from(text.slice(start, end).matchAll(identifier))
      .filter(([word]) => fits(word))
      .map(({ 0: word, index }) => {
        const position = positionAt(starts, start + index);
        return {
          place: { path: shownPath(view.root, path), ...position },
          frameworks: kind === 'inactive' ? [] : frameworksFor(view, when, others),
          condition: when === undefined ? undefined : conditionText(when),
          declares: standsLikeDeclaration(lines[position.line - 1] ?? '', position.column - 1, word.length),
        };
      }),
  );
}

/** The body of a member that is an expression begins with a use. */
const standsLikeDeclaration = (line: string, start: number, length: number): boolean =>
  mayDeclare(line, start, length) && !/=>\s*$/.test(line.slice(0, start));

const frameworksFor = ({ frameworks }: View, when: Condition | undefined, others: readonly Evaluated[]): string[] => [
  ...new Set(
    others
      .filter(({ project, constants }) => frameworks?.several.has(project) === true && isActive(when, constants))
      .map(({ framework }) => framework),
  ),
];

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Where a word stands in dormant code of any source file, once a snapshot: it takes a look at each file with the word. */
export async function dormant(view: View, word: string): Promise<readonly Dormant[]> {
  const make = async (): Promise<Dormant[]> =>
    await dormantPlaces(view, (await view.words()).files(word), (each) => each === word);
  return await view.once(`dormant ${word}`, make, (places) => places.length + 1);
}

/** The dormant code that holds a place, if it is such code. */
export async function dormantAt(view: View, place: Place): Promise<Dormant | undefined> {
  const path = resolve(view.root, place.path);
  const line = (await view.lineAt(place)) ?? '';
  for (const { 0: word, index } of line.matchAll(identifier)) {
    const column = index + 1;
    if (place.column < column || column + word.length < place.column) continue;
    const all = await dormantPlaces(view, [path], (each) => each === word);
    const found = all.find((each) => each.place.line === place.line && each.place.column === column);
    if (found !== undefined) return found;
  }
  return undefined;
}
