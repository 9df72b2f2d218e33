/** From what an agent names to a position that the language server understands. */
import type { Warning } from '../../model/codes.ts';
import type { Place } from '../../model/places.ts';
import { Problem, revise } from '../../model/problem.ts';
import { lineStartsOf, positionAt } from '../../syntax/text.ts';
import { type Asked, type NameTarget, resolveName } from './name.ts';
import { askedPath } from './asked-path.ts';
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
  /** Set where it was named. */
  readonly asked?: Asked;
  /** Said where the place is not exactly the one that was asked for. */
  readonly note?: string;
  readonly warnings: readonly Warning[];
}

/** Throws `symbol_not_found`, `symbol_ambiguous`, `invalid_arguments`, or what is wrong with the path. */
export async function locate(view: View, target: Target): Promise<Located> {
  if (target.kind === 'name') return await resolveName(view, target);
  const path = await askedPath(view, target.path);
  const shown = shownPath(view.root, path);
  const source = await view.text(path);
  if (target.kind === 'span') {
    refuseBeyond(source.text, target);
    const position = positionAt(lineStartsOf(source.text), target.start);
    return { place: { path: shown, ...position }, symbol: undefined, warnings: [] };
  }
  const pointed = point(source.lines, target.at);
  if (typeof pointed === 'string') {
    throw new Problem('invalid_arguments', `${shown}: ${pointed}`, { continuation: revise('Point at a name of the file.') });
  }
  const { line, column, note } = pointed;
  return { place: { path: shown, line, column }, symbol: undefined, warnings: [], ...(note === undefined ? {} : { note }) };
}

function refuseBeyond(text: string, { start, length }: { readonly start: number; readonly length: number }): void {
  if (start + length <= text.length) return;
  throw new Problem('invalid_arguments', `the span ends at ${start + length}, past the end of the file (${text.length})`, {
    continuation: revise('Give a span of the file as it is now.'),
  });
}
