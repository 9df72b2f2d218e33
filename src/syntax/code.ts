/** A C# text that is read once, for questions about many places in it. */
import type { Position } from '../model/places.ts';
import { type Region, regionsOf } from './regions.ts';
import { lastAtOrBefore, lineStartsOf, offsetAt } from './text.ts';
import { type NestedToken, nestedTokensOf } from './nesting.ts';

export interface Code {
  readonly text: string;
  /** The offsets at which lines begin. */
  readonly lineStarts: readonly number[];
  readonly regions: readonly Region[];
  readonly tokens: readonly NestedToken[];
}

/** Reads a text; `constants` as in regionsOf. */
export function codeOf(text: string, constants?: ReadonlySet<string>): Code {
  const regions = regionsOf(text, constants);
  return { text, lineStarts: lineStartsOf(text), regions, tokens: nestedTokensOf(text, regions) };
}

/** The index of the token that holds a position; -1 where none does. */
export function tokenAt(code: Code, position: Position): number {
  const offset = offsetAt(code.lineStarts, position);
  const index = lastAtOrBefore(code.tokens, (token) => token.start <= offset);
  return offset < (code.tokens[index]?.end ?? 0) ? index : -1;
}
