/** What can be said where a name means nothing: which symbols may have been meant, and where the word stands all the same. */
import { nearNames } from '../../model/names.ts';
import type { Place } from '../../model/places.ts';
import { Problem, revise } from '../../model/problem.ts';
import { type Found, findDeclarations } from './name-search.ts';
import { occurrencesIn } from '../text/occurrences.ts';
import type { Declaration } from '../symbols/outline.ts';
import { placeKey, shownPath } from '../places.ts';
import { unseenWarnings } from '../text/unseen.ts';
import type { View } from '../view.ts';

/** Symbols and near names that are offered. */
const offered = 5;
/** Near names whose symbols are looked up. */
const lookedUp = 2;

/** The failure `symbol_not_found` for the name `text`, of which `found` is what was searched. */
export async function notFound(view: View, text: string, found: Found): Promise<Problem> {
  const wanted = text.replace(/\(.*$/s, '').split('.').at(-1) ?? text;
  const places = await standing(view, wanted);
  const namespace = await namespaceAt(view, places, text);
  const [first] = places;
  const hints =
    (namespace && `it is a namespace, which has no one declaration: point at ${placeKey(namespace)}`) ??
    (await meant(view, wanted, found)) ??
    (first && `the word stands in the text, first at ${placeKey(first)}, and declares nothing that has a name`) ??
    'no name is near';
  const cut = found.cut ? '; the name search was cut off, so give more of the name (Type.Member)' : '';
  return new Problem('symbol_not_found', `no symbol is named '${text}' in the loaded projects; ${hints}${cut}`, {
    continuation: revise(
      'Check the spelling. A local, or a symbol of an assembly, cannot be named: point at a place where it stands (path and line or text).',
    ),
    warnings: await unseenWarnings(view, wanted, []),
  });
}

/** Symbols of the same last name elsewhere, else of near names. */
async function meant(view: View, wanted: string, found: Found): Promise<string | undefined> {
  const same = await named(view, wanted);
  if (same.length > 0) return `there ${same.length === 1 ? 'is' : 'are'} ${listed(same)}`;
  const names = new Set([...nearNames(wanted, found.names), ...(await view.words()).near(wanted)]);
  names.delete(wanted);
  const near = [...names].slice(0, lookedUp);
  const symbols = (await Promise.all(near.map((name) => named(view, name)))).flat();
  return symbols.length > 0 ? `near: ${listed(symbols)}` : undefined;
}

const named = async (view: View, name: string): Promise<readonly Declaration[]> =>
  (await findDeclarations(view, { containers: [], last: { name }, constructor: false })).declarations;

function listed(declarations: readonly Declaration[]): string {
  const symbols = [...new Set(declarations.map(({ kind, symbol }) => `${kind} ${symbol}`))];
  const more = symbols.length > offered ? ` and ${symbols.length - offered} more` : '';
  return `${symbols.slice(0, offered).join('; ')}${more}`;
}

/** Where the word stands, whatever it is there: a namespace, a local, a name of an assembly, code that is not compiled, text. */
async function standing(view: View, word: string): Promise<Place[]> {
  const paths = (await view.words()).files(word).map((path) => shownPath(view.root, path));
  return await occurrencesIn(view, paths, word);
}

async function namespaceAt(view: View, places: readonly Place[], text: string): Promise<Place | undefined> {
  const line = new RegExp(`^\\s*namespace\\s+(?:[\\w.]+\\.)?${RegExp.escape(text)}\\b`);
  for (const place of places) if (line.test((await view.lineAt(place)) ?? '')) return place;
  return undefined;
}
