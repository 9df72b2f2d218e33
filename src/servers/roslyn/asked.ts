/**
 * Questions about a file or a place. An outline without anything says that a file declares nothing, or that no project has
 * it; which of them the projects of the file tell. The server sees a document under one framework of one project, the first, where nothing else is
 * said: a place in code that only another one compiles means nothing there. So whoever hears nothing asks under the others.
 */
import type { DocumentSymbol } from 'vscode-languageserver-protocol';
import type { Ask } from '../server.ts';
import { type ProjectContext, projectContexts } from './contexts.ts';
import { received } from './external.ts';

const aboutPlaces: ReadonlySet<string> = new Set(['textDocument/definition', 'textDocument/references', 'textDocument/hover']);

/** LSP's SymbolKind for a file. */
const fileKind = 1;

interface PlaceParams {
  readonly textDocument: { readonly uri: string };
}

/** The answer to a question, in the form in which the bridge reads it. */
export async function asked(method: string, params: unknown, ask: Ask): Promise<unknown> {
  const first: unknown = await ask(method, params);
  if (method === 'textDocument/documentSymbol') return await outlined(params as PlaceParams, first, ask);
  if (!aboutPlaces.has(method) || !isNothing(first)) return received(method, first);
  const place = params as PlaceParams;
  const contexts = await projectContexts(place.textDocument.uri, ask);
  if (contexts.length < 2) return first;
  for (const context of contexts) {
    const answer: unknown = await ask(method, under(place, context));
    if (!isNothing(answer)) return received(method, answer);
  }
  return first;
}

/** An empty outline with a root that stands for the file, where a project has the file. */
async function outlined({ textDocument: { uri } }: PlaceParams, outline: unknown, ask: Ask): Promise<unknown> {
  if (!Array.isArray(outline) || outline.length > 0 || (await projectContexts(uri, ask)).length === 0) return outline;
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  return [{ name: uri, kind: fileKind, range, selectionRange: range }] satisfies DocumentSymbol[];
}

const under = (params: PlaceParams, context: ProjectContext): PlaceParams => ({
  ...params,
  textDocument: { ...params.textDocument, ...{ _vs_projectContext: context } },
});

const isNothing = (answer: unknown): boolean => answer === null || (Array.isArray(answer) && answer.length === 0);
