/** How a name is used at a place, as far as syntax alone is certain of it. */
import type { Position } from '../model/places.ts';
import { isName } from './chains.ts';
import { type Code, tokenAt } from './code.ts';
import { regionAt } from './regions.ts';
import { isAttribute, isBaseType, isUsing } from './sections.ts';
import { offsetAt } from './text.ts';
import type { NestedToken } from './nesting.ts';
import { type ValueUse, useOfValue } from './values.ts';

/**
 * `call`: it is followed by arguments; what is no method is read there and its value called. `new`: an object of the
 * type is made. `write`: a value is assigned, also by `out`, an initializer or a deconstruction; `readwrite`: by `+=`,
 * `++`, `ref` and the like. `read`: if it names a value, that is read and not written; of a type it says nothing.
 * `cref`: in a documentation comment. `attribute`, `base-list`, `using`, `nameof`, `typeof` say where it stands.
 */
export type Use = ValueUse | 'nameof' | 'typeof' | 'attribute' | 'base-list' | 'using' | 'cref';

/** The use of the name at a position; undefined where it is not certain, and for what is declared there. */
export function useOf(code: Code, position: Position): Use | undefined {
  const offset = offsetAt(code.lineStarts, position);
  const region = regionAt(code.regions, offset);
  if (region?.kind === 'comment')
    return isCref(code.text.slice(region.start, region.end), offset - region.start) ? 'cref' : undefined;
  const { tokens } = code;
  const at = tokenAt(code, position);
  const token = tokens[at];
  if (token?.kind !== 'word') return undefined;
  // `var (a, b) = c` calls nothing.
  if (token.text === 'var') return undefined;
  if (!isName(token)) return useOfKeyword(tokens, at);
  const attribute = isAttribute(tokens, at);
  if (attribute !== false) return attribute === true ? 'attribute' : undefined;
  return useInList(tokens, at) ?? useOfValue(tokens, at);
}

/** Constructors are called by `new(…)`, `: base(…)` and `: this(…)`, too. */
function useOfKeyword(tokens: readonly NestedToken[], at: number): Use | undefined {
  if (tokens[at + 1]?.text !== '(') return undefined;
  const { text = '' } = tokens[at] ?? {};
  if (text === 'new') return 'new';
  return (text === 'base' || text === 'this') && tokens[at - 1]?.text === ':' ? 'call' : undefined;
}

function isCref(comment: string, offset: number): boolean {
  if (!/^(?:\/\/\/(?!\/)|\/\*\*(?![*/]))/.test(comment)) return false;
  return Array.from(comment.matchAll(/\bcref\s*=\s*(?:"[^"]*"|'[^']*')/g)).some(
    ({ index, 0: { length } }) => index <= offset && offset < index + length,
  );
}

function useInList(tokens: readonly NestedToken[], at: number): Use | undefined {
  const front = tokens[(tokens[at]?.inside ?? -1) - 1]?.text;
  const isInBrackets = tokens[tokens[at]?.inside ?? -1]?.text === '(';
  if (isInBrackets && (front === 'nameof' || front === 'typeof')) return front;
  if (isUsing(tokens, at)) return 'using';
  return isBaseType(tokens, at) ? 'base-list' : undefined;
}
