/** The symbols of the generated solution, as it declares them: what each is called, and what it overrides or implements. */

/** Kinds in plain words, as files of right answers have them. */
export type SymbolKind =
  | 'class'
  | 'struct'
  | 'interface'
  | 'enum'
  | 'delegate'
  | 'record'
  | 'record struct'
  | 'method'
  | 'extension method'
  | 'constructor'
  | 'property'
  | 'indexer'
  | 'field'
  | 'const'
  | 'enum member'
  | 'event'
  | 'operator'
  | 'conversion operator'
  | 'local function'
  | 'local'
  | 'parameter';

export interface CodeSymbol {
  readonly kind: SymbolKind;
  /** As it is written where it is used. */
  readonly name: string;
  /** Its full name with type parameters and, where it has a list, the full types of its parameters. */
  readonly signature: string;
  /** The namespace's name, or the type that it is a member of. */
  readonly container: CodeSymbol | string;
  /** What it overrides or implements, directly. */
  readonly bases: readonly CodeSymbol[];
  /** Its documentation id, where that can be told without knowing generics. */
  readonly docId?: string;
}

/** A type of a namespace, or nested in another type; `Box<T>` is a name. */
export function typeOf(kind: SymbolKind, container: CodeSymbol | string, name: string): CodeSymbol {
  const within = typeof container === 'string' ? container : container.signature;
  const plain = name.replace(/<.*/, '').replace('@', '');
  return withId({ kind, name: plain, signature: `${within}.${name.replace('@', '')}`, container, bases: [] });
}

interface Form {
  /** The types in its parameter list, full; without it, there is no list. */
  readonly parameters?: string;
  /** With its type parameters, where it has some, or with the interface that it implements explicitly. */
  readonly written?: string;
  readonly bases?: readonly CodeSymbol[];
}

/** A member of a type; a constructor has the name of its type. */
export function memberOf(type: CodeSymbol, kind: SymbolKind, name: string, form: Form = {}): CodeSymbol {
  const { parameters, written = name, bases = [] } = form;
  const plain = name.replace('@', '');
  const list = parameters === undefined ? '' : kind === 'indexer' ? `[${parameters}]` : `(${parameters})`;
  const signature = `${type.signature}.${written.replace('@', '')}${list}`;
  return withId({ kind, name: plain, signature, container: type, bases, ...(list === '' ? {} : { parameters }) });
}

/** A constructor. */
export const constructorOf = (type: CodeSymbol, parameters: string): CodeSymbol =>
  memberOf(type, 'constructor', type.name, { parameters });

/** A local, a parameter or a local function: it has no name outside of its member. */
export const localOf = (kind: 'local' | 'parameter' | 'local function', member: CodeSymbol, name: string): CodeSymbol => ({
  kind,
  name,
  signature: name,
  container: member,
  bases: [],
});

const prefixes: Partial<Record<SymbolKind, string>> = {
  class: 'T',
  struct: 'T',
  interface: 'T',
  enum: 'T',
  delegate: 'T',
  record: 'T',
  'record struct': 'T',
  method: 'M',
  'extension method': 'M',
  constructor: 'M',
  property: 'P',
  field: 'F',
  const: 'F',
  'enum member': 'F',
  event: 'E',
};

const keywords: Readonly<Record<string, string>> = {
  int: 'System.Int32',
  string: 'System.String',
  object: 'System.Object',
  double: 'System.Double',
  decimal: 'System.Decimal',
};

function withId({ parameters, ...symbol }: CodeSymbol & { readonly parameters?: string | undefined }): CodeSymbol {
  const prefix = prefixes[symbol.kind];
  // Only operators and explicit implementations are written with more than a name in their last part.
  if (prefix === undefined || /[<\s]/.test(symbol.signature.replace(/\(.*/, ''))) return symbol;
  if (parameters?.includes('<') === true) return symbol;
  const [path = ''] = symbol.signature.split('(');
  const ctor = symbol.kind === 'constructor' ? path.replace(/\.[^.]+$/, '.#ctor') : path;
  const types = (parameters ?? '').split(', ').map((type) => keywords[type.replace(/^this /, '')] ?? type.replace(/^this /, ''));
  const list = parameters === undefined || parameters === '' ? '' : `(${types.join()})`;
  return { ...symbol, docId: `${prefix}:${ctor}${list}` };
}
