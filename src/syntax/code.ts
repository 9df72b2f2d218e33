/** The tokens of a C# text and how they nest: what can be said of a place in code without a compiler stands on this. */
import type { Position } from '../model/places.ts';
import type { Condition } from './conditions.ts';
import { type Region, regionsOf } from './regions.ts';
import { lastAtOrBefore, lineStartsOf, offsetAt, spaceClass, lineEndClass } from './text.ts';

/** A word, an operator or bracket (`mark`), or a literal; a string with holes is a literal before and behind each hole. */
export interface Token {
  readonly kind: 'word' | 'mark' | 'literal';
  /** As it stands there, with the `@` of a name; of `>>` and the like each `>` is a token, because it may close a list of types. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Under what it is compiled; undefined where it stands under no `#if`. */
  readonly when: Condition | undefined;
  /** The index of the `(`, `[` or `{` around it; -1 where none is. */
  readonly inside: number;
  /** The index of the first token of its declaration or statement. */
  readonly first: number;
  /** Of a bracket the index of its counterpart; -1 where it has none. */
  readonly partner: number;
}

export interface Code {
  readonly text: string;
  readonly lineStarts: readonly number[];
  readonly regions: readonly Region[];
  readonly tokens: readonly Token[];
}

/** Reads a text once, for questions about many places in it; `constants` as in regionsOf. */
export function codeOf(text: string, constants?: ReadonlySet<string>): Code {
  const regions = regionsOf(text, constants);
  return { text, lineStarts: lineStartsOf(text), regions, tokens: nested(...pieces(text, regions)) };
}

/** The index of the token that holds a position; -1 where none does. */
export function tokenAt(code: Code, position: Position): number {
  const offset = offsetAt(code.lineStarts, position);
  const index = lastAtOrBefore(code.tokens, (token) => token.start <= offset);
  return offset < (code.tokens[index]?.end ?? 0) ? index : -1;
}

type Piece = Pick<Token, 'kind' | 'text' | 'start' | 'end' | 'when'>;

/** A conditional directive in front of a token. */
interface Turn {
  readonly before: number;
  readonly word: string;
  /** Whether the branch that begins there has tokens. */
  readonly read: boolean;
}

const blank = new RegExp(`[${spaceClass}${lineEndClass}]*`, 'y');
const piece = new RegExp(
  `(@?[A-Za-z_${wideClass}][\\w${wideClass}]*)|(\\d\\w*(?:\\.\\d\\w*)?)|` +
    '=>|==|!=|<=|>=|\\+\\+|--|&&|\\|\\||->|::|\\.\\.|\\?\\?=|\\?\\?|\\?\\.(?!\\d)|<<=|[-+*/%&|^]=|[^]',
  'y',
);
const conditional = new RegExp(`^#[${spaceClass}]*(if|elif|else|endif)\\b`);

function piecesOf(text: string, regions: readonly Region[]): { pieces: Piece[]; turns: Turn[] } {
  const pieces: Piece[] = [];
  const turns: Turn[] = [];
  for (const [at, region] of regions.entries()) {
    const { kind, start, end, when } = region;
    if (kind === 'string') pieces.push({ kind: 'literal', text: '"', start, end, when });
    else if (kind === 'code') addPieces(pieces, text, region);
    else if (kind === 'directive') {
      const word = conditional.exec(text.slice(start, end))?.[1];
      if (word !== undefined) turns.push({ before: pieces.length, word, read: regions[at + 1]?.kind !== 'inactive' });
    }
  }
  return { pieces, turns };
}

function addPieces(pieces: Piece[], text: string, { start, end, when }: Region): void {
  for (let at = start; ; ) {
    blank.lastIndex = at;
    blank.test(text);
    piece.lastIndex = blank.lastIndex;
    if (piece.lastIndex >= end) return;
    const found = piece.exec(text);
    if (found === null) return;
    const kind = found[1] !== undefined ? 'word' : found[2] !== undefined ? 'literal' : 'mark';
    at = piece.lastIndex;
    pieces.push({ kind, text: found[0], start: found.index, end: at, when });
  }
}

/** A bracket that is open, or the whole text. */
interface Level {
  readonly open: number;
  readonly text: string;
  readonly outer: Level | undefined;
  /** The nearest level of a `{`, this one included. */
  readonly brace: Level | undefined;
  /** The first token of the declaration or statement that is being read; -1 where the next token begins one. */
  first: number;
}

const openerOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const openers = new Set(Object.values(openerOf));
/** Words that go on with an expression which ends in `}`. */
const goingOn = new Set(['as', 'is', 'switch']);
/** Marks that begin a declaration or a statement behind a `}`; all others go on with it. */
const beginning = new Set(['[', '(', '{', '}', '~', '++', '--', '*']);

/** Finds the brackets around each token. Each step takes constant time; a bracket without counterpart is left alone. */
function nested({ pieces, turns }: { pieces: readonly Piece[]; turns: readonly Turn[] }): Token[] {
  const tokens: (Piece & { inside: number; first: number; partner: number })[] = [];
  let level: Level = { open: -1, text: '', outer: undefined, brace: undefined, first: -1 };
  const saved: { level: Level; first: number }[] = [];
  let turn = 0;
  for (const [index, each] of pieces.entries()) {
    for (; turns[turn]?.before === index; turn += 1) {
      const { word, read } = turns[turn] ?? { word: '', read: false };
      // Every branch of an `#if` goes on where the first began, so brackets that open in each of them are open once.
      if (word === 'if') saved.push({ level, first: level.first });
      else if (word === 'endif') saved.pop();
      else if (read) {
        level = saved.at(-1)?.level ?? level;
        level.first = saved.at(-1)?.first ?? level.first;
      }
    }
    const { text } = each;
    const mark = each.kind === 'mark' ? text : '';
    const closed = closing(level, mark);
    if (closed?.outer !== undefined) level = closed.outer;
    else if (tokens[index - 1]?.text === '}' && begins(each, pieces[index + 1])) level.first = -1;
    if (level.first < 0) level.first = index;
    const partner = closed?.open ?? -1;
    tokens.push({ ...each, inside: level.open, first: level.first, partner });
    const opened = tokens[partner];
    if (opened !== undefined) opened.partner = index;
    if (mark === ';') level.first = -1;
    if (openers.has(mark)) level = openedIn(level, index, mark);
  }
  return tokens;
}

/** The level that a closing bracket ends. */
function closing(level: Level, mark: string): Level | undefined {
  if (mark === '}') return level.brace;
  return level.text !== '' && level.text === openerOf[mark] ? level : undefined;
}
