/** How a name is used at a place: read, written, called …, as far as the text alone is certain of it. */
import type { Place } from '../../model/places.ts';
import { type Code, codeOf } from '../../syntax/code.ts';
import { type Use, useOf } from '../../syntax/use.ts';
import type { View } from '../view.ts';
import type { SourceText } from './text.ts';

export type { Use } from '../../syntax/use.ts';

/** A text is read once, however many of its places are shown. */
const read = new WeakMap<SourceText, Code>();

/** Undefined where it is not certain, as in a file whose code depends on an `#if`. */
export async function useAt(view: View, place: Place): Promise<Use | undefined> {
  const source = await view.readable(place.path);
  if (source === undefined || /^[ \t]*#[ \t]*if\b/m.test(source.text)) return undefined;
  const code = read.get(source) ?? codeOf(source.text);
  read.set(source, code);
  return useOf(code, place);
}
