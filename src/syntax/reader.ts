/** Reads the tokens of C# one after the other: names, types, lists in brackets; never past what it understands. */
import { keywords } from '../model/keywords.ts';
import type { Token } from './tokens.ts';

const predefined: ReadonlySet<string> = new Set(
  'bool byte char decimal double float int long object sbyte short string uint ulong ushort void'.split(' '),
);
/** What else can stand between the brackets of type arguments and parameters. */
const amongTypes: ReadonlySet<string> = new Set([',', '.', '?', '*', '::', 'in', 'out', 'ref', 'readonly', 'delegate']);
/** The bracket that closes each one. */
export const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
/**
 * Tokens after which a list that is only looked for is none, so that no text is read again and again; and characters after
 * which a text is cut.
 */
const longestList = 200;
const longestText = 1000;
/** Words that look like the type, or the name, of a local function and begin something else. */
const noLocalFunction: ReadonlySet<string> = new Set(['await', 'yield', 'not', 'when', 'and', 'or']);

export class Reader {
  readonly #tokens: readonly Token[];
  /** The index of the next token. */
  at = 0;
  /** Offsets of functions in the bodies that were skipped. */
  readonly localFunctions: number[] = [];
  /** Whether what is read is read again. */
  #looksAhead = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get done(): boolean {
    return this.at >= this.#tokens.length;
  }

  /** The text of the next token, or of one further on; empty at the end. */
  peek(ahead = 0): string {
    return this.#tokens[this.at + ahead]?.text ?? '';
  }

  /** The offset of the next token. */
  get offset(): number {
    return this.#tokens[this.at]?.start ?? this.lastEnd;
  }

  /** The offset at which the last token ends that was read. */
  get lastEnd(): number {
    return this.#tokens[this.at - 1]?.end ?? 0;
  }

  take(text: string): boolean {
    if (this.peek() !== text) return false;
    this.at += 1;
    return true;
  }

  /** Whether a token can be a name. */
  isName(ahead = 0): boolean {
    const text = this.peek(ahead);
    return /^@?[\p{L}\p{Nl}_]/u.test(text) && !keywords.has(text);
  }

  /** The tokens from one index to before another on one line, with a blank only where there was something; cut where it is long. */
  text(from: number, to = this.at): string {
    let text = '';
    for (let index = from; index < to; index += 1) {
      const [before, token] = [this.#tokens[index - 1], this.#tokens[index]];
      if (token === undefined) break;
      const gap = index > from && before !== undefined && token.start > before.end;
      const blank = gap && !'(['.includes(before.text) && !')],;'.includes(token.text);
      if (text.length + token.text.length > longestText) return `${text}…`;
      text += blank ? ` ${token.text}` : token.text;
    }
    return text;
  }

  /** From an opening bracket past its end; false where the block around it, or the patience, ends first. */
  skipBrackets(patience = Number.POSITIVE_INFINITY): boolean {
    const open: string[] = [];
    const last = this.at + patience;
    let blocks = 0;
    for (; !this.done && this.at < last; this.at += 1) {
      const text = this.peek();
      const closer = closers.get(text);
      if (closer !== undefined) open.push(closer);
      else if (text === open.at(-1)) open.pop();
      else if (text === '}' || (text === ';' && blocks === 0)) return false;
      blocks += text === '{' ? 1 : text === '}' ? -1 : 0;
      if (open.length === 0) {
        this.at += 1;
        return true;
      }
      if (open.at(-1) === '}' && '{};'.includes(text) && !this.#looksAhead) this.#noteFunction();
    }
    return false;
  }

  /** Notes a function that begins behind the next token. */
  #noteFunction(): void {
    const start = this.at;
    this.#looksAhead = true;
    this.at += 1;
    const offset = this.offset;
    while (/^(?:static|async|unsafe|extern)$/.test(this.peek())) this.at += 1;
    const typed = !noLocalFunction.has(this.peek()) && this.skipType() && this.isName() && !noLocalFunction.has(this.peek());
    if (typed) this.at += 1;
    const named = typed && (this.peek() !== '<' || this.skipTypeArguments());
    const follows = named && this.peek() === '(' && this.skipBrackets(longestList) && /^(?:\{|=>|where)$/.test(this.peek());
    if (follows) this.localFunctions.push(offset);
    this.at = start;
    this.#looksAhead = false;
  }

  /** Past `<…>`; stays, and gives false, where it is no list of types. */
  skipTypeArguments(): boolean {
    const start = this.at;
    let depth = 0;
    while (!this.done && this.at < start + longestList) {
      const text = this.peek();
      if (text === '(' || text === '[') {
        if (!this.skipBrackets(longestList)) break;
        continue;
      }
      if (text === '<') depth += 1;
      else if (text === '>') depth -= 1;
      else if (!amongTypes.has(text) && !predefined.has(text) && !this.isName()) break;
      this.at += 1;
      if (depth === 0) return true;
    }
    return this.#back(start);
  }

  /** Past a type; stays, and gives false, where none stands. */
  skipType(): boolean {
    const start = this.at;
    if (this.take('ref')) this.take('readonly');
    if (this.peek() === 'delegate' && this.peek(1) === '*') {
      this.at += 2;
      if (this.isName()) this.at += 1;
      if (this.peek() === '[') this.skipBrackets();
      if (!this.skipTypeArguments()) return this.#back(start);
    } else if (this.peek() === '(') {
      if (!this.skipBrackets(longestList)) return this.#back(start);
    } else if (predefined.has(this.peek())) this.at += 1;
    else if (!this.#skipTypeName()) return this.#back(start);
    for (;;) {
      if (this.take('?') || this.take('*')) continue;
      if (this.peek() !== '[' || !/^[\],]$/.test(this.peek(1)) || !this.skipBrackets()) return true;
    }
  }

  #skipTypeName(): boolean {
    do {
      if (!this.isName()) return false;
      this.at += 1;
      if (this.peek() === '<' && !this.skipTypeArguments()) return false;
    } while (this.take('.') || this.take('::'));
    return true;
  }

  #back(start: number): false {
    this.at = start;
    return false;
  }

  /** Past an expression, to before the `,`, `;` or bracket that ends it. */
  skipExpression(): void {
    while (!this.done && !/^[,;)\]}]$/.test(this.peek())) {
      if (closers.has(this.peek())) {
        if (!this.skipBrackets()) break;
      } else if (this.peek() !== '<' || !this.#skipGenericUse()) this.at += 1;
    }
  }

  /** `a < b, c > d` is two comparisons unless what follows cannot go on with one (C# standard, 6.2.5). */
  #skipGenericUse(): boolean {
    const start = this.at;
    if (this.skipTypeArguments() && /^(?:[()\]{}:;,.?]|[=!]=|)$/.test(this.peek())) return true;
    return this.#back(start);
  }

  /** A body in braces or behind `=>`, or the `;` in its place. */
  skipBody(): void {
    if (this.peek() === '{') {
      this.skipBrackets();
      return;
    }
    this.skipExpression();
    this.take(';');
  }

  /** To past the `;` or the block that ends a statement; stops before the bracket that ends the block around it. */
  skipStatement(): void {
    while (!this.done && this.peek() !== '}') {
      if (this.take(';')) return;
      const isBlock = this.peek() === '{';
      if (!closers.has(this.peek())) this.at += 1;
      else if (!this.skipBrackets() || isBlock) return;
    }
  }
}

/** A name without the `@` that lets a keyword be one. */
export const plainName = (text: string): string => text.replace(/^@/, '');
