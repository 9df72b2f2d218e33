/** The kinds of symbols, in the words of C#. */
export const csharpKinds = [
  'namespace',
  'class',
  'record',
  'struct',
  'interface',
  'enum',
  'delegate',
  'extension',
  'method',
  'constructor',
  'property',
  'indexer',
  'field',
  'constant',
  'event',
  'operator',
  'enum-member',
  'type-parameter',
  'local-function',
] as const;
export type CSharpKind = (typeof csharpKinds)[number];

const typeKinds: ReadonlySet<CSharpKind> = new Set(['class', 'record', 'struct', 'interface', 'enum', 'delegate']);

/** Whether a kind is a type. */
export const isType = (kind: CSharpKind): boolean => typeKinds.has(kind);
