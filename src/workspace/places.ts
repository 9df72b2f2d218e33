/**
 * The border of coordinates. Below it positions are LSP's: zero-based, URIs. Above it they are the model's: one-based,
 * paths relative to the workspace root. Both count columns in UTF-16 code units, so only the origin moves.
 */
import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Location, Position as LspPosition } from 'vscode-languageserver-protocol';
import { isInside } from '../machine.ts';
import type { Place, Position } from '../model/places.ts';

/** A path with parts that lead nowhere or back, or an end that is a separator. */
const unresolved = /[\\/]\.{0,2}(?:[\\/]|$)/;

/** A path as answers show it: relative to the root with `/`, absolute where the file lies outside of the root. */
export function shownPath(root: string, path: string): string {
  const folder = root.endsWith(sep) ? root : root + sep;
  // As nearly all paths are; an answer has thousands of them.
  if (path.startsWith(folder) && !unresolved.test(path)) return path.slice(folder.length).replaceAll(sep, '/');
  return isInside(root, path) && isAbsolute(path) ? relative(root, path).split(sep).join('/') : path;
}

/** The absolute path behind a URI, or undefined where it does not name a file (metadata, generated documents). */
export function pathOf(uri: string): string | undefined {
  // Servers differ in what they escape (csharp-ls leaves spaces, escapes `#` and `%`), so paths are compared, never URIs.
  // A URL leaves out the white space that csharp-ls does not escape.
  const url = URL.parse(uri.replace(/[\t\n\r]/g, encodeURIComponent));
  return url?.protocol === 'file:' ? fileURLToPath(url) : undefined;
}

/** The URI of an absolute path. */
export const uriOf = (path: string): string => pathToFileURL(path).href;

export const toLsp = (position: Position): LspPosition => ({ line: position.line - 1, character: position.column - 1 });

export const fromLsp = (position: LspPosition): Position => ({ line: position.line + 1, column: position.character + 1 });

/** Places of locations in files, sorted by path, line and column, each once; locations elsewhere are left out. */
export function placesOf(root: string, locations: readonly Location[]): Place[] {
  const places = new Map<string, Place>();
  const shown = new Map<string, string | undefined>();
  for (const { uri, range } of locations) {
    if (!shown.has(uri)) shown.set(uri, shownOf(root, uri));
    const path = shown.get(uri);
    if (path === undefined) continue;
    const place = { path, ...fromLsp(range.start) };
    places.set(placeKey(place), place);
  }
  return [...places.values()].sort(comparePlaces);
}

function shownOf(root: string, uri: string): string | undefined {
  const path = pathOf(uri);
  return path === undefined ? undefined : shownPath(root, path);
}

export const placeKey = (place: Place): string => `${place.path}:${place.line}:${place.column}`;

/** By path as code points order it, which is the same everywhere, then by line and column. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
