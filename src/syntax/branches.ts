/** Preprocessor directives as they follow each other in a file: which branches are open and whether their text is compiled. */
import { type Condition, type Postfix, evaluate, parseExpression } from './conditions.ts';
import { spaceClass } from './text.ts';

/** An open `#if` or `#region`. They nest in each other, and what does not nest is ignored, as the compiler ignores it. */
interface Frame {
  readonly kind: 'if' | 'else' | 'region';
  /** The state around it. */
  readonly outer: Condition | undefined;
  readonly outerSkipping: boolean;
  /** Whether an earlier branch is compiled; undefined where the constants decide and are not known. */
  readonly taken: boolean | undefined;
  /** That no branch so far holds. */
  readonly none: Condition | undefined;
}

const directive = new RegExp(`^#[${spaceClass}]*(\\w+)(.*)$`, 's');

/** Longer definitions of a symbol under a condition are taken as unconditional; no file comes near. */
const longestDefinition = 32;

export class Branches {
  /** Under what the text stands that follows the last directive. */
  when: Condition | undefined;
  /** Whether that text is certain not to be compiled. */
  skipping = false;
  readonly #constants: ReadonlySet<string> | undefined;
  readonly #frames: Frame[] = [];
  /** What the file itself defines, as expressions of what is defined outside of it. */
  readonly #defined = new Map<string, Postfix>();

  /** Without constants every branch counts as compiled that some constants let in. */
  constructor(constants: ReadonlySet<string> | undefined) {
    this.#constants = constants;
  }

  /** Takes the next directive, from its `#` to the end of its line. Returns under what it stands itself. */
  take(line: string): Condition | undefined {
    const [, word = '', rest = ''] = directive.exec(line) ?? [];
    const top = this.#frames.at(-1);
    const before = this.when;
    if (word === 'if') this.#if(rest);
    else if (word === 'region') this.#push({ kind: 'region', taken: true, none: undefined });
    else if (word === 'endregion' && top?.kind === 'region') this.#frames.pop();
    else if (word === 'elif' && top?.kind === 'if') this.#elif(top, rest);
    else if (word === 'else' && top?.kind === 'if') this.#else(top);
    else if (word === 'endif' && top !== undefined && top.kind !== 'region') this.#endIf(top);
    else if ((word === 'define' || word === 'undef') && !this.skipping) this.#define(rest, word === 'define');
    else return before;
    return word === 'elif' || word === 'else' || word === 'endif' ? top?.outer : before;
  }

  #push(frame: Pick<Frame, 'kind' | 'taken' | 'none'>): void {
    this.#frames.push({ ...frame, outer: this.when, outerSkipping: this.skipping });
  }

  #if(rest: string): void {
    const expression = this.#parse(rest);
    const taken = this.skipping ? false : evaluate(expression.postfix, this.#constants);
    this.#push({ kind: 'if', taken, none: { ...expression, holds: false, outer: this.when } });
    this.when = { ...expression, holds: true, outer: this.when };
    this.skipping ||= taken === false;
  }

  #elif(frame: Frame, rest: string): void {
    const expression = this.#parse(rest);
    const value = evaluate(expression.postfix, this.#constants);
    this.when = { ...expression, holds: true, outer: frame.none };
    this.skipping = frame.outerSkipping || frame.taken === true || value === false;
    const taken = frame.taken === true || value === true ? true : frame.taken === undefined ? undefined : value;
    this.#frames.splice(-1, 1, { ...frame, taken, none: { ...expression, holds: false, outer: frame.none } });
  }

  #else(frame: Frame): void {
    this.when = frame.none;
    this.skipping = frame.outerSkipping || frame.taken === true;
    this.#frames.splice(-1, 1, { ...frame, kind: 'else' });
  }

  #endIf(frame: Frame): void {
    this.when = frame.outer;
    this.skipping = frame.outerSkipping;
    this.#frames.pop();
  }

  #define(rest: string, value: boolean): void {
    const [name = ''] = parseExpression(rest).postfix;
    const condition = flattened(this.when);
    const before = this.#defined.get(name) ?? [name];
    const changed = value ? [...before, ...condition, '||'] : [...before, ...condition, '!', '&&'];
    this.#defined.set(name, this.when === undefined || changed.length > longestDefinition ? [String(value)] : changed);
  }

  #parse(text: string): { written: string; postfix: Postfix } {
    const { written, postfix } = parseExpression(text);
    if (this.#defined.size === 0) return { written, postfix };
    return { written, postfix: postfix.flatMap((part) => this.#defined.get(part) ?? part) };
  }
}

/** A condition as one expression, cut off where it is too long for a definition anyway. */
function flattened(condition: Condition | undefined): string[] {
  const all = ['true'];
  for (let each = condition; each !== undefined && all.length <= longestDefinition; each = each.outer) {
    all.push(...each.postfix.slice(0, longestDefinition), ...(each.holds ? [] : ['!']), '&&');
  }
  return all;
}
