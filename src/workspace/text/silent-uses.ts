/**
 * Uses that leave no name in the text. The compiler's search for references goes by the name, so it does not find a call
 * that the language makes by itself: a conversion, a clause of a query, `await using`, an element of a collection.
 */
import type { CSharpKind } from '../../model/kinds.ts';
import type { Warning } from '../../model/codes.ts';

/** What the language calls by itself, by the last part of the name. */
const patterns: readonly (readonly [names: RegExp, where: string])[] = [
  [/^implicit operator /, 'implicit conversions'],
  [/^operator (?:true|false)$/, 'conditions'],
  [
    /^(?:Where|Select|SelectMany|OrderBy|OrderByDescending|ThenBy|ThenByDescending|GroupBy|GroupJoin|Join|Cast)$/,
    'query expressions',
  ],
  [/^(?:GetResult|OnCompleted|UnsafeOnCompleted|IsCompleted)$/, 'await'],
  [/^DisposeAsync$/, 'await using'],
  [/^Add$/, 'collection expressions and initializers'],
];

/** A warning where the language may use a symbol of this name and kind without writing the name. */
export function silentUses(name: string, kind: CSharpKind | undefined): Warning[] {
  if (kind !== 'operator' && kind !== 'method' && kind !== 'property') return [];
  const where = patterns.find(([names]) => names.test(name))?.[1];
  if (where === undefined) return [];
  return [{ code: 'partial_answer', message: `uses without the name in the text are not found: ${where} that use ${name}` }];
}
