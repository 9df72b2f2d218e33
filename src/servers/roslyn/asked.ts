/**
 * Questions about a place. The server sees a document under one framework of one project, the first, where nothing else is
 * said: a place in code that only another one compiles means nothing there. So whoever hears nothing asks under the others.
 */
import type { Ask } from '../server.ts';
import { type ProjectContext, projectContexts } from './contexts.ts';
import { received } from './external.ts';

const aboutPlaces: ReadonlySet<string> = new Set(['textDocument/definition', 'textDocument/references', 'textDocument/hover']);

interface PlaceParams {
  readonly textDocument: { readonly uri: string };
}

/** The answer to a question, in the form in which the bridge reads it. */
export async function asked(method: string, params: unknown, ask: Ask): Promise<unknown> {
  const first: unknown = await ask(method, params);
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

const under = (params: PlaceParams, context: ProjectContext): PlaceParams => ({
  ...params,
  textDocument: { ...params.textDocument, ...{ _vs_projectContext: context } },
});

const isNothing = (answer: unknown): boolean => answer === null || (Array.isArray(answer) && answer.length === 0);
