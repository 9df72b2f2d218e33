/** Dotted names and lists of types in code: where they begin and end. */
import { keywords } from '../model/keywords.ts';
import type { NestedToken } from './nesting.ts';

type Tokens = readonly NestedToken[];

/** Tokens after which a search gives up, so that no text is read again and again; no hand-written code comes near. */
export const patience = 400;

const predefined: ReadonlySet<string> = new Set(
  'bool byte char decimal double dynamic float int long object sbyte short string uint ulong ushort void'.split(' '),
);
const amongTypes: ReadonlySet<string> = new Set([',', '.', '?', '*', '::', '<', '>', 'in', 'out']);

/** Whether a token is a name, and not a word of the language. */
export const isName = (token: NestedToken | undefined): boolean => token?.kind === 'word' && !keywords.has(token.text);

/** The index of the `>` that ends the list of types which begins at a `<`; -1 where it is none. */
export const typeListEnd = (tokens: Tokens, at: number): number => typeListBound(tokens, at, '<', '>', 1);

/** The index of the `<` that begins the list of types which ends at a `>`; -1 where it is none. */
export const typeListStart = (tokens: Tokens, at: number): number => typeListBound(tokens, at, '>', '<', -1);

function typeListBound(tokens: Tokens, from: number, opens: string, closes: string, step: 1 | -1): number {
  let depth = 0;
  for (let at = from; Math.abs(at - from) < patience; at += step) {
    const token = tokens[at];
    if (token === undefined) return -1;
    const { text, partner } = token;
    if (text === opens) depth += 1;
    else if (text === closes) depth -= 1;
    else if ((text === '(' || text === '[' || text === ')' || text === ']') && (partner - at) * step > 0) at = partner;
    else if (!amongTypes.has(text) && !predefined.has(text) && !isName(token)) return -1;
    if (depth === 0) return at;
  }
  return -1;
}

/** The index behind a name and the list of types that may follow it. */
export function behindName(tokens: Tokens, at: number): number {
  const end = tokens[at + 1]?.text === '<' ? typeListEnd(tokens, at + 1) : -1;
  return end < 0 ? at + 1 : end + 1;
}

/** The part in front of a name that belongs to the same primary expression: `a.b(x)[0].` */
export interface Chain {
  /** The index of its first token, or of the name itself. */
  readonly first: number;
  /** Whether it can only be an expression, and neither a qualified type nor the interface of an explicit implementation. */
  readonly expression: boolean;
}

const links: ReadonlySet<string> = new Set(['.', '::', '->', '?.']);

export function chainBefore(tokens: Tokens, name: number): Chain {
  let [first, expression] = [name, false];
  while (links.has(tokens[first - 1]?.text ?? '') && name - first < patience) {
    const link = tokens[first - 1]?.text;
    const { start, certain } = operandBefore(tokens, first - 2);
    // `?.` in front of which nothing stands, and the like.
    if (start < 0) return { first: first - 1, expression: true };
    first = start;
    expression ||= certain || link === '->' || link === '?.';
  }
  return { first, expression };
}

/** The operand that ends at a token: a name with its types, a call, an element, something in brackets, a literal. */
function operandBefore(tokens: Tokens, end: number): { start: number; certain: boolean } {
  let [at, certain] = [end, false];
  for (let steps = 0; steps < patience; steps += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const { text, partner, kind } = token;
    if (text === '!' || text === '?') [at, certain] = [at - 1, true];
    else if ((text === ')' || text === ']') && partner >= 0) {
      const before = tokens[partner - 1];
      if (!isOperandEnd(before)) return { start: partner, certain: true };
      [at, certain] = [partner - 1, true];
    } else if (text === '>') {
      const start = typeListStart(tokens, at);
      if (start < 0) break;
      at = start - 1;
    } else if (kind === 'literal' || text === 'this' || text === 'base' || predefined.has(text))
      return { start: at, certain: true };
    else return { start: isName(token) ? at : -1, certain };
  }
  return { start: -1, certain: true };
}

const operandEnds: ReadonlySet<string> = new Set([')', ']', '>', '!', '?', 'this', 'base']);

/** Whether an expression can end with a token; a literal is none that goes on with a bracket. */
export const isOperandEnd = (token: NestedToken | undefined): boolean =>
  token !== undefined && (isName(token) || operandEnds.has(token.text) || predefined.has(token.text));

/** The index of the first token of the operand that ends at a token, with what it is a member of. */
export function operandStart(tokens: Tokens, end: number): number {
  const { start } = operandBefore(tokens, end);
  return start < 0 ? end : chainBefore(tokens, start).first;
}

/** Where the primary expression ends that a name begins or goes on: the index of the first token behind it. */
export function chainEnd(tokens: Tokens, name: number): number {
  let at = behindName(tokens, name);
  for (let steps = 0; steps < patience; steps += 1) {
    const token = tokens[at];
    if (token === undefined) return at;
    if (links.has(token.text)) at = behindName(tokens, at + 1);
    else if ((token.text === '(' || token.text === '[') && token.partner > at) at = token.partner + 1;
    else if ((token.text === '!' || token.text === '?') && /^(?:\.|\[|\()$/.test(tokens[at + 1]?.text ?? '')) at += 1;
    else return at;
  }
  return -1;
}
