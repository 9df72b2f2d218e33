/** Names in using directives, in attributes and in lists of base types. */
import { behindName, chainBefore, isName, isOperandEnd, patience } from './chains.ts';
import type { NestedToken } from './nesting.ts';

type Tokens = readonly NestedToken[];

/** Whether a name stands in a using directive. */
export function isUsing(tokens: Tokens, at: number): boolean {
  let first = tokens[at]?.first ?? at;
  if (tokens[first]?.text === 'global') first += 1;
  if (tokens[first]?.text !== 'using') return false;
  first += 1;
  // `using static A;` and `using unsafe A = int*;`
  if (tokens[first]?.text === 'static' || tokens[first]?.text === 'unsafe') return true;
  if (!isName(tokens[first])) return false;
  if (tokens[first + 1]?.text === '=') return true;
  let end = first;
  while (/^(?:\.|::)$/.test(tokens[end + 1]?.text ?? '') && end - first < patience) end += 2;
  // A variable that is declared has a name behind its type.
  return tokens[end + 1]?.text === ';';
}

/** Words that go on with an expression behind a `]`. */
const goingOn: ReadonlySet<string> = new Set('is as switch with and or when in'.split(' '));

/**
 * Whether a name is that of an attribute: `[Name]`, `[return: A.Name(1)]`; undefined where what is in brackets may also be
 * the elements of a collection.
 */
export function isAttribute(tokens: Tokens, at: number): boolean | undefined {
  const open = tokens[at]?.inside ?? -1;
  if (tokens[open]?.text !== '[') return false;
  const before = tokens[chainBefore(tokens, at).first - 1]?.text ?? '';
  const isNamed = /^[[,:]$/.test(before) && /^[(,\]]$/.test(tokens[behindName(tokens, at)]?.text ?? '');
  return isNamed && isSection(tokens, open);
}

/** Attributes stand in front of a declaration: nothing else in brackets is followed by a word there. */
function isSection(tokens: Tokens, open: number): boolean | undefined {
  if (/^(?:assembly|module)$/.test(tokens[open + 1]?.text ?? '') && tokens[open + 2]?.text === ':') return true;
  let [start, end] = [open, open];
  for (let steps = 0; tokens[start - 1]?.text === ']' && steps < patience; steps += 1) start = tokens[start - 1]?.partner ?? -1;
  for (let steps = 0; tokens[end]?.text === '[' && steps < patience; steps += 1) {
    const { partner = -1 } = tokens[end] ?? {};
    if (partner < 0) return undefined;
    end = partner + 1;
  }
  const front = tokens[start - 1];
  if (tokens[start]?.first !== start && isOperandEnd(front)) return false;
  const behind = tokens[end];
  if (behind?.text === '(' || behind?.text === '[' || behind?.text === '~') return undefined;
  if (behind?.kind !== 'word' || goingOn.has(behind.text)) return false;
  return tokens[start]?.first === start || /^[(,<]$/.test(front?.text ?? '') ? true : undefined;
}

const typeWords: ReadonlySet<string> = new Set(['class', 'struct', 'interface', 'record', 'enum']);

/** Whether a name is that of a base type: `class A : Name, B.Name<C>`. */
export function isBaseType(tokens: Tokens, at: number): boolean {
  const { first = at } = tokens[at] ?? {};
  if (at - first > patience) return false;
  let seen: 'nothing' | 'type' | 'colon' = 'nothing';
  let depth = 0;
  for (let index = first; index < at; index += 1) {
    const token = tokens[index];
    if (token === undefined) return false;
    const { text, partner } = token;
    if (typeWords.has(text) && seen === 'nothing') seen = 'type';
    else if (text === ':' && seen !== 'type') return false;
    else if (text === ':') seen = 'colon';
    else if (text === '<' || text === '>') depth += text === '<' ? 1 : -1;
    else if (text === 'where' || text === ';' || text === '{' || text === '=') return false;
    else if (partner > index) {
      // Attributes, and what is given to a primary constructor.
      if (partner > at) return false;
      index = partner;
    }
  }
  return seen === 'colon' && depth === 0 && !/^(?:\.|::)$/.test(tokens[behindName(tokens, at)]?.text ?? '');
}
