/** Characters and line ends as C# sorts them (ECMA-334, 6.3 and 6.4.3), and places in a text. */
import type { Position } from '../model/places.ts';

/** What ends a line, as the inside of a character class; `\r\n` is one end. */
export const lineEndClass = '\\n\\r\\u0085\\u2028\\u2029';
/** White space within a line, as the inside of a character class: what the compiler skips in front of a directive. */
export const spaceClass = ' \\t\\v\\f\\u001a\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\ufeff';

/** All that is neither ASCII nor in the classes above. In code it can only be part of a name; `\\p{L}` costs much more. */
export const wideClass =
  '\\u0080-\\u0084\\u0086-\\u009f\\u00a1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ufefe\\uff00-\\uffff';

const space = new RegExp(`[${spaceClass}]`);
const newLine = new RegExp(`[${lineEndClass}]`);
const lineEnd = new RegExp(`\\r\\n|[${lineEndClass}]`, 'g');
const restOfLine = new RegExp(`[^${lineEndClass}]*`, 'y');

/** Where the line that holds an offset ends, before its line end. */
export function endOfLine(text: string, from: number): number {
  restOfLine.lastIndex = from;
  restOfLine.test(text);
  return restOfLine.lastIndex;
}

/** Whether nothing but white space stands before an offset on its line. */
export function isFirstOfLine(text: string, at: number): boolean {
  let before = at - 1;
  while (space.test(text[before] ?? '')) before -= 1;
  return before < 0 || newLine.test(text[before] ?? '');
}

/** How often one character stands in a row. */
export function runLength(text: string, at: number, char: string): number {
  let end = at;
  while (text[end] === char) end += 1;
  return end - at;
}

/** The offsets at which lines begin. */
export function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(lineEnd)) starts.push(match.index + match[0].length);
  return starts;
}

/** The position of an offset. */
export function positionAt(lineStarts: readonly number[], offset: number): Position {
  const line = lastAtOrBefore(lineStarts, (start) => start <= offset);
  return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
}

/** The offset of a position; NaN where the text has no such line. */
export const offsetAt = (lineStarts: readonly number[], { line, column }: Position): number =>
  (lineStarts[line - 1] ?? Number.NaN) + column - 1;

/** The last of ascending items for which `holds` is true, which it is for all before it; -1 where it is for none. */
export function lastAtOrBefore<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = -1;
  let high = items.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle;
    else high = middle;
  }
  return low;
}
