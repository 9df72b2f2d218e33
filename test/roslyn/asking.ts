/** Questions that a raw client asks of the strict fake, and what it makes of the answers. */
import type { DocumentSymbol } from 'vscode-languageserver-protocol';
import type { Reply } from './conversation.ts';
import { brokenText, uriIn } from './project.ts';
import type { Raw } from './raw.ts';

export type Client = Raw;
export type Answered = Reply | 'lost';

export const fileOf = (client: Client, name = 'Broken.cs'): { readonly uri: string } => ({
  uri: uriIn(client.workspace, 'Hello', name),
});

/** Uses of Greet, of which there are two. */
export async function references(client: Client): Promise<unknown> {
  const textDocument = fileOf(client, 'Greeter.cs');
  const params = { textDocument, position: { line: 4, character: 19 }, context: { includeDeclaration: false } };
  return countOf(await client.request('textDocument/references', params));
}

/** How many there are, the code of an error, or `lost`. */
export function countOf(answered: Answered): unknown {
  if (answered === 'lost') return answered;
  if ('error' in answered) return answered.error.code;
  return Array.isArray(answered.result) ? answered.result.length : answered.result;
}

export function didOpen(client: Client, name = 'Broken.cs', text = brokenText): void {
  client.notify('textDocument/didOpen', { textDocument: { ...fileOf(client, name), languageId: 'csharp', version: 1, text } });
}

export const didClose = (client: Client, name = 'Broken.cs'): void =>
  client.notify('textDocument/didClose', { textDocument: fileOf(client, name) });

export const didChange = (client: Client, name = 'Broken.cs'): void => {
  const textDocument = { ...fileOf(client, name), version: 2 };
  client.notify('textDocument/didChange', { textDocument, contentChanges: [{ text: brokenText }] });
};

/** Ids of the problems of the file with problems. */
export async function pull(client: Client, more: object = {}): Promise<unknown> {
  return idsOf(await client.request('textDocument/diagnostic', { textDocument: fileOf(client), ...more }));
}

/** Ids of the problems of the workspace; `held` where there is no answer. */
export async function pullAll(client: Client): Promise<unknown> {
  const id = client.begin('workspace/diagnostic', { previousResultIds: [] });
  const answer = client.answer(id);
  await client.rounds();
  return client.heard.some((message) => message.id === id && message.method === undefined) ? idsOf(await answer) : 'held';
}

/** A problem, or the report of a file with several. */
interface Found {
  readonly code?: string;
  readonly items?: readonly Found[];
}

function idsOf(answered: Answered): unknown {
  if (answered === 'lost' || 'error' in answered) return countOf(answered);
  const { items } = answered.result as { readonly items: readonly Found[] };
  return items.flatMap((each) => each.items ?? [each]).map(({ code }) => code);
}

/** All names of an outline. */
export async function outline(client: Client): Promise<string[]> {
  const reply = await client.request('textDocument/documentSymbol', { textDocument: fileOf(client, 'Greeter.cs') });
  const walk = (symbols: readonly DocumentSymbol[]): string[] =>
    symbols.flatMap(({ name, children = [] }) => [name, ...walk(children)]);
  return reply !== 'lost' && 'result' in reply ? walk(reply.result as DocumentSymbol[]) : [];
}

/** How many declarations have such a name. */
export const named = async (client: Client, query: string): Promise<unknown> =>
  countOf(await client.request('workspace/symbol', { query }));

/** Asks until the answer is the wanted one. */
export async function until(ask: () => Promise<unknown>, wanted: unknown): Promise<void> {
  while ((await ask()) !== wanted) await Bun.sleep(5);
}

export const changes = (client: Client, ...files: readonly (readonly [name: string, type: number])[]): void =>
  client.notify('workspace/didChangeWatchedFiles', { changes: files.map(([name, type]) => ({ ...fileOf(client, name), type })) });

export interface Action {
  readonly title: string;
  readonly data: { readonly NestedCodeActions: readonly Action[] | null };
}

/** The action with a title. */
export async function action(client: Client, title: string): Promise<Action> {
  didOpen(client);
  const start = { line: 0, character: 0 };
  const params = { textDocument: fileOf(client), range: { start, end: start }, context: { diagnostics: [] } };
  const reply = await client.request('textDocument/codeAction', params);
  if (reply === 'lost' || 'error' in reply) throw new Error('no actions');
  const found = (reply.result as readonly Action[]).find((each) => each.title === title);
  if (found === undefined) throw new Error(`no action ${title}`);
  return found;
}

export interface TextEdit {
  readonly version: number | null;
  readonly newText: string;
}

/** The edits of a resolved action, undefined where it has none, or the code of an error. */
export async function resolved(
  client: Client,
  { title, data }: Action,
  scope?: string,
): Promise<number | TextEdit[] | undefined> {
  const method = scope === undefined ? 'codeAction/resolve' : 'codeAction/resolveFixAll';
  const reply = await client.request(method, { title, data, ...(scope === undefined ? {} : { scope }) });
  if (reply === 'lost' || 'error' in reply) return reply === 'lost' ? undefined : reply.error.code;
  const { edit } = reply.result as { readonly edit?: { readonly documentChanges: readonly Change[] } };
  return edit?.documentChanges.flatMap(({ textDocument, edits }) => edits.map(({ newText }) => ({ ...textDocument, newText })));
}

interface Change {
  readonly textDocument: { readonly version: number | null };
  readonly edits: readonly { readonly newText: string }[];
}
