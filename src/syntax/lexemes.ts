/** C# code as a list of words, marks and literals, as far as declarations have to be told apart by them. */
import type { Region } from './regions.ts';
import { type Token, tokensIn } from './tokens.ts';

/** What stands in a text's regions that may be compiled, in order; a string is one token, with its holes. */
export function lexemesOf(text: string, regions: readonly Region[]): Token[] {
  const found: Token[] = [];
  /** Strings with holes that are open, and where the outermost of them begins. */
  let open = 0;
  let opened = 0;
  for (const region of regions) {
    const { kind, start, end, when } = region;
    if (kind !== 'string') {
      if (open === 0) for (const token of tokensIn(text, region)) found.push(token);
      continue;
    }
    const goesOn = open > 0 && (text[start] === '}' || text[start] === ':');
    const opens = text[end - 1] === '{' && (goesOn || /^(?:\$|@\$)/.test(text.slice(start, start + 2)));
    if (open === 0) opened = start;
    open += Number(opens) - Number(goesOn);
    if (open === 0) found.push({ kind: 'literal', text: text.slice(opened, end), start: opened, end, when });
  }
  return found;
}
