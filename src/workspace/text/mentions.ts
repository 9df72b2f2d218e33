/**
 * Where a name stands in text that no semantic answer covers: comments, strings, and files of other languages. Code that
 * is not compiled is told of by `dormant.ts`.
 */
import { keywords } from '../../model/keywords.ts';
import type { Mention, MentionKind } from '../../model/mention.ts';
import type { Place } from '../../model/places.ts';
import { type Region, regionAt, regionsOf } from '../../syntax/regions.ts';
import { lineStartsOf, offsetAt } from '../../syntax/text.ts';
import { identifierAt, occurrencesIn } from './occurrences.ts';
import { mayBeShown } from '../names/asked-path.ts';
import { placeKey, shownPath } from '../places.ts';
import type { SourceText } from './text.ts';
import type { View } from '../view.ts';

/** Files are cut into regions once, however many names are looked for in them. */
const cut = new WeakMap<SourceText, { readonly regions: readonly Region[]; readonly starts: readonly number[] }>();

/**
 * The mentions of the name at a place, file by file, beyond places that are known to be uses or declarations of what it
 * names.
 */
export async function mentionsOf(view: View, place: Place, known: readonly Place[]): Promise<readonly Mention[]> {
  const name = await identifierAt(view, place);
  // An operator or an indexer has a keyword for a name, which stands everywhere.
  if (name === '' || keywords.has(name)) return [];
  return await view.once(
    `mentions of ${placeKey(place)}`,
    () => look(view, name, known),
    ({ length }) => length + 1,
  );
}

async function look(view: View, name: string, known: readonly Place[]): Promise<readonly Mention[]> {
  const words = await view.words();
  const shown = async (paths: readonly string[]): Promise<string[]> => {
    const own = await Promise.all(paths.map((path) => mayBeShown(view, path)));
    return paths
      .filter((_, at) => own[at] === true)
      .map((path) => shownPath(view.root, path))
      .sort();
  };
  const semantic = new Set(known.map(placeKey));
  const inSource = await occurrencesIn(view, await shown(words.mentioning(name)), name);
  const elsewhere = await occurrencesIn(view, await shown(words.otherFiles(name)), name);
  const inText = inSource.filter((place) => !semantic.has(placeKey(place)));
  const judged = await Promise.all(inText.map(async (place) => ({ place, kind: await kindAt(view, place) })));
  return [
    ...judged.flatMap(({ place, kind }) => (kind === undefined ? [] : [{ ...place, in: kind }])),
    ...elsewhere.map((place) => ({ ...place, in: 'other-file' as const })),
  ];
}

/** Undefined for code, which is judged by the compiler or by nobody. */
async function kindAt(view: View, place: Place): Promise<MentionKind | undefined> {
  const source = await view.readable(place.path);
  if (source === undefined) return undefined;
  const { regions, starts } = cut.get(source) ?? { regions: regionsOf(source.text), starts: lineStartsOf(source.text) };
  cut.set(source, { regions, starts });
  const kind = regionAt(regions, offsetAt(starts, place))?.kind;
  return kind === 'comment' || kind === 'string' ? kind : undefined;
}
