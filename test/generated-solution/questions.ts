/** Questions about the generated solution with their right answers, in the format of test/tools/case-file.ts. */
import type { Case, DefinitionCase, ReferencesCase, Spot, SymbolsCase } from '../tools/case-file.ts';
import type { Book } from './book.ts';
import type { CodeSymbol } from './symbols.ts';

/** Names that are looked for: with more than a hundred hits, of generic types, beyond ASCII, of constructors, of nothing. */
const queries = ['Add', 'Order.Add', 'Order', 'Run', 'Foreign', 'Box', 'Circle.Area', 'Größe', 'Quantity', 'Moved', 'Nowhere'];

/** `asked` has the symbols by the family that they belong to, which becomes a tag. */
export function questions(book: Book, asked: ReadonlyMap<string, readonly CodeSymbol[]>): readonly Case[] {
  const perSymbol = [...asked].flatMap(([group, symbols]) =>
    symbols.flatMap((symbol) => {
      const tags = [group.toLowerCase(), symbol.kind.replaceAll(' ', '-')];
      const [at] = book.declarations(symbol);
      const id = `${group}/${at?.file}:${at?.line}:${at?.col}/${symbol.signature}`;
      return [referencesCase(book, symbol, `refs/${id}`, tags), ...definitionCases(book, symbol, `def/${id}`, tags)];
    }),
  );
  return [...perSymbol, ...queries.map((query) => symbolsCase(book, query)), diagnosticsCase(book)];
}

function referencesCase(book: Book, symbol: CodeSymbol, id: string, tags: readonly string[]): ReferencesCase {
  const { needed, beside } = book.uses(symbol);
  const definitions = book.declarations(symbol);
  const [at] = definitions;
  if (at === undefined) throw new Error(`${symbol.signature} is asked about and was never written`);
  const { kind, signature, docId } = symbol;
  return {
    id,
    kind: 'refs',
    tags,
    input: { ...at, kind, signature, ...(docId === undefined ? {} : { docId }) },
    expected: {
      count: needed.length,
      definitions,
      references: needed,
      ...(beside.length === 0 ? {} : { siblingOnly: beside }),
    },
  };
}

/** From the last place where its own name stands, which that of an operator never does: a token stands for it. */
function definitionCases(book: Book, symbol: CodeSymbol, id: string, tags: readonly string[]): DefinitionCase[] {
  const use = book.lastNamed(symbol);
  if (use === undefined || symbol.kind === 'operator') return [];
  const { kind, signature, docId } = symbol;
  const definitions = book.declarations(symbol);
  return [
    {
      id,
      kind: 'def',
      tags,
      input: use,
      expected: { kind, signature, definitions, ...(docId === undefined ? {} : { docId }) },
    },
  ];
}

const nameless: ReadonlySet<string> = new Set(['local', 'parameter', 'local function']);

/** A query is a name, or the name of a type and of a member of it; constructors have the name of their type. */
function symbolsCase(book: Book, query: string): SymbolsCase {
  const [name = '', container] = query.split('.').reverse();
  const fits = (symbol: CodeSymbol): boolean =>
    symbol.name === name &&
    !nameless.has(symbol.kind) &&
    (container === undefined || (typeof symbol.container !== 'string' && symbol.container.name === container));
  const symbols = book
    .symbols()
    .filter(fits)
    .flatMap((symbol): Spot[] => [...book.declarations(symbol)]);
  return { id: `symbols/${query}`, kind: 'symbols', tags: [], input: { query }, expected: { count: symbols.length, symbols } };
}

/** All that the compiler complains about in the whole solution. */
function diagnosticsCase({ complaints }: Book): Case {
  const diagnostics = complaints.map(({ id, message, spot }) => ({ id, severity: 'warning', ...spot, message }));
  return {
    id: 'diags/all',
    kind: 'diags',
    tags: [],
    input: { min: 'warning' },
    expected: { count: diagnostics.length, diagnostics },
  };
}
