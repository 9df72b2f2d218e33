/**
 * Questions about a place. The server sees a document under one framework of one project, the first, where nothing else is
 * said: a place in code that only another one compiles means nothing there. So whoever hears nothing asks under the others.
 */
import type { Ask } from '../server.ts';
import { projectContexts, under } from './contexts.ts';
import { received } from './external.ts';
import { outlined } from './outline.ts';

const aboutPlaces: ReadonlySet<string> = new Set(['textDocument/definition', 'textDocument/references', 'textDocument/hover']);

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

const isNothing = (answer: unknown): boolean => answer === null || (Array.isArray(answer) && answer.length === 0);
