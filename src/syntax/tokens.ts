/** Words, marks and literals of a C# text. */
import type { Condition } from './conditions.ts';
import type { Region } from './regions.ts';
import { lineEndClass, spaceClass, wideClass } from './text.ts';

/** A word, an operator or bracket (`mark`), or a literal; white space, comments and directives are none. */
export interface Token {
  readonly kind: 'word' | 'mark' | 'literal';
  /** As it stands there, with the `@` of a name. Each `>` is a token of its own, because it may close a list of types. */
  readonly text: string;
  /** UTF-16 offsets in the file; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Under what it is compiled; undefined where it stands under no `#if`. */
  readonly when: Condition | undefined;
}

const blank = new RegExp(`[${spaceClass}${lineEndClass}]*`, 'y');
const token = new RegExp(
  `(@?[A-Za-z_${wideClass}][\\w${wideClass}]*)|(\\d\\w*(?:\\.\\d\\w*)?)|` +
    '=>|==|!=|<=|>=|\\+\\+|--|&&|\\|\\||->|::|\\.\\.|\\?\\?=|\\?\\?|\\?\\.(?!\\d)|<<=|[-+*/%&|^]=|[^]',
  'y',
);

/** The tokens of a region, in order. Only code and strings have some; a string, or its part beside a hole, is one. */
export function tokensIn(text: string, { kind, start, end, when }: Region): Token[] {
  if (kind === 'string') return [{ kind: 'literal', text: text.slice(start, end), start, end, when }];
  const found: Token[] = [];
  for (let at = start; kind === 'code'; at = token.lastIndex) {
    blank.lastIndex = at;
    blank.test(text);
    token.lastIndex = blank.lastIndex;
    const match = token.lastIndex < end ? token.exec(text) : null;
    if (match === null) break;
    const sort = match[1] !== undefined ? 'word' : match[2] !== undefined ? 'literal' : 'mark';
    found.push({ kind: sort, text: match[0], start: match.index, end: token.lastIndex, when });
  }
  return found;
}
