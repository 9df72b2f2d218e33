/**
 * From line, column and text to the place of a name in a file; pure. Lines and columns count from 1. What was asked is
 * followed to the letter where it can be; where the file says otherwise without a doubt, the place is taken and a note
 * says so; else the fault tells where the text or the names stand.
 */
import type { Position } from '../../model/places.ts';
import { namesIn } from '../../model/keywords.ts';

/** Where a name is looked for. One of `column` and `text` is given where there is a line, `text` where there is none. */
export interface Pointer {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly text?: string | undefined;
  /** Which of several places of the text is meant, from 1. */
  readonly occurrence?: number | undefined;
}

export interface Pointed extends Position {
  /** Said where the place is not exactly the one that was asked for. */
  readonly note?: string;
}

/** How far a line is thought to have moved. */
const drift = 30;
/** Lines that a fault names. */
const named = 10;

/** The place, or what is wrong with the pointer. */
export function point(lines: readonly string[], pointer: Pointer): Pointed | string {
  const { line, column, text } = pointer;
  if (line !== undefined && line > lines.length) {
    if (text === undefined) return `line ${line} is past the end of the file, which has ${lines.length} lines`;
  }
  if (text !== undefined) return byText(lines, text, pointer);
  return byColumn(lines[(line ?? 1) - 1] ?? '', line ?? 1, column ?? 1);
}

function byColumn(text: string, line: number, column: number): Pointed | string {
  if (column > text.length + 1)
    return `line ${line} has ${text.length} columns, column ${column} is past its end: ${text.trim().slice(0, 200)}`;
  const names = namesIn(text);
  const touches = names.some(({ name, column: start }) => start <= column && column <= start + name.length);
  // Indexers and operators are asked about at their tokens.
  if (touches || /[^\s\w;,){}]/.test(text[column - 1] ?? ' ')) return { line, column };
  const [only] = names;
  if (only === undefined || names.length > 1) return { line, column };
  return { line, column: only.column, note: `column ${column} is not on a name; taken: ${only.name}, column ${only.column}` };
}

function byText(lines: readonly string[], text: string, { line, column, occurrence }: Pointer): Pointed | string {
  const all = lines.flatMap((each, at) => columnsOf(each, text).map((start) => ({ line: at + 1, column: start })));
  const found = line === undefined ? all : all.filter((each) => each.line === line);
  if (found.length === 0) return line === undefined ? `'${text}' does not stand in the file` : moved(all, text, line);
  const [first] = found;
  if (occurrence !== undefined) {
    const chosen = found[occurrence - 1];
    return chosen === undefined ? `'${text}' stands there ${times(found.length)}, not ${occurrence} times` : onName(chosen, text);
  }
  if (first !== undefined && found.length === 1) return onName(first, text);
  const around = found.find((each) => column !== undefined && each.column <= column && column <= each.column + text.length);
  if (around !== undefined) return onName(around, text);
  const where = found.slice(0, named).map((each) => (line === undefined ? `line ${each.line}` : `column ${each.column}`));
  return `'${text}' stands there ${times(found.length)} (${where.join(', ')}${found.length > named ? ', …' : ''}): give ${line === undefined ? 'line or occurrence' : 'column or occurrence'}`;
}

/** The text stands elsewhere: near by where it is the only one near by, else the only one of the file. */
function moved(all: readonly Position[], text: string, line: number): Pointed | string {
  const near = all.filter((each) => Math.abs(each.line - line) <= drift);
  const [only] = near.length === 1 ? near : all;
  if (only !== undefined && (near.length === 1 || all.length === 1)) {
    return {
      ...onName(only, text),
      note: `'${text}' does not stand on line ${line}; taken: line ${only.line}, the only place near`,
    };
  }
  if (all.length === 0) return `'${text}' does not stand on line ${line}, nor anywhere in the file`;
  return `'${text}' does not stand on line ${line}; it stands on lines ${all
    .slice(0, named)
    .map((each) => each.line)
    .join(', ')}${all.length > named ? ', …' : ''}`;
}

/** Columns at which a text stands, as whole words where it begins or ends with one. */
function columnsOf(line: string, text: string): number[] {
  if (!line.includes(text)) return [];
  const begin = /^[\p{L}\p{N}_]/u.test(text) ? '(?<![\\p{L}\\p{N}_])' : '';
  const end = /[\p{L}\p{N}_]$/u.test(text) ? '(?![\\p{L}\\p{N}_])' : '';
  return Array.from(line.matchAll(new RegExp(`${begin}${RegExp.escape(text)}${end}`, 'gu')), (match) => match.index + 1);
}

/** `order.Total(` means `Total`, and so does `public int Total { get; }`: what is named before anything is opened or assigned. */
function onName(at: Position, text: string): Position {
  const head = /^[^({[;=:]*/.exec(text)?.[0] ?? '';
  const last = namesIn(head).at(-1) ?? namesIn(text).at(-1);
  return { line: at.line, column: at.column + (last === undefined ? 0 : last.column - 1) };
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
