/**
 * What no semantic answer covers: a project that did not load completely is still text, and where the asked name stands
 * in it, an answer without a word about it would be silently incomplete.
 */
import { dirname, resolve } from 'node:path';
import { isInside } from '../../machine.ts';
import type { Warning } from '../../model/codes.ts';
import type { Place } from '../../model/places.ts';
import { occurrencesIn } from './occurrences.ts';
import { placeKey, shownPath } from '../places.ts';
import type { View } from '../view.ts';

/** Places that the warning names; the rest is counted. */
const mostNamed = 10;

/** A warning that names the places of a word, in projects with load errors, that are not among those found. */
export async function unseenWarnings(view: View, name: string, found: readonly Place[]): Promise<Warning[]> {
  const failed = view.failedProjects();
  if (failed.length === 0 || name === '') return [];
  const known = new Set(found.map(placeKey));
  const sources = [...view.sources()].filter((path) =>
    failed.some((project) => isInside(dirname(project), resolve(view.root, path))),
  );
  const places = (await occurrencesIn(view, sources, name)).filter((place) => !known.has(placeKey(place)));
  if (places.length === 0) return [];
  const named = places.slice(0, mostNamed).map(placeKey).join(', ');
  const more = places.length > mostNamed ? ` and ${places.length - mostNamed} more places` : '';
  const projects = failed.map((project) => shownPath(view.root, project)).join(', ');
  return [
    {
      code: 'partial_answer',
      message: `${projects} did not load completely (see lsp status); '${name}' stands there, unjudged, at ${named}${more}`,
    },
  ];
}
