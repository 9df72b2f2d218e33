/** Where a symbol is declared: in source, in all its parts, or in an assembly, which is never an empty answer. */
import { resolve } from 'node:path';
import type { Hover, Location } from 'vscode-languageserver-protocol';
import type { CSharpKind } from '../../model/kinds.ts';
import type { Place } from '../../model/places.ts';
import { Problem, revise } from '../../model/problem.ts';
import type { Located } from '../names/locate.ts';
import { inTheirFiles, outlineOf } from '../names/misread.ts';
import { declarationsAt, search } from '../names/name-search.ts';
import { identifierAt } from '../text/occurrences.ts';
import type { Declaration } from './outline.ts';
import { comparePlaces, fromLsp, placesOf } from '../places.ts';
import { notInProject } from '../names/project-membership.ts';
import { type Reach, reachOf } from './reach.ts';
import type { View } from '../view.ts';

export interface Definition {
  /** As full a name as is known. */
  readonly symbol: string;
  readonly kind: CSharpKind | undefined;
  readonly parts: readonly Part[];
  /** Set where it is declared in an assembly; then there are no parts. */
  readonly metadata: Metadata | undefined;
}

/** One place of a declaration. */
export interface Part {
  readonly place: Place;
  /** The declaration with its documentation, where that is known. */
  readonly lines: Reach | undefined;
}

/** What is known of a symbol without source; all of it is read-only. */
export interface Metadata {
  /** As the language server shows it. */
  readonly signature: string;
  readonly documentation: string;
  readonly assembly: string | undefined;
  /** The full name of the type that declares it. */
  readonly type: string | undefined;
  /** The decompiled lines that declare it or its overloads, the line numbers (from 1) those of the decompiled type. */
  readonly decompiled: readonly { readonly line: number; readonly text: string }[];
}

/** Throws `position_not_on_symbol`, `file_not_in_project` or `feature_unavailable`. */
export async function findDefinition(view: View, located: Located): Promise<Definition> {
  const answer = await view.ask<Location | Location[] | null>('textDocument/definition', view.at(located.place));
  const locations = answer === null ? [] : [answer].flat();
  const told = placesOf(view.root, locations);
  const places = await inTheirFiles(view, told, await identifierAt(view, located.place));
  if (places.length > 0) return await inSource(view, located, places);
  // A name that was resolved is declared where it was found, also in a file about which the server answers nothing.
  if (located.symbol !== undefined) return await inSource(view, located, [located.place]);
  const metadata = await inMetadata(view, located.place, locations);
  if (metadata !== undefined) return { symbol: metadata.signature, kind: undefined, parts: [], metadata };
  // About a file that several projects compile the server answers nothing, but its search knows what is declared there.
  if ((await searchedAt(view, located.place)) !== undefined) return await inSource(view, located, [located.place]);
  throw await nothingThere(view, located.place);
}

async function nothingThere(view: View, place: Place): Promise<Problem> {
  const { path, line, column } = place;
  const file = resolve(view.root, path);
  if ((await view.outline(file)) === undefined) {
    const missing = await notInProject(view, file);
    if (missing !== undefined) return missing;
    return new Problem(
      'feature_unavailable',
      `${path} is compiled by several projects, and ${view.adapter.name} tells nothing about places in such a file`,
      { continuation: revise('Ask by the name of the symbol, or at a place of use in another file.') },
    );
  }
  return new Problem('position_not_on_symbol', `${path}:${line}:${column} is not on a name that is declared anywhere`, {
    continuation: revise('Point at a name; keywords, literals and names in text declare nothing.'),
  });
}

async function inSource(view: View, located: Located, places: readonly Place[]): Promise<Definition> {
  const declarations = await Promise.all(
    places.map(async (place) => (await declarationAt(view, place)) ?? (await searchedAt(view, place))),
  );
  const known = declarations.find((each) => each !== undefined);
  return {
    symbol: located.symbol ?? known?.symbol ?? (await wordAt(view, places[0])),
    kind: known?.kind,
    parts: await Promise.all(
      places.map(async (place, at) => ({ place, lines: await reachOf(view, place, declarations[at]?.lines) })),
    ),
    metadata: undefined,
  };
}

/** The outline's declaration at a place, or undefined. */
export async function declarationAt(view: View, place: Place | undefined): Promise<Declaration | undefined> {
  if (place === undefined) return undefined;
  const outline = await outlineOf(view, resolve(view.root, place.path));
  return outline?.find((each) => comparePlaces(each.place, place) === 0);
}

/** Outlines lack events, the properties of records and whole linked files; the name search has them. */
async function searchedAt(view: View, place: Place): Promise<Declaration | undefined> {
  const hits = await search(view, await wordAt(view, place));
  const found = await declarationsAt(
    view,
    hits.filter((hit) => placesOf(view.root, [hit.location]).some((each) => comparePlaces(each, place) === 0)),
  );
  return found.find((each) => comparePlaces(each.place, place) === 0);
}

async function wordAt(view: View, place: Place | undefined): Promise<string> {
  if (place === undefined) return '';
  const line = (await view.lineAt(place)) ?? '';
  return /^[\p{L}_][\p{L}\p{N}_]*/u.exec(line.slice(place.column - 1))?.[0] ?? line.trim().slice(0, 80);
}

async function inMetadata(view: View, place: Place, locations: readonly Location[]): Promise<Metadata | undefined> {
  const hover = await view.ask<Hover | null>('textDocument/hover', view.at(place));
  const shown = hoverText(hover);
  if (shown === undefined) return undefined;
  const [location] = locations;
  const source = location === undefined ? undefined : await view.metadata(location.uri);
  const lines = source?.text.split(/\r?\n/) ?? [];
  const at = locations.map(({ range }) => fromLsp(range.start).line);
  return {
    ...shown,
    assembly: source?.assembly,
    type: source?.type,
    decompiled: [...new Set(at)]
      .map((line) => ({ line, text: (lines[line - 1] ?? '').trim() }))
      .filter(({ text }) => text !== ''),
  };
}

/** A hover is a code block with the signature, then documentation. */
function hoverText(hover: Hover | null): { signature: string; documentation: string } | undefined {
  const contents = hover?.contents;
  const text = typeof contents === 'object' && 'value' in contents ? contents.value : undefined;
  const [, signature, documentation] = /^```\w*\n([^]*?)\n```\s*([^]*)$/.exec(text ?? '') ?? [];
  return signature === undefined ? undefined : { signature, documentation: documentation?.trim() ?? '' };
}
