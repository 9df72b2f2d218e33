/**
 * A C# text, cut into code, comments, strings, directives and text that is not compiled. Nothing throws, and the time
 * grows with the length of the text alone: a text that is wrong ends its literals where the compiler ends them.
 */
import { Branches } from './branches.ts';
import type { Condition } from './conditions.ts';
import { type Interpolation, interpolationAt, literalEnd } from './literals.ts';
import { endOfLine, isFirstOfLine, lastAtOrBefore, lineEndClass, runLength, spaceClass } from './text.ts';

/**
 * `string` are character literals, too; a hole of an interpolated string is code, with what stands around it in two
 * strings. `directive` is one line from its `#`. `inactive` is text that is certain not to be compiled.
 */
export type RegionKind = 'code' | 'comment' | 'string' | 'directive' | 'inactive';

/** A part of a text: UTF-16 offsets, `end` exclusive. */
export interface Region {
  readonly kind: RegionKind;
  readonly start: number;
  readonly end: number;
  /** Under what it is compiled; absent where it stands under no `#if`. */
  readonly when?: Condition;
}

/**
 * The regions of a text in order, which join to the whole of it. With `constants` (those of one project and framework)
 * they are what the compiler sees. Without, each branch of an `#if` is read as if it were compiled, and `when` says under
 * which condition it is; only what no constants can let in is inactive.
 */
export function regionsOf(text: string, constants?: ReadonlySet<string>): Region[] {
  return new Scanner(text, constants).run();
}

/** The region that holds an offset. */
export const regionAt = (regions: readonly Region[], offset: number): Region | undefined =>
  regions[lastAtOrBefore(regions, (region) => region.start <= offset)];

const plain = /[^"'@$/#]*/y;
const plainInHole = /[^"'@$/#()[\]{}:]*/y;
const plainContent = {
  regular: new RegExp(`[^"{}\\\\${lineEndClass}]*`, 'y'),
  verbatim: /[^"{}]*/y,
  line: new RegExp(`[^"{}${lineEndClass}]*`, 'y'),
  block: /[^"{}]*/y,
};
const plainFormat = new RegExp(`[^"{}\\\\${lineEndClass}]*`, 'y');
const nextDirective = new RegExp(`[${lineEndClass}][${spaceClass}]*#`, 'g');
const closerOf: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

class Scanner {
  readonly #text: string;
  readonly #branches: Branches;
  readonly #regions: Region[] = [];
  /** The strings with holes that are open, outermost first. */
  readonly #open: Interpolation[] = [];
  /** Where the region begins that is being read, and how far it is read. */
  #start = 0;
  #at = 0;

  constructor(text: string, constants: ReadonlySet<string> | undefined) {
    this.#text = text;
    this.#branches = new Branches(constants);
  }

  run(): Region[] {
    while (this.#at < this.#text.length) {
      const top = this.#open.at(-1);
      if (this.#branches.skipping) this.#skipped();
      else if (top === undefined) this.#code(plain);
      else if (top.closers !== undefined) this.#code(plainInHole, top, top.closers);
      else this.#content(top);
    }
    // Only a string that is not ended is still being read here.
    this.#end('string');
    return this.#regions;
  }

  /** Ends the region that is being read. */
  #end(kind: RegionKind, end = this.#at): void {
    this.#add(kind, end, this.#branches.when);
  }

  #add(kind: RegionKind, end: number, when: Condition | undefined): void {
    const start = this.#start;
    this.#start = Math.min(end, this.#text.length);
    this.#at = this.#start;
    if (this.#at > start) this.#regions.push({ kind, start, end: this.#at, ...(when === undefined ? {} : { when }) });
  }

  /** Goes to the next character that means something here, and returns it. */
  #passOver(pattern: RegExp): string | undefined {
    // An escape may have led past the end, from where a pattern would begin again at the start.
    pattern.lastIndex = Math.min(this.#at, this.#text.length);
    pattern.test(this.#text);
    this.#at = pattern.lastIndex;
    return this.#text[this.#at];
  }

  #directive(): void {
    const end = endOfLine(this.#text, this.#at);
    // Behind something else on its line a number sign spoils the rest of the line, and that is all.
    const isFirst = isFirstOfLine(this.#text, this.#at);
    const when = isFirst ? this.#branches.take(this.#text.slice(this.#at, end)) : this.#branches.when;
    this.#add('directive', end, when);
  }

  /** Text that is not compiled is looked through for directives alone. */
  #skipped(): void {
    nextDirective.lastIndex = this.#at;
    const found = nextDirective.exec(this.#text);
    this.#end('inactive', found === null ? this.#text.length : nextDirective.lastIndex - 1);
    if (found !== null) this.#directive();
  }

  /** Reads code until something else begins, or the hole ends that it stands in. */
  #code(skip: RegExp, hole?: Interpolation, closers: string[] = []): void {
    for (let char = this.#passOver(skip); char !== undefined; char = this.#passOver(skip)) {
      if (char === '#' && hole === undefined) {
        this.#end('code');
        return this.#directive();
      }
      if (char === '/' ? this.#comment() : this.#literal(char, hole)) return;
      if (hole !== undefined && this.#leaves(char, hole, closers)) return;
      // A whole row of dollars has been looked at.
      this.#at += char === '$' ? runLength(this.#text, this.#at, '$') : 1;
    }
    this.#end('code');
  }

  #comment(): boolean {
    const next = this.#text[this.#at + 1];
    if (next !== '/' && next !== '*') return false;
    this.#end('code');
    const closed = next === '*' ? this.#text.indexOf('*/', this.#at + 2) : -1;
    this.#end('comment', next === '/' ? endOfLine(this.#text, this.#at) : closed < 0 ? this.#text.length : closed + 2);
    return true;
  }

  #literal(char: string, hole: Interpolation | undefined): boolean {
    if (char === '"' && hole?.broken === true) {
      this.#end('code');
      hole.closers = undefined;
      return true;
    }
    const interpolation = char === '$' || char === '@' ? interpolationAt(this.#text, this.#at) : undefined;
    const end = interpolation?.content ?? literalEnd(this.#text, this.#at);
    if (end === undefined) return false;
    this.#end('code');
    if (interpolation === undefined) this.#end('string', end);
    else this.#open.push(interpolation.opened);
    this.#at = end;
    return true;
  }

  /** Takes a bracket, a colon or a number sign of a hole. True where it ends the code of the hole. */
  #leaves(char: string, hole: Interpolation, closers: string[]): boolean {
    const closer = closerOf[char];
    if (closer !== undefined) closers.push(closer);
    else if (char === closers.at(-1)) closers.pop();
    else if (closers.length === 0 && (char === '}' || char === ':')) {
      this.#end('code');
      hole.closers = undefined;
      if (char === ':') this.#format(hole);
      this.#at += Math.min(runLength(this.#text, this.#at, '}'), hole.dollars);
      return true;
    } else if (char !== ':' && char !== '/' && char !== '@' && char !== '$') hole.broken = true;
    return false;
  }

  /** Passes over the format of a hole: `:N2`. */
  #format({ form }: Interpolation): void {
    for (let char = this.#passOver(plainFormat); char !== undefined && char !== '}'; char = this.#passOver(plainFormat)) {
      if (char === '\\' && form === 'regular') this.#at += 2;
      else if (char === '"' && !(form === 'verbatim' && this.#text[this.#at + 1] === '"')) return;
      else if (char === '"') this.#at += 2;
      else if (char !== '{' && char !== '\\' && (form === 'regular' || form === 'line')) return;
      else this.#at += 1;
    }
  }

  /** Reads the content of a string with holes until a hole begins or the string ends. */
  #content(top: Interpolation): void {
    const { form, dollars, quotes } = top;
    const isRaw = form === 'line' || form === 'block';
    for (let char = this.#passOver(plainContent[form]); char !== undefined; char = this.#passOver(plainContent[form])) {
      const run = isRaw ? runLength(this.#text, this.#at, char) : 1;
      const doubles = form === 'verbatim' ? '{}"' : form === 'regular' ? '{}' : '';
      if (char === '\\' || (doubles.includes(char) && this.#text[this.#at + 1] === char)) this.#at += 2;
      else if (char === '}') this.#at += run;
      else if (char === '{') {
        this.#at += run;
        if (run < dollars) continue;
        top.closers = [];
        return this.#end('string');
      } else {
        // A quote or the end of the line.
        if (char === '"') this.#at += run;
        if (char === '"' && run < quotes) continue;
        this.#open.pop();
        return this.#end('string');
      }
    }
  }
}
