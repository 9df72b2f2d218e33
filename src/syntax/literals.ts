/** String and character literals (ECMA-334, 6.4.5, with raw and UTF-8 strings of C# 11): where they begin and end. */
import { lineEndClass, runLength, spaceClass } from './text.ts';

/** A string with holes (`$"…"`) that is open. */
export interface Interpolation {
  /** Raw strings have their content on the line of the quotes (`line`) or on lines of its own (`block`). */
  readonly form: 'regular' | 'verbatim' | 'line' | 'block';
  /** How many braces open a hole. */
  readonly dollars: number;
  /** How many quotes end it. */
  readonly quotes: number;
  /** The brackets that have to be closed before `}` ends the hole that is read; undefined between holes. */
  closers: string[] | undefined;
  /** Whether the hole holds what no hole may; the compiler then takes the next quote for the end of the string. */
  broken: boolean;
}

const dollarsAndQuotes = /(\$+)@?("+)/y;
const blankToLineEnd = new RegExp(`[${spaceClass}]*(\\r\\n|[${lineEndClass}])?`, 'y');

/** The string with holes that begins at an offset, and where its content begins; undefined where none begins. */
export function interpolationAt(text: string, at: number): { opened: Interpolation; content: number } | undefined {
  const fresh = { closers: undefined, broken: false };
  if (text.startsWith('$@"', at) || text.startsWith('@$"', at)) {
    return { opened: { ...fresh, form: 'verbatim', dollars: 1, quotes: 1 }, content: at + 3 };
  }
  dollarsAndQuotes.lastIndex = at;
  const [all = '', { length: dollars } = '', { length: quotes } = ''] = dollarsAndQuotes.exec(text) ?? [];
  if (all === '') return undefined;
  if (dollars === 1 && quotes < 3) return { opened: { ...fresh, form: 'regular', dollars, quotes: 1 }, content: at + 2 };
  blankToLineEnd.lastIndex = at + all.length;
  const isBlock = blankToLineEnd.exec(text)?.[1] !== undefined;
  const content = isBlock ? blankToLineEnd.lastIndex : at + all.length;
  return { opened: { ...fresh, form: isBlock ? 'block' : 'line', dollars, quotes }, content };
}

/** The end of the literal without holes that begins at an offset; undefined where none begins. */
export function literalEnd(text: string, at: number): number | undefined {
  const char = text[at];
  if (char === "'") return quotedEnd(text, at);
  if (char === '@' && text[at + 1] === '"') return withSuffix(text, verbatimEnd(text, at + 2));
  if (char !== '"') return undefined;
  const quotes = runLength(text, at, '"');
  return withSuffix(text, quotes < 3 ? quotedEnd(text, at) : rawEnd(text, at + quotes, quotes));
}

const withSuffix = (text: string, end: number): number => (/^u8$/i.test(text.slice(end, end + 2)) ? end + 2 : end);

const plain = {
  '"': new RegExp(`[^"\\\\${lineEndClass}]*`, 'y'),
  "'": new RegExp(`[^'\\\\${lineEndClass}]*`, 'y'),
};
const rawContent = { line: new RegExp(`[^"${lineEndClass}]*`, 'y'), block: /[^"]*/y };

/** The end of a literal in `"` or `'`. Where it is not ended it ends with the line. */
function quotedEnd(text: string, start: number): number {
  const quote = text[start] === '"' ? '"' : "'";
  const content = plain[quote];
  for (let at = start + 1; ;) {
    content.lastIndex = at;
    content.test(text);
    at = content.lastIndex;
    if (text[at] !== '\\') return text[at] === quote ? at + 1 : at;
    at = Math.min(at + 2, text.length);
  }
}

function verbatimEnd(text: string, from: number): number {
  for (let at = from; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    if (text[quote + 1] !== '"') return quote + 1;
    at = quote + 2;
  }
}

function rawEnd(text: string, from: number, quotes: number): number {
  blankToLineEnd.lastIndex = from;
  const isBlock = blankToLineEnd.exec(text)?.[1] !== undefined;
  const content = isBlock ? rawContent.block : rawContent.line;
  for (let at = from; ;) {
    content.lastIndex = at;
    content.test(text);
    at = content.lastIndex;
    const length = runLength(text, at, '"');
    if (length >= quotes) return at + length;
    if (length === 0) return at;
    at += length;
  }
}
