/** Words of C#. */

/** Reserved keywords (C# standard, 6.4.4): none of them is ever a name without `@`. */
export const keywords: ReadonlySet<string> = new Set(
  (
    'abstract as base bool break byte case catch char checked class const continue decimal default delegate do double ' +
    'else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal ' +
    'is lock long namespace new null object operator out override params private protected public readonly ref return ' +
    'sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked ' +
    'unsafe ushort using virtual void volatile while'
  ).split(' '),
);

/** One identifier, where it begins. Matches keywords, too. */
export const identifier = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** An identifier in a line of text, with its column from 1. */
export interface Name {
  readonly name: string;
  readonly column: number;
}

/** The identifiers of a line that are no keywords. Comments and strings are not told apart from code. */
export function namesIn(line: string): Name[] {
  return Array.from(line.matchAll(identifier), (match) => ({ name: match[0], column: match.index + 1 })).filter(
    ({ name, column }) => !keywords.has(name) || line[column - 2] === '@',
  );
}
