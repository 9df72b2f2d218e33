/** Words at places and where they stand in source text, whatever they mean there. */
import type { Place } from '../../model/places.ts';
import type { View } from '../view.ts';

/** The places of a whole word in files (paths as answers show them), file by file; files that cannot be read hold none. */
export async function occurrencesIn(view: View, paths: Iterable<string>, word: string): Promise<Place[]> {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(word)}(?![\\p{L}\\p{N}_])`, 'gu');
  const places: Place[] = [];
  for (const path of paths) {
    const source = await view.readable(path);
    if (source === undefined || !source.text.includes(word)) continue;
    for (const [at, line] of source.lines.entries()) {
      for (const match of line.matchAll(pattern)) places.push({ path, line: at + 1, column: match.index + 1 });
    }
  }
  return places;
}

/** What stands before a column; of a long line as much as any name may have, since the search goes back for each character. */
const textBefore = (line: string, column: number): string => line.slice(Math.max(0, column - 1 - longestName), column - 1);
/** Longer names are not valid in metadata. */
const longestName = 1024;

const wordBefore = /[\p{L}\p{N}_]*$/u;
const wordAfter = /^[\p{L}\p{N}_]*/u;

/** The identifier that a place lies in or touches, or the empty string. */
export async function identifierAt(view: View, place: Place): Promise<string> {
  const line = (await view.lineAt(place)) ?? '';
  const before = wordBefore.exec(textBefore(line, place.column))?.[0] ?? '';
  return before + (wordAfter.exec(line.slice(place.column - 1))?.[0] ?? '');
}

/** The column at which that identifier begins. */
export async function identifierStart(view: View, place: Place): Promise<number> {
  const line = (await view.lineAt(place)) ?? '';
  return place.column - (wordBefore.exec(textBefore(line, place.column))?.[0].length ?? 0);
}
