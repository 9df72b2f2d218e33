/** Made-up truths and answers for the tests of the cases runner; places are written as `file:line:column`. */
import type { DefinitionCase, ReferencesCase, SymbolsCase } from '../tools/case-file.ts';
import type { ReferencesPage } from '../tools/comparison.ts';

/** A place from its text. */
export const spot = (text: string) => {
  const [file = '', line, col] = text.split(':');
  return { file, line: Number(line), col: Number(col) };
};

/** A truth: a declaration at a.cs:1:1, references at a.cs:2:5 and b.cs:3:7, one implicit, one only for a wider search. */
export const truth = (kind = 'interface'): ReferencesCase => ({
  id: `t/${kind}`,
  kind: 'refs',
  tags: [],
  input: { ...spot('a.cs:1:1'), kind, signature: 'N.T', docId: 'T:N.T' },
  expected: {
    count: 3,
    definitions: [spot('a.cs:1:1')],
    references: [spot('a.cs:2:5'), spot('b.cs:3:7'), { ...spot('c.cs:4:9'), implicit: true }],
    siblingOnly: [spot('d.cs:5:1')],
  },
});

/** A page from places as text; `!` before one makes it a declaration. */
export function page(places: readonly string[], said: Partial<ReferencesPage> = {}): ReferencesPage {
  const parsed = places.map((text) => ({ ...spot(text.replace('!', '')), declaration: text.startsWith('!') }));
  const paths = [...new Set(parsed.map(({ file }) => file))];
  return {
    total: parsed.filter(({ declaration }) => !declaration).length,
    declarations: parsed.filter(({ declaration }) => declaration).length,
    fileCount: paths.length,
    files: paths.map((path) => ({
      path,
      places: parsed
        .filter(({ file }) => file === path)
        .map(({ line, col, declaration }) => ({ line, column: col, ...(declaration ? { declaration } : {}) })),
    })),
    ...said,
  };
}

/** What the truth asks for. */
export const right = ['!a.cs:1:1', 'a.cs:2:5', 'b.cs:3:7'];

/** The envelope of a page. */
export const envelope = (data: object, snapshotId = 's', warnings: readonly string[] = []) => ({
  ok: true,
  data,
  snapshot: { snapshotId },
  warnings: warnings.map((message) => ({ code: 'partial_answer', message })),
});

/** A definition in two parts, or in an assembly, asked for from a place of use. */
export const definitionTruth = (inMetadata?: string): DefinitionCase => ({
  id: 't/def',
  kind: 'def',
  tags: [],
  input: spot('c.cs:7:3'),
  expected: {
    kind: 'class',
    signature: 'N.T',
    docId: 'T:N.T',
    definitions: inMetadata === undefined ? [spot('a.cs:1:1'), spot('b.cs:2:2')] : [],
    ...(inMetadata === undefined ? {} : { inMetadata }),
  },
});

/** Two declarations of one name, and a namespace that is called so, too. */
export const symbolsTruth = (): SymbolsCase => ({
  id: 't/symbols',
  kind: 'symbols',
  tags: [],
  input: { query: 'T' },
  expected: { count: 3, symbols: [spot('a.cs:1:1'), spot('b.cs:2:2'), {}] },
});

/** Rows of `definition` and `symbols` from places as text. */
export const rows = (places: readonly string[]) =>
  places.map((text) => {
    const { file, line, col } = spot(text);
    return { symbol: 'N.T', path: file, line, column: col };
  });
