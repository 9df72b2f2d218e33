/** Expressions of `#if` and `#elif` (ECMA-334, 6.5.3): read once, asked for the constants of any framework. */
import { spaceClass } from './text.ts';

/**
 * What must be true of the constants for text to be compiled: this expression and all that `outer` asks. An expression
 * of an earlier branch of the same `#if` must be false.
 */
export interface Condition {
  /** The expression as it stands in the file. */
  readonly written: string;
  /** The same with operators behind their operands; what the file itself defines is resolved. */
  readonly postfix: Postfix;
  /** What the expression must be. */
  readonly holds: boolean;
  readonly outer: Condition | undefined;
}

/** Names of constants, `true`, `false`, and the operators `!`, `==`, `!=`, `&&`, `||`. */
export type Postfix = readonly string[];

/** What was found out of conditions with some constants: one is asked about for each token under it, and may be long. */
const judged = new WeakMap<ReadonlySet<string>, WeakMap<Condition, boolean>>();

/** Whether text under a condition is compiled with these constants; text under none always is. */
export function isActive(condition: Condition | undefined, constants: ReadonlySet<string>): boolean {
  const known = judged.get(constants) ?? new WeakMap<Condition, boolean>();
  judged.set(constants, known);
  const passed: Condition[] = [];
  let active = true;
  for (let each = condition; each !== undefined; each = each.outer) {
    passed.push(each);
    active = known.get(each) ?? evaluate(each.postfix, constants) === each.holds;
    if (!active || known.has(each)) break;
  }
  // What stands under a condition that does not hold is not active; else all of them are.
  for (const each of passed) known.set(each, active);
  return active;
}

/** Longer texts help nobody. */
const mostShown = 8;

/** The condition as one expression: `NET8_0 && !(A || B)`. */
export function conditionText(condition: Condition): string {
  const parts: string[] = [];
  let rest: Condition | undefined = condition;
  for (; rest !== undefined && parts.length < mostShown; rest = rest.outer) parts.unshift(partText(rest));
  if (rest !== undefined) parts.unshift('…');
  return parts.length === 1 && condition.holds ? condition.written : parts.join(' && ');
}

function partText({ written, holds }: Condition): string {
  if (!holds) return /^\w+$/.test(written) ? `!${written}` : `!(${written})`;
  return written.includes('||') ? `(${written})` : written;
}

/** The value with these constants; where none are known, undefined unless the expression does not depend on any. */
export function evaluate(postfix: Postfix, constants: ReadonlySet<string> | undefined): boolean | undefined {
  const values: (boolean | undefined)[] = [];
  for (const part of postfix) {
    if (part === 'true' || part === 'false') values.push(part === 'true');
    else if (!precedence.has(part)) values.push(constants?.has(part));
    else {
      const right = values.pop();
      values.push(part === '!' ? not(right) : combined(part, values.pop(), right));
    }
  }
  return values.pop();
}

const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

function combined(operator: string, left: boolean | undefined, right: boolean | undefined): boolean | undefined {
  // One operand can decide alone: false of `&&`, true of `||`.
  const decisive = operator === '||';
  if ((operator === '&&' || operator === '||') && (left === decisive || right === decisive)) return decisive;
  if (left === undefined || right === undefined) return undefined;
  if (operator === '==' || operator === '!=') return (left === right) === (operator === '==');
  return !decisive;
}

const precedence: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ['==', 3],
  ['!=', 3],
  ['!', 4],
]);
const part = new RegExp(
  `[${spaceClass}]*(\\|\\||&&|[=!]=|[!()]|[\\p{L}\\p{Nl}_][\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}\\p{Mn}\\p{Mc}\\p{Cf}]*)`,
  'uy',
);

/**
 * Reads an expression. Like the compiler, it takes a missing operand for false and leaves what it does not understand
 * (a `//` comment, too). It keeps its own stack, so no depth of brackets exhausts the program's.
 */
export function parseExpression(text: string): { written: string; postfix: Postfix } {
  const postfix: string[] = [];
  const waiting: string[] = [];
  let wantsOperand = true;
  let end = 0;
  const release = (least: number): void => {
    for (let top = waiting.at(-1); top !== undefined && (precedence.get(top) ?? 0) >= least; top = waiting.at(-1)) {
      postfix.push(top);
      waiting.pop();
    }
  };
  for (;;) {
    part.lastIndex = end;
    const found = part.exec(text)?.[1] ?? '';
    const strength = precedence.get(found);
    if (wantsOperand) {
      if (found === '!' || found === '(') waiting.push(found);
      else if (found === '' || found === ')' || strength !== undefined) break;
      else postfix.push(found);
      wantsOperand = found === '!' || found === '(';
    } else if (found === ')' && waiting.includes('(')) {
      release(1);
      waiting.pop();
    } else if (strength !== undefined && found !== '!') {
      release(strength);
      waiting.push(found);
      wantsOperand = true;
    } else break;
    end = part.lastIndex;
  }
  if (wantsOperand) postfix.push('false');
  for (let top = waiting.pop(); top !== undefined; top = waiting.pop()) if (top !== '(') postfix.push(top);
  return { written: text.slice(0, end).trim(), postfix };
}
