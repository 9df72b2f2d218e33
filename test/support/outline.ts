/** Outlines of made-up files: documentSymbol's answer, and the declarations in it, from indented text. */
import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver-protocol';
import { csharpLs } from '../../src/servers/csharp-ls/adapter.ts';
import { type Declaration, declarationsOf } from '../../src/workspace/symbols/outline.ts';

/** The numbers of LSP's SymbolKind; `file` is the root that stands for the document itself. */
const kinds: ReadonlyMap<string, SymbolKind> = new Map([
  ['file', 1],
  ['namespace', 3],
  ['class', 5],
  ['method', 6],
  ['property', 7],
  ['field', 8],
  ['constructor', 9],
  ['enum', 10],
  ['interface', 11],
  ['member', 22],
  ['struct', 23],
  ['event', 24],
  ['operator', 25],
]);

/** The kind of a symbol by its word; throws where there is none. */
export function kindOf(word: string): SymbolKind {
  const kind = kinds.get(word);
  if (kind === undefined) throw new Error(`no kind of symbol: ${word}`);
  return kind;
}

/** Each line is `kind name as csharp-ls shows it`, two spaces deeper than what it is declared in. Line numbers are the text's. */
export function symbolsOf(text: string): DocumentSymbol[] {
  const roots: DocumentSymbol[] = [];
  const open: { readonly depth: number; readonly children: DocumentSymbol[] }[] = [{ depth: -1, children: roots }];
  for (const [line, each] of text.split('\n').entries()) {
    const [, indent = '', kind = '', name = ''] = /^( *)([a-z-]+) (.+)$/.exec(each) ?? [];
    if (kind === '') continue;
    const at = { start: { line, character: indent.length }, end: { line, character: each.length } };
    const symbol = { name, kind: kindOf(kind), range: at, selectionRange: at, children: [] as DocumentSymbol[] };
    while ((open.at(-1)?.depth ?? -1) >= indent.length) open.pop();
    open.at(-1)?.children.push(kind === 'namespace' ? { ...symbol, detail: name, name: name.split('.').at(-1) ?? name } : symbol);
    open.push({ depth: indent.length, children: symbol.children });
  }
  return roots;
}

/** The declarations of the same text, as the file `a.cs`. */
export const declared = (text: string): Declaration[] => declarationsOf(symbolsOf(text), 'a.cs', [], csharpLs);
