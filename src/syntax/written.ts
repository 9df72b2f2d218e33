/** A declaration as it is written, and what all kinds of them begin with. */
import { type CSharpKind, isType } from '../model/kinds.ts';
import type { Parameter } from './lists.ts';
import type { Reader } from './reader.ts';

/** Offsets are those of the file, in UTF-16 code units. */
export interface Written {
  readonly kind: CSharpKind;
  /** As in outlines: `this[]`, `operator +`, `~Order`; a constructor has the name of its type. */
  readonly name: string;
  readonly nameStart: number;
  /** From the first attribute to past the end of the body. */
  readonly start: number;
  readonly end: number;
  readonly parent: Written | undefined;
  /** How many declarations it stands in. */
  readonly depth: number;
  /** What stands between the brackets of each list. */
  readonly attributes: readonly string[];
  readonly modifiers: readonly string[];
  /** The rest of the header without keyword and constraints: `void Add(int a)`, `Order : IEntity`, `int Max = 3`. */
  readonly signature: string;
  readonly typeParameters: readonly string[];
  /** Absent where there is no list. */
  readonly parameters?: readonly Parameter[];
  /** The interface that an explicit implementation names. */
  readonly explicitInterface?: string;
  /** Base types as written. */
  readonly bases: readonly string[];
  readonly constraints: readonly string[];
}

export type Draft = { -readonly [Key in keyof Written]: Written[Key] };
export type Head = Pick<Written, 'attributes' | 'modifiers' | 'parent' | 'start'>;
type Rest = Pick<Written, 'kind' | 'name' | 'signature' | 'nameStart'> & Partial<Written>;

const modifiers: ReadonlySet<string> = new Set(
  (
    'public private protected internal static abstract sealed virtual override readonly unsafe extern new volatile const ' +
    'fixed'
  ).split(' '),
);
/** Modifiers only where something else of a declaration follows. */
const contextual: ReadonlySet<string> = new Set(['partial', 'async', 'required', 'file']);

/** A file that is being read. */
export class Scan {
  readonly reader: Reader;
  readonly found: Draft[] = [];
  statements = false;
  /** How many lists of declarations are being read. */
  nesting = 0;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  /** A declaration whose end is not read yet. */
  add(head: Head, rest: Rest): Draft {
    const depth = head.parent === undefined ? 0 : head.parent.depth + 1;
    const draft = { typeParameters: [], bases: [], constraints: [], ...head, depth, end: this.reader.lastEnd, ...rest };
    this.found.push(draft);
    return draft;
  }

  /** Past lists of attributes; those of the assembly belong to no declaration. */
  attributes(): string[] {
    const { reader } = this;
    const found: string[] = [];
    while (reader.peek() === '[') {
      const start = reader.at;
      if (!reader.skipBrackets()) break;
      const list = reader.text(start + 1, reader.at - 1);
      if (!/^(?:assembly|module)\s*:/.test(list)) found.push(list);
    }
    return found;
  }

  modifiers(): string[] {
    const { reader } = this;
    const found: string[] = [];
    for (;;) {
      const text = reader.peek();
      const isOne =
        modifiers.has(text) ||
        (contextual.has(text) && /^[@\p{L}_(]/u.test(reader.peek(1))) ||
        (text === 'ref' && /^(?:struct|partial)$/.test(reader.peek(1)));
      if (!isOne) return found;
      found.push(text);
      reader.at += 1;
    }
  }
}

const access: ReadonlySet<string> = new Set(['public', 'private', 'protected', 'internal', 'file']);

/** Who may use a declaration; undefined where the language has no word for it, or another part of the type says it. */
export function accessibilityOf({ kind, name, modifiers, parent, explicitInterface }: Written): string | undefined {
  const said = modifiers.filter((each) => access.has(each));
  if (said.length > 0) return said.join(' ');
  if (
    kind === 'namespace' ||
    kind === 'extension' ||
    kind === 'enum-member' ||
    explicitInterface !== undefined ||
    name.startsWith('~')
  )
    return undefined;
  if (modifiers.includes('partial') || (kind === 'constructor' && modifiers.includes('static'))) return undefined;
  if (parent?.kind === 'interface') return 'public';
  return isType(kind) && (parent === undefined || parent.kind === 'namespace') ? 'internal' : 'private';
}

/** The modifiers that neither accessibility nor kind says already. */
export const otherModifiers = ({ kind, modifiers }: Written): string[] =>
  modifiers.filter((each) => !access.has(each) && !(each === 'const' && kind === 'constant'));

/** A parameter list as signatures show it; empty where there is none. */
export const listed = (parameters: readonly { readonly text: string }[] | undefined, [open, close] = ['(', ')']): string =>
  parameters === undefined ? '' : `${open}${parameters.map(({ text }) => text).join(', ')}${close}`;

/** Longer values tell less than they cost. */
const longestValue = 60;

/** ` = 3`, past an initial value; empty where there is none. */
export function valueOf(reader: Reader): string {
  if (!reader.take('=')) return '';
  const start = reader.at;
  reader.skipExpression();
  const value = reader.text(start);
  return ` = ${value.length > longestValue ? '…' : value}`;
}
