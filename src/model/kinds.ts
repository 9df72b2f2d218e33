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

/** Words for kinds: each kind, and two that stand for several. */
export const kindWords: readonly string[] = [...csharpKinds, 'type', 'member'];

/** The kinds that a list of words means; `type` and `member` (the rest that a type holds) stand for several. */
export function kindsOf(words: readonly string[]): CSharpKind[] {
  return words.flatMap((word): readonly CSharpKind[] => {
    if (word === 'type') return csharpKinds.filter(isType);
    if (word === 'member') return csharpKinds.filter((kind) => !isType(kind) && kind !== 'namespace');
    return csharpKinds.filter((kind) => kind === word);
  });
}
