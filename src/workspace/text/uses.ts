/** How a name is used at a place: read, written, called …, as far as the text alone is certain of it. */
import type { Place } from '../../model/places.ts';
import { type Code, codeOf } from '../../syntax/code.ts';
import { type Use, useOf } from '../../syntax/use.ts';
import type { View } from '../view.ts';
import type { SourceText } from './text.ts';

export type { Use } from '../../syntax/use.ts';

/** The uses of a text that were asked for, by place; undefined for a text that is certain of none. */
const known = new WeakMap<SourceText, Map<string, Use | undefined> | undefined>();

/** The last texts that were read: an answer goes through the places of one file after the other. */
const read = new Map<SourceText, Code>();
/** What is read of a text weighs many times as much. */
const mostRead = 4;

/** Undefined where it is not certain, as in a file whose code depends on an `#if`. */
export async function useAt(view: View, { path, line, column }: Place): Promise<Use | undefined> {
  const source = await view.readable(path);
  if (source === undefined) return undefined;
  if (!known.has(source)) known.set(source, /^[ \t]*#[ \t]*if\b/m.test(source.text) ? undefined : new Map());
  const uses = known.get(source);
  const at = `${line}:${column}`;
  if (uses === undefined || uses.has(at)) return uses?.get(at);
  const use = useOf(codeFor(source), { line, column });
  uses.set(at, use);
  return use;
}

function codeFor(source: SourceText): Code {
  const code = read.get(source) ?? codeOf(source.text);
  read.delete(source);
  read.set(source, code);
  const [oldest] = read.keys();
  if (read.size > mostRead && oldest !== undefined) read.delete(oldest);
  return code;
}
