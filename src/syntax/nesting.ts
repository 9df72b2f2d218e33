/** How the tokens of a C# text nest: what can be said of a place in code without a compiler stands on this. */
import { type Region } from './regions.ts';
import { spaceClass } from './text.ts';
import { type Token, tokensIn } from './tokens.ts';

export interface NestedToken extends Token {
  /** The index of the `(`, `[` or `{` around it; -1 where none is. */
  readonly inside: number;
  /** The index of the first token of its declaration or statement, within those brackets. */
  readonly first: number;
  /** Of a bracket the index of its counterpart; -1 where it has none. */
  readonly partner: number;
}

/** A conditional directive in front of a token. */
interface Turn {
  readonly before: number;
  readonly word: string;
  /** Whether the tokens of the branch that begins there are read. */
  readonly read: boolean;
}

const conditional = new RegExp(`^#[${spaceClass}]*(if|elif|else|endif)\\b`);

/** All tokens of the code of a text, in order. A string with holes is a token before and behind each hole. */
export function nestedTokensOf(text: string, regions: readonly Region[]): NestedToken[] {
  const tokens: Token[] = [];
  const turns: Turn[] = [];
  for (const [at, region] of regions.entries()) {
    for (const token of tokensIn(text, region)) tokens.push(token);
    if (region.kind !== 'directive') continue;
    const word = conditional.exec(text.slice(region.start, region.end))?.[1];
    if (word !== undefined) turns.push({ before: tokens.length, word, read: regions[at + 1]?.kind !== 'inactive' });
  }
  return new Nesting(tokens, turns).run();
}

/** A bracket that is open, or the whole text. */
interface Level {
  readonly open: number;
  readonly text: string;
  readonly outer: Level | undefined;
  /** The nearest level around it that a `{` opened. */
  readonly brace: Level | undefined;
}

const braceOf = (level: Level): Level | undefined => (level.text === '{' ? level : level.brace);

/** How far the reading of a level is. */
interface Reading {
  readonly level: Level;
  /** The first token of the declaration or statement that is being read; -1 where the next token begins one. */
  readonly first: number;
  /** Whether the last token is a `}`. */
  readonly ended: boolean;
}

/** Finds what is around each token. Each step takes constant time; a bracket without counterpart is left alone. */
class Nesting {
  readonly #given: readonly Token[];
  readonly #turns: readonly Turn[];
  readonly #tokens: (Token & { inside: number; first: number; partner: number })[] = [];
  /** Where each `#if` that is open began. */
  readonly #begun: Reading[] = [];
  #reading: Reading = { level: { open: -1, text: '', outer: undefined, brace: undefined }, first: -1, ended: false };

  constructor(given: readonly Token[], turns: readonly Turn[]) {
    this.#given = given;
    this.#turns = turns;
  }

  run(): NestedToken[] {
    let turn = 0;
    for (const [index, each] of this.#given.entries()) {
      for (let next = this.#turns[turn]; next?.before === index; next = this.#turns[turn]) {
        this.#turn(next);
        turn += 1;
      }
      this.#take(each, index);
    }
    return this.#tokens;
  }

  /** Every branch of an `#if` goes on where its first one began, so a bracket that opens in each of them is open once. */
  #turn({ word, read }: Turn): void {
    if (word === 'if') this.#begun.push(this.#reading);
    else if (word === 'endif') this.#begun.pop();
    else if (read) this.#reading = this.#begun.at(-1) ?? this.#reading;
  }

  #take(each: Token, index: number): void {
    const mark = each.kind === 'mark' ? each.text : '';
    const { level } = this.#reading;
    const closed = mark === '}' ? braceOf(level) : openerOf[mark] === level.text ? level : undefined;
    const opened = closed === undefined ? undefined : this.#tokens[closed.open];
    const around = closed?.outer ?? level;
    const first = opened?.first ?? this.#first(each, index);
    const { kind, text, start, end, when } = each;
    this.#tokens.push({ kind, text, start, end, when, inside: around.open, first, partner: closed?.open ?? -1 });
    if (opened !== undefined) opened.partner = index;
    if (openers.has(mark)) {
      this.#reading = { level: { open: index, text: mark, outer: around, brace: braceOf(around) }, first: -1, ended: false };
    } else this.#reading = { level: around, first: mark === ';' ? -1 : first, ended: mark === '}' };
  }

  #first(each: Token, index: number): number {
    const { first, ended } = this.#reading;
    return first < 0 || (ended && begins(each, this.#given[index + 1])) ? index : first;
  }
}

const openerOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const openers = new Set(Object.values(openerOf));
/** Words that go on with an expression which ends in `}`. */
const goingOn = new Set(['as', 'is', 'switch']);
/** Marks that begin a declaration or a statement behind a `}`; all others go on with what ends in it. */
const beginning = new Set(['[', '(', '{', '}', '~', '++', '--', '*']);

/** Whether a token behind a `}` begins something new: `int[] a = { 1 }, b;` goes on, `void M() { } int b;` does not. */
function begins({ kind, text }: Token, next: Token | undefined): boolean {
  if (kind !== 'word') return kind === 'literal' || beginning.has(text);
  return !goingOn.has(text) && !(text === 'with' && next?.text === '{');
}
