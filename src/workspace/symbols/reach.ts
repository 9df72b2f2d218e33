/**
 * How far a declaration reaches, with its documentation, where the language server does not tell, or tells too much: what
 * stands behind an `#else` begins for csharp-ls in the branch before it.
 */
import type { Place } from '../../model/places.ts';
import { declarationsIn } from '../../syntax/declarations.ts';
import { lexemesOf } from '../../syntax/lexemes.ts';
import { regionsOf } from '../../syntax/regions.ts';
import { lineStartsOf, positionAt } from '../../syntax/text.ts';
import type { SourceText } from '../text/text.ts';
import type { View } from '../view.ts';

/** Lines of a file, from 1. */
export interface Reach {
  readonly first: number;
  readonly last: number;
}

/** The lines of the declaration whose name stands at a place; `told` is what the server says. Undefined where nobody knows. */
export async function reachOf(view: View, place: Place, told: Reach | undefined): Promise<Reach | undefined> {
  if (told !== undefined && told.first === told.last) return told;
  const source = await view.readable(place.path);
  if (source === undefined) return told;
  if (told !== undefined && !beginsInBranch(source.lines.slice(told.first - 1, place.line))) return told;
  const written = reaches(source).get(`${place.line}:${place.column}`);
  if (written === undefined) return told;
  return { first: withLeading(source.lines, written.first, place.line), last: told?.last ?? written.last };
}

/** A text is read once, however many of its declarations are asked about. */
const read = new WeakMap<SourceText, ReadonlyMap<string, Reach>>();

/** By the place of the name. All branches are read as if they were compiled: where a declaration begins is the same then. */
function reaches(source: SourceText): ReadonlyMap<string, Reach> {
  const known = read.get(source);
  if (known !== undefined) return known;
  const starts = lineStartsOf(source.text);
  const found = new Map<string, Reach>();
  for (const { nameStart, start, end } of declarationsIn(lexemesOf(source.text, regionsOf(source.text))).declarations) {
    const { line, column } = positionAt(starts, nameStart);
    found.set(`${line}:${column}`, { first: positionAt(starts, start).line, last: positionAt(starts, end).line });
  }
  read.set(source, found);
  return found;
}

/** Whether the first of a declaration's lines up to its name belong to another branch, or are none of the declaration. */
const beginsInBranch = (lines: readonly string[]): boolean =>
  /^\s*#\s*if\b/.test(lines[0] ?? '') || lines.some((line) => /^\s*#\s*(?:else|elif|endif)\b/.test(line));

/**
 * The first of the lines that belong to a declaration which begins on line `first` and has its name on line `name`: comments
 * right above it, and the `#if` that lets in some of its attributes.
 */
export function withLeading(lines: readonly string[], first: number, name: number): number {
  const between = lines.slice(first - 1, name);
  const count = (pattern: RegExp): number => between.filter((line) => pattern.test(line)).length;
  let open = count(/^\s*#\s*endif\b/) - count(/^\s*#\s*if\b/);
  let at = first;
  for (;;) {
    const above = lines[at - 2]?.trim();
    if (above === undefined) return at;
    const isIf = /^#\s*if\b/.test(above) && open > 0;
    const begins = above.endsWith('*/') && !above.startsWith('//') ? commentStart(lines, at - 1) : at - 1;
    if (!isIf && !/^(?:\/\/|\/\*)/.test(lines[begins - 1]?.trim() ?? '')) return at;
    if (isIf) open -= 1;
    at = begins;
  }
}

/** The line on which the comment begins that ends a line. */
function commentStart(lines: readonly string[], last: number): number {
  let at = last;
  while (at > 1 && !(lines[at - 1] ?? '').includes('/*')) at -= 1;
  return at;
}
