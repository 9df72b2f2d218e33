/**
 * Files whose names a language server mistakes (`unescapesTwice`). csharp-ls 0.28.0 reads `%` and two digits in a path as an
 * escaped character, however often it is escaped: it takes `%41.cs` for `A.cs`, and names `A.cs` where it means `%41.cs`.
 */
import { resolve } from 'node:path';
import type { Place } from '../../model/places.ts';
import { Problem, resolveExternally } from '../../model/problem.ts';
import type { ServerAdapter } from '../../servers/server.ts';
import { shownPath } from '../places.ts';
import type { Declaration } from '../symbols/outline.ts';
import { writtenDeclarations } from '../symbols/written-declarations.ts';
import { identifierAt } from '../text/occurrences.ts';
import { factsOf } from '../text/written.ts';
import type { View } from '../view.ts';

/** Whether the language server takes a path (absolute) for another one, and must not be asked about the file. */
export const isMisread = (adapter: Misreading, path: string): boolean => adapter.unescapesTwice && path !== misreadAs(path);

export type Misreading = Pick<ServerAdapter, 'name' | 'unescapesTwice'>;

const misreadAs = (path: string): string => path.replace(/(?:%[0-9a-f]{2})+/gi, unescaped);

/** What is no UTF-8 is left alone. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What is said of such a file; `shown` is its path as answers show it. */
export const misread = (server: string, shown: string): Problem =>
  new Problem(
    'feature_unavailable',
    `${server} takes ${shown} for another file: it reads % and two digits in a path as one character`,
    {
      continuation: resolveExternally('Rename the file or the folder whose name holds the %, or search the text.'),
    },
  );

/** Places that the language server told of a name, in the files that it meant. */
export async function inTheirFiles(view: View, places: readonly Place[], name: string): Promise<Place[]> {
  const meant = await misreadBy(view);
  if (meant.size === 0) return [...places];
  return await Promise.all(
    places.map(async (place) => {
      const path = meant.get(place.path);
      if (path === undefined) return place;
      const [told, other] = await Promise.all([place, { ...place, path }].map((each) => identifierAt(view, each)));
      const isThere = (await view.readable(place.path)) !== undefined;
      return !isThere || (told !== name && other === name) ? { ...place, path } : place;
    }),
  );
}

/** As View.outline; of what the language server mistakes the text tells. */
export async function outlineOf(view: View, path: string): Promise<readonly Declaration[] | undefined> {
  if (!isMisread(view.adapter, path)) return await view.outline(path);
  const homes = (await factsOf(view))?.projectsOf(path) ?? [];
  return homes.length === 0 ? undefined : await writtenDeclarations(view, shownPath(view.root, path));
}

/** Calls go through many places at once. */
const known = new WeakMap<View, Promise<ReadonlyMap<string, string>>>();

function misreadBy(view: View): Promise<ReadonlyMap<string, string>> {
  const weigh = ({ size }: ReadonlyMap<string, string>): number => size + 1;
  const misread = known.get(view) ?? view.once('misread files', async () => misreadSources(view), weigh);
  known.set(view, misread);
  return misread;
}

/** By the path that the server tells: the source file that it mistakes; paths as answers show them. */
function misreadSources(view: View): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const shown of view.sources('%')) {
    const path = resolve(view.root, shown);
    if (isMisread(view.adapter, path)) found.set(shownPath(view.root, misreadAs(path)), shown);
  }
  return found;
}
