/** C# code as a list of words, marks and literals, as far as declarations have to be told apart by them. */
import type { Condition } from './conditions.ts';
import type { Region } from './regions.ts';

/** A word, a mark or a literal; white space, comments and directives are none. A literal is one, with its holes. */
export interface Lexeme {
  readonly text: string;
  /** UTF-16 offsets in the file, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** Under what it is compiled; absent where it stands under no `#if`. */
  readonly when?: Condition;
}

/** `>` stands alone, because `>>` can end two lists of type arguments. */
const token = /@?[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Pc}\p{Mn}\p{Mc}\p{Cf}]*|\d[\w.]*|=>|::|[=!<>]=|&&|\|\||\?\?|\S/gu;

/** What stands in a text's regions that may be compiled, in order. */
export function lexemesOf(text: string, regions: readonly Region[]): Lexeme[] {
  const found: Lexeme[] = [];
  /** Strings with holes that are open, and where the outermost of them begins. */
  let open = 0;
  let opened = 0;
  for (const { kind, start, end, when } of regions) {
    const condition = when === undefined ? {} : { when };
    if (kind === 'string') {
      const goesOn = open > 0 && (text[start] === '}' || text[start] === ':');
      const opens = text[end - 1] === '{' && (goesOn || /^(?:\$|@\$)/.test(text.slice(start, start + 2)));
      if (open === 0) opened = start;
      open += Number(opens) - Number(goesOn);
      if (open === 0) found.push({ text: text.slice(opened, end), start: opened, end, ...condition });
    }
    if (kind !== 'code' || open > 0) continue;
    for (const match of text.slice(start, end).matchAll(token)) {
      const at = start + match.index;
      found.push({ text: match[0], start: at, end: at + match[0].length, ...condition });
    }
  }
  return found;
}
