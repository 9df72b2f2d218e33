/** What is done with the value, the method or the type behind a name in an expression: told by the tokens around it. */
import { type Chain, behindName, chainBefore, chainEnd, operandStart, typeListEnd, typeListStart } from './chains.ts';
import { endsQuestion, hasComma, isDeclared, mayBePattern, roleOf } from './surroundings.ts';
import type { NestedToken } from './nesting.ts';

type Tokens = readonly NestedToken[];

export type ValueUse = 'call' | 'new' | 'write' | 'readwrite' | 'read';

/** The use of a name; undefined where it is not certain, and where the name is declared. */
export function useOfValue(tokens: Tokens, at: number): ValueUse | undefined {
  const chain = chainBefore(tokens, at);
  const behind = tokens[behindName(tokens, at)]?.text ?? '';
  if (tokens[chain.first - 1]?.text === 'new' && !chain.expression) return behind === '(' || behind === '{' ? 'new' : undefined;
  if (behind === '(') return isCall(tokens, at, chain) ? 'call' : undefined;
  return changed(tokens, at, chain) ?? (isRead(tokens, at, chain) ? 'read' : undefined);
}

/** Whether a name with round brackets behind it is called there. */
function isCall(tokens: Tokens, at: number, { first, expression }: Chain): boolean {
  if (expression) return true;
  if (mayBePattern(tokens, first)) return false;
  const open = behindName(tokens, at);
  const after = tokens[(tokens[open]?.partner ?? -1) + 1]?.text ?? '';
  const declares = /^(?:\{|=>|where)$/.test(after);
  switch (isDeclared(tokens, first)) {
    case true:
      return false;
    case false:
      // A constructor without modifiers begins like a statement.
      return !(tokens[at]?.first === first && (declares || after === ':'));
    case undefined:
      return isOperator(tokens, first - 1) || (/^[?)*&]$/.test(tokens[first - 1]?.text ?? '') && !declares && after !== ';');
  }
}

const compound: ReadonlySet<string> = new Set('+= -= *= /= %= &= |= ^= <<= ??= ++ --'.split(' '));

/** Whether the expression that ends before a token is assigned to by that token. */
function assignmentAt(tokens: Tokens, at: number): 'write' | 'readwrite' | undefined {
  const { text = '' } = tokens[at] ?? {};
  if (text === '=') return 'write';
  if (compound.has(text)) return 'readwrite';
  // `>>=` and `>>>=` are several tokens.
  let last = at;
  while (tokens[last]?.text === '>' && tokens[last + 1]?.start === tokens[last]?.end) last += 1;
  return last > at && tokens[last]?.text === '>=' ? 'readwrite' : undefined;
}

/** Whether the value behind a name is changed there, as far as that is certain. */
function changed(tokens: Tokens, at: number, chain: Chain): 'write' | 'readwrite' | undefined {
  const assignment = assignmentAt(tokens, at + 1);
  if (assignment === 'readwrite') return assignment;
  if (assignment === 'write') return isAssigned(tokens, chain) ? assignment : undefined;
  return passed(tokens, chain.first, at + 1) ?? (isDeconstructed(tokens, chain.first, at + 1) ? 'write' : undefined);
}

function isAssigned(tokens: Tokens, { first, expression }: Chain): boolean {
  if (expression) return true;
  if (isDeclared(tokens, first) !== false) return false;
  const before = tokens[first - 1]?.text;
  const open = tokens[first]?.inside ?? -1;
  if (tokens[open]?.text !== '{' || (before !== '{' && before !== ',')) return true;
  const role = roleOf(tokens, open);
  // Anonymous types and enums declare the names in their braces.
  return role === 'initializer' || (role === 'block' && before === '{');
}

/** `++x`, and arguments that are passed by `out` or `ref`. */
function passed(tokens: Tokens, first: number, end: number): 'write' | 'readwrite' | undefined {
  const { text = '', inside = -1 } = tokens[first - 1] ?? {};
  const behind = tokens[end]?.text ?? '';
  if (text === '++' || text === '--') return /^(?:[.[(!]|\?\.|->)$/.test(behind) ? undefined : 'readwrite';
  if (text !== 'out' && text !== 'ref') return undefined;
  const isArgument = /^[(,:[]$/.test(tokens[first - 2]?.text ?? '') && /^[(\[]$/.test(tokens[inside]?.text ?? '');
  if (!isArgument || !/^[,)\]]$/.test(behind)) return undefined;
  return text === 'out' ? 'write' : 'readwrite';
}

/** `(a, b) = c`. */
function isDeconstructed(tokens: Tokens, first: number, end: number): boolean {
  const { inside = -1 } = tokens[first] ?? {};
  const open = tokens[inside];
  if (open?.text !== '(' || !/^[,)]$/.test(tokens[end]?.text ?? '') || !/^[(,]$/.test(tokens[first - 1]?.text ?? ''))
    return false;
  const front = tokens[inside - 1];
  const isTuple = front === undefined || /^(?:[;{}=(,:]|=>|else|do)$/.test(front.text);
  return isTuple && tokens[open.partner + 1]?.text === '=' && hasComma(tokens, inside);
}

/** Marks and words behind a name that leave its value alone. */
const leaving: ReadonlySet<string> = new Set(
  (
    '; , ) ] } + - / % * & | ^ && || ?? == != < > <= >= . ?. -> [ ! .. ? is as switch with and or where select orderby join ' +
    'let group into on equals by ascending descending'
  ).split(' '),
);

/** Whether a name, if it names a value, is read and not changed. */
function isRead(tokens: Tokens, at: number, { first, expression }: Chain): boolean {
  const behind = tokens[at + 1];
  // The rest of a string ends a hole.
  const isLeft = behind === undefined || behind.kind === 'literal' || leaving.has(behind.text);
  const isChosen = behind?.text === ':' && (tokens[first - 1]?.text === 'case' || endsQuestion(tokens, at + 1));
  if (!(isLeft || isChosen) || isTypeUse(tokens, at)) return false;
  const end = chainEnd(tokens, at);
  if (end < 0 || (!expression && isUnclear(tokens, first, end))) return false;
  const isChanged =
    assignmentAt(tokens, end) !== undefined ||
    /^(?:out|ref|\+\+|--)$/.test(tokens[first - 1]?.text ?? '') ||
    isDeconstructed(tokens, first, end);
  // Behind a call or a `?.` another object is changed.
  return !isChanged || tokens.slice(at + 1, end).some(({ text }) => text === '(' || text === '?.' || text === '->');
}

/** Whether a name stands in a list of types, or in front of the marks of an array or a nullable type. */
function isTypeUse(tokens: Tokens, at: number): boolean {
  const [next, second] = [tokens[at + 1]?.text, tokens[at + 2]];
  if (next === '<') return typeListEnd(tokens, at + 1) >= 0;
  if (next === '>') return typeListStart(tokens, at + 1) >= 0;
  if (next === '[') return second?.text === ']' || second?.text === ',';
  return next === '?' && second?.kind === 'word' && /^(?:[;=,){]|=>)$/.test(tokens[at + 3]?.text ?? '');
}

/** Whether what begins at a token and ends before another may be something else than an expression. */
function isUnclear(tokens: Tokens, first: number, end: number): boolean {
  const before = tokens[first - 1]?.text ?? '';
  if (before === ':' && tokens[first - 3]?.text === 'where') return true;
  if (before === '<') return typeListEnd(tokens, first - 1) >= 0;
  const declared = isDeclared(tokens, first);
  if (declared === undefined && before === '?') return !(tokens[end]?.text === ':' && endsQuestion(tokens, end));
  if (declared === undefined && isOperator(tokens, first - 1)) return false;
  return declared !== false || isTypeInBrackets(tokens, first);
}

/** Whether a mark that can belong to a type, too, is certain to stand between two operands. */
function isOperator(tokens: Tokens, at: number): boolean {
  const [mark, left] = [tokens[at]?.text, tokens[at - 1]];
  if (left === undefined || (mark !== '*' && mark !== '&')) return false;
  if (left.kind === 'literal' || left.text === ')' || left.text === ']') return true;
  const front = tokens[operandStart(tokens, at - 1) - 1];
  return left.kind === 'word' && /^(?:[-=+/%!<>|^?:)]|[=!<>+*/|&^%-]=|=>|return|&&|\|\||\?\?)$/.test(front?.text ?? '');
}

/** Words in front of brackets that hold types or declared names. */
const beforeTypes: ReadonlySet<string> = new Set(['default', 'sizeof', 'catch', 'var']);

/** `(Type)x`, `(Type, Type) x`, `(x, y) => x`, `default(Type)`. */
function isTypeInBrackets(tokens: Tokens, first: number): boolean {
  const { inside = -1 } = tokens[first] ?? {};
  const open = tokens[inside];
  if (open?.text !== '(') return false;
  const front = tokens[inside - 1];
  const behind = tokens[open.partner + 1];
  if (beforeTypes.has(front?.text ?? '') || behind?.text === '=>') return true;
  const isGiven = front !== undefined && (front.kind === 'word' || /^[>)\]]$/.test(front.text));
  const follows = behind?.text === '(' || (behind !== undefined && behind.kind !== 'mark' && !leaving.has(behind.text));
  return follows && !(isGiven && front.text !== 'return' && front.text !== 'await');
}
