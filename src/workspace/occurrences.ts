/** Where a word stands in source text, whatever it means there. */
import type { Place } from '../model/places.ts';
import type { View } from './view.ts';

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
