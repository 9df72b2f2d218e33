/** The name search. */
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver-protocol';
import { declaredName } from '../../src/servers/csharp-ls/names.ts';
import { pathOf, uriOf } from './inner.ts';
import { type Solution, textOf } from './solution.ts';
import { containerText, hit, linesOf } from './wording.ts';

/** csharp-ls gives no more hits. */
const cap = 100;

/** Every hit once, whatever frameworks have it; where csharp-ls cuts off, what the outlines of all files with the word have. */
export async function symbols(solution: Solution, query: string): Promise<readonly SymbolInformation[]> {
  const found = new Map<string, SymbolInformation>();
  const add = (each: SymbolInformation): void => void found.set(JSON.stringify([each.location, each.name]), each);
  for (const inner of solution.inners) {
    const hits = (await inner.request<SymbolInformation[] | null>('workspace/symbol', { query })) ?? [];
    for (const each of hits) {
      const path = pathOf(each.location.uri);
      add(hit(each, solution.contexts(path)[0]?.label ?? '', linesOf(textOf(path))));
    }
    if (hits.length < cap) continue;
    const files = new Map(solution.seats.flatMap(({ files: all, label }) => [...all].map((path) => [path, label] as const)));
    for (const [path, label] of files) {
      if (textOf(path)?.includes(query) !== true) continue;
      const nodes = await inner.request<DocumentSymbol[] | null>('textDocument/documentSymbol', {
        textDocument: { uri: uriOf(path) },
      });
      for (const each of namedIn(nodes ?? [], query)) add(outlinedHit(each, path, label));
    }
  }
  return [...found.values()];
}

interface Declared {
  readonly node: DocumentSymbol;
  readonly around: readonly string[];
}

function namedIn(nodes: readonly DocumentSymbol[], query: string, around: readonly string[] = []): Declared[] {
  return nodes.flatMap((node) => {
    const isType = [5, 10, 11, 23].includes(node.kind);
    const own = node.kind !== 1 && node.kind !== 3 && declaredName(node).name.toLowerCase().includes(query.toLowerCase());
    const below = namedIn(node.children ?? [], query, isType ? [...around, declaredName(node).name] : around);
    return own ? [{ node, around }, ...below] : below;
  });
}

function outlinedHit({ node, around }: Declared, path: string, label: string): SymbolInformation {
  const { name } = declaredName(node);
  const location = { uri: uriOf(path), range: node.selectionRange };
  return { name: name.replace(/\[\]$/, ''), kind: node.kind, containerName: containerText(around.join('.'), label), location };
}
