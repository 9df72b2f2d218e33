/** From what an agent names to a position that the language server understands. */
import type { Warning } from '../../model/codes.ts';
import type { Place } from '../../model/places.ts';
import { Problem, revise } from '../../model/problem.ts';
import { type NameTarget, resolveName } from './name.ts';
import { resolvePath } from './paths.ts';
import { shownPath } from '../places.ts';
import { type Pointer, point } from './pointing.ts';
import type { View } from '../view.ts';

/** What a call is about. */
export type Target =
  | ({ readonly kind: 'name' } & NameTarget)
  | { readonly kind: 'place'; readonly path: string; readonly at: Pointer }
  /** Offset and length in UTF-16 code units from 0, as selectors have it. */
  | { readonly kind: 'span'; readonly path: string; readonly start: number; readonly length: number };

/** A target that was found. */
export interface Located {
  readonly place: Place;
  /** The full name, where the target is declared in an outline. */
  readonly symbol: string | undefined;
  /** Said where the place is not exactly the one that was asked for. */
  readonly note?: string;
  readonly warnings: readonly Warning[];
}

/** Throws `symbol_not_found`, `symbol_ambiguous`, `invalid_arguments`, or what is wrong with the path. */
export async function locate(view: View, target: Target): Promise<Located> {
  if (target.kind === 'name') return await resolveName(view, target);
  const path = resolvePath(view, target.path);
  const shown = shownPath(view.root, path);
  const source = await view.text(path);
  if (target.kind === 'span')
    return { place: { path: shown, ...positionAt(source.text, target) }, symbol: undefined, warnings: [] };
  const pointed = point(source.lines, target.at);
  if (typeof pointed === 'string') {
    throw new Problem('invalid_arguments', `${shown}: ${pointed}`, { continuation: revise('Point at a name of the file.') });
  }
  const { line, column, note } = pointed;
  return { place: { path: shown, line, column }, symbol: undefined, warnings: [], ...(note === undefined ? {} : { note }) };
}

const lineEnds = /\r\n|[\n\r\u0085\u2028\u2029]/g;

function positionAt(
  text: string,
  { start, length }: { readonly start: number; readonly length: number },
): { line: number; column: number } {
  if (start + length > text.length) {
    throw new Problem('invalid_arguments', `the span ends at ${start + length}, past the end of the file (${text.length})`, {
      continuation: revise('Give a span of the file as it is now.'),
    });
  }
  const ends = Array.from(text.slice(0, start).matchAll(lineEnds), (match) => match.index + match[0].length);
  return { line: ends.length + 1, column: start - (ends.at(-1) ?? 0) + 1 };
}
