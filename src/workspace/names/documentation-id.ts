/**
 * Documentation ids (ECMA-334, annex D.4.2) as addresses: `M:Ns.T.M(System.Int32)`, ``T:Ns.Repo`1``, `P:Ns.T.Item(System.Int32)`,
 * `M:Ns.T.#ctor`, `M:Ns.T.op_Equality(…)`, `M:Ns.T.Other#Interface#M`. Pure.
 */
import type { CSharpKind } from '../../model/kinds.ts';
import { anyType, splitTopLevel } from '../../model/signature.ts';

/** An id, taken apart into the parts of an address. */
export interface DocumentationId {
  readonly kinds: readonly CSharpKind[];
  /** The way to the member, each part as C# writes it, without type parameters but with the metadata arity. */
  readonly parts: readonly string[];
  /** Types of the parameters as C# writes them; a type parameter is `anyType`, because an id does not know its name. */
  readonly parameters: readonly string[] | undefined;
  readonly isConstructor: boolean;
}

const kinds: Readonly<Record<string, readonly CSharpKind[]>> = {
  T: ['class', 'record', 'struct', 'interface', 'enum', 'delegate'],
  M: ['method', 'constructor', 'operator'],
  P: ['property', 'indexer'],
  F: ['field', 'constant', 'enum-member'],
  E: ['event'],
};

const operators: Readonly<Record<string, string>> = {
  UnaryPlus: '+',
  UnaryNegation: '-',
  LogicalNot: '!',
  OnesComplement: '~',
  Increment: '++',
  Decrement: '--',
  True: 'true',
  False: 'false',
  Addition: '+',
  Subtraction: '-',
  Multiply: '*',
  Division: '/',
  Modulus: '%',
  BitwiseAnd: '&',
  BitwiseOr: '|',
  ExclusiveOr: '^',
  LeftShift: '<<',
  RightShift: '>>',
  UnsignedRightShift: '>>>',
  Equality: '==',
  Inequality: '!=',
  LessThan: '<',
  GreaterThan: '>',
  LessThanOrEqual: '<=',
  GreaterThanOrEqual: '>=',
};

/** Undefined where the text is no documentation id of a type or member. */
export function parseDocumentationId(text: string): DocumentationId | undefined {
  const match = /^([TMPFE]):([^(~]+)(?:\((.*)\))?(?:~(.*))?$/.exec(text);
  const [, prefix = '', path = '', list, result] = match ?? [];
  const allowed = kinds[prefix];
  if (allowed === undefined) return undefined;
  const parts = splitTopLevel(path, '.');
  const member = parts.pop() ?? '';
  if (member === '' || parts.some((part) => part === '')) return undefined;
  const parameters = list === undefined ? undefined : splitTopLevel(list, ',').map(typeText);
  const isConstructor = member === '#ctor' || member === '#cctor';
  if (isConstructor)
    return {
      kinds: ['constructor'],
      parts: [...parts, withoutArity(parts.at(-1) ?? '')],
      parameters: parameters ?? [],
      isConstructor,
    };
  // The dots of an interface's name are written as `#` in the name of a member that implements it.
  const through = splitTopLevel(member, '#');
  const own = memberName(withoutArity(through.pop() ?? ''), prefix, parameters !== undefined, result);
  const name = prefix === 'T' ? member : own;
  const methodParameters = prefix === 'M' ? (parameters ?? []) : parameters;
  return { kinds: allowed, parts: [...parts, ...through.map(typeText), name], parameters: methodParameters, isConstructor };
}

function memberName(name: string, prefix: string, hasParameters: boolean, result: string | undefined): string {
  if (prefix === 'P' && hasParameters && name === 'Item') return 'this[]';
  const operator = /^op_(?:Checked)?(\w+)$/.exec(name)?.[1];
  if (operator === undefined) return name;
  if (operator === 'Implicit' || operator === 'Explicit') return `${operator.toLowerCase()} operator ${typeText(result ?? '')}`;
  const symbol = operators[operator];
  return symbol === undefined ? name : `operator ${symbol}`;
}

/** A method's arity stands behind two ticks; an address does not need it. */
const withoutArity = (name: string): string => name.replace(/`+\d+$/, '');

/** `System.Func{System.Int32@,``0}` → `System.Func<System.Int32,~>`. */
function typeText(type: string): string {
  return type
    .replace(/`+\d+/g, anyType)
    .replaceAll('{', '<')
    .replaceAll('}', '>')
    .replace(/@$/, '')
    .replace(/\[[\d:,]+\]/g, (rank) => `[${rank.replace(/[^,]/g, '')}]`);
}
