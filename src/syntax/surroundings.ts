/** What may stand at a place in code, told by the tokens in front of it: an expression, a declared name, a pattern. */
import { isName, operandStart, patience, typeListStart } from './chains.ts';
import type { NestedToken } from './nesting.ts';

type Tokens = readonly NestedToken[];

/** Words behind which an expression follows and no declared name. */
const beforeExpression: ReadonlySet<string> = new Set(
  (
    'return throw await else do case in when and or not is as select where by on equals orderby out ref yield checked ' +
    'unchecked'
  ).split(' '),
);
/** Words whose round brackets are followed by a statement. */
const heads: ReadonlySet<string> = new Set('if while for foreach lock using fixed catch when'.split(' '));
const patternWords: ReadonlySet<string> = new Set(['is', 'case', 'and', 'or', 'not']);

/** Whether the tokens in front of a name let it be a declared one; undefined where they do not tell. */
export function isDeclared(tokens: Tokens, first: number): boolean | undefined {
  const before = tokens[first - 1];
  if (before === undefined) return false;
  const { text, kind, partner } = before;
  if (kind === 'word') return !beforeExpression.has(text);
  if (text === '>') return typeListStart(tokens, first - 1) >= 0;
  // A cast or the head of a statement, or a type with several parts.
  if (text === ')') return heads.has(tokens[partner - 1]?.text ?? '') || !hasComma(tokens, partner) ? false : undefined;
  if (text === ']' || text === '?' || text === '*' || text === '&') return undefined;
  return text === ',' ? isDeclarator(tokens, first) : false;
}

/** Whether a list in brackets has several parts. */
export function hasComma(tokens: Tokens, open: number): boolean {
  const close = tokens[open]?.partner ?? -1;
  if (close - open > patience) return true;
  return tokens.slice(open, close).some(({ text, inside }) => text === ',' && inside === open);
}

/** Whether a name behind a comma is one of several that are declared together. */
function isDeclarator(tokens: Tokens, first: number): false | undefined {
  const open = tokens[first]?.inside ?? -1;
  const bracket = tokens[open]?.text;
  if (bracket === '(') return tokens[open - 1]?.text === 'for' ? undefined : false;
  const role = bracket === '{' ? roleOf(tokens, open) : 'block';
  return bracket === '[' || role === 'initializer' || role === 'anonymous' || role === 'switch' ? false : undefined;
}

/** What a `{` opens; bodies are blocks, too. */
export type BraceRole = 'block' | 'enum' | 'initializer' | 'anonymous' | 'switch';

export function roleOf(tokens: Tokens, brace: number): BraceRole {
  let open = brace;
  // Right behind another brace it is a block in a block, or a list in a list.
  while (tokens[open - 1]?.text === '{' && brace - open < patience) open -= 1;
  const role = ownRole(tokens, open);
  return open === brace || role === 'block' ? role : 'initializer';
}

function ownRole(tokens: Tokens, open: number): BraceRole {
  const before = tokens[open - 1]?.text;
  if (before === 'switch') return 'switch';
  if (before === 'new') return 'anonymous';
  if (before === 'with' || before === '=' || before === ',' || before === '(') return 'initializer';
  if (tokens[operandStart(tokens, open - 1) - 1]?.text === 'new') return 'initializer';
  const first = tokens[open]?.first ?? open;
  const header = tokens.slice(first, Math.min(open, first + patience));
  return header.some(({ text, inside }) => text === 'enum' && inside === tokens[open]?.inside) ? 'enum' : 'block';
}

/**
 * Whether what begins at a token may be a pattern (`is Point(1, 2)`), which calls nothing. Patterns begin behind a word,
 * or as an arm of a switch expression, and nest in brackets.
 */
export function mayBePattern(tokens: Tokens, start: number): boolean {
  let first = start;
  for (let steps = 0; steps < patience; steps += 1) {
    const before = tokens[first - 1]?.text ?? '';
    if (patternWords.has(before)) return true;
    const open = tokens[first]?.inside ?? -1;
    if (tokens[open]?.text === '{' && tokens[open - 1]?.text === 'switch') return before === '{' || before === ',';
    if (open < 0 || !/^[(,:{[]$/.test(before)) return false;
    const front = tokens[open - 1];
    const isHead = isName(front) || /^[>)\]]$/.test(front?.text ?? '');
    first = isHead ? operandStart(tokens, open - 1) : open;
  }
  return true;
}

/** Whether a `:` goes on with the `? :` of the same expression. */
export function endsQuestion(tokens: Tokens, colon: number): boolean {
  for (let at = colon - 1; colon - at < patience; at -= 1) {
    const token = tokens[at];
    if (token === undefined || /^[;,({[]$/.test(token.text) || token.text === '=>') return false;
    if (token.text === '?') return true;
    if (token.partner >= 0) at = token.partner;
  }
  return false;
}
