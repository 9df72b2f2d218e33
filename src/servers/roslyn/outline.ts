/**
 * Outlines over all projects and frameworks that have a document, since each shows what it compiles. An empty one says that
 * the document declares nothing, or that no project has it; which of them the projects tell.
 */
import type { DocumentSymbol } from 'vscode-languageserver-protocol';
import type { Ask } from '../server.ts';
import { projectContexts, under } from './contexts.ts';

const method = 'textDocument/documentSymbol';
/** LSP's SymbolKind for a file. */
const fileKind = 1;

/** The outline below a root that stands for the file, as long as a project has the file; `first` is that of the usual context. */
export async function outlined(
  params: { readonly textDocument: { readonly uri: string } },
  first: unknown,
  ask: Ask,
): Promise<unknown> {
  const { uri } = params.textDocument;
  const contexts = await projectContexts(uri, ask);
  const others = await Promise.all(contexts.slice(1).map((context) => ask(method, under(params, context))));
  const known = [first, ...others].filter((each): each is DocumentSymbol[] => Array.isArray(each));
  if (contexts.length === 0 || known.length === 0) return first;
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  return [{ name: uri, kind: fileKind, range, selectionRange: range, children: joined(known.flat()) }] satisfies DocumentSymbol[];
}

/** What stands at one place is one declaration. */
function joined(nodes: readonly DocumentSymbol[]): DocumentSymbol[] {
  const same = Map.groupBy(nodes, ({ name, selectionRange: { start } }) => `${start.line}:${start.character} ${name}`);
  return [...same.values()]
    .flatMap(([node, ...more]) =>
      node === undefined ? [] : [{ ...node, children: joined([node, ...more].flatMap(({ children = [] }) => children)) }],
    )
    .sort(({ range: { start: a } }, { range: { start: b } }) => a.line - b.line || a.character - b.character);
}
