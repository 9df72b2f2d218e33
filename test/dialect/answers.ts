/** The answers of every csharp-ls, joined, by the method of the question. */
import type { CancellationToken } from 'vscode-jsonrpc/node';
import type { DocumentSymbol, Location } from 'vscode-languageserver-protocol';
import { pathOf, uriOf } from './inner.ts';
import { problemsIn, problemsOf } from './problems.ts';
import { symbols } from './search.ts';
import { type Seat, type Solution, textOf } from './solution.ts';
import { type Elsewhere, contextId, linesOf, outlined } from './wording.ts';

export interface Params {
  readonly textDocument: {
    readonly uri: string;
    readonly text?: string;
    readonly _vs_projectContext?: { readonly _vs_id: string };
  };
  readonly contentChanges?: readonly { readonly text: string }[];
}

export type Answer = (solution: Solution, params: Params, token: CancellationToken) => Promise<unknown>;

/** What they depend on beside the solution. */
export interface Conversation {
  /** The texts of the open documents, by path. */
  readonly open: ReadonlyMap<string, string>;
  readonly elsewhere: Elsewhere;
  /** Waits until something has changed since it was last called. */
  readonly news: (token: CancellationToken) => Promise<void>;
}

export const answersOf = ({ open, elsewhere, news }: Conversation): Readonly<Record<string, Answer>> => ({
  'workspace/symbol': (solution, params) => symbols(solution, (params as unknown as { query: string }).query),
  'textDocument/documentSymbol': async (solution, { textDocument }) => {
    const path = pathOf(textDocument.uri);
    const seat = seatOf(solution, textDocument);
    const found = await seat?.inner.request<DocumentSymbol[] | null>('textDocument/documentSymbol', {
      textDocument: { uri: uriOf(path) },
    });
    return found == null ? null : outlined(found, linesOf(open.get(path) ?? textOf(path)));
  },
  'textDocument/hover': async (solution, params, token) =>
    (await seatOf(solution, params.textDocument)?.inner.request('textDocument/hover', plain(params), token)) ?? null,
  'textDocument/definition': async (solution, params, token) => {
    const inner = seatOf(solution, params.textDocument)?.inner;
    const found = await inner?.request<Location | Location[] | null>('textDocument/definition', plain(params), token);
    if (inner === undefined || found == null) return [];
    return await Promise.all([found].flat().map((location) => elsewhere.placeOf(location, inner)));
  },
  'textDocument/references': async (solution, params, token) => {
    const method = 'textDocument/references';
    const seat = seatOf(solution, params.textDocument);
    const first = await seat?.inner.request<Location[] | null>(method, plain(params), token);
    if (first == null) return null;
    // A symbol is the same one under every framework.
    const others = solution.inners.filter((inner) => inner !== seat?.inner);
    const more = await Promise.all(others.map((inner) => inner.request<Location[] | null>(method, plain(params), token)));
    const all = [first, ...more].flatMap((each) => each ?? []);
    return [
      ...new Map(
        all.map(({ uri, range }) => [JSON.stringify([pathOf(uri), range]), { uri: uriOf(pathOf(uri)), range }]),
      ).values(),
    ];
  },
  'textDocument/_vs_getProjectContexts': (solution, params) => {
    const { uri } = (params as unknown as { _vs_textDocument: { uri: string } })._vs_textDocument;
    const path = pathOf(uri);
    const context = (label: string, lost: boolean) => ({
      _vs_label: label,
      _vs_id: contextId(label),
      _vs_kind: 2,
      _vs_is_miscellaneous: lost,
    });
    const seats = solution.contexts(path).map(({ label }) => context(label, false));
    const all = seats.length === 0 && open.has(path) ? [context('Miscellaneous Files', true)] : seats;
    return Promise.resolve(all.length === 0 ? null : { _vs_projectContexts: all, _vs_defaultIndex: 0, _vs_key: path });
  },
  'textDocument/diagnostic': async (solution, { textDocument }, token) => {
    const path = pathOf(textDocument.uri);
    const seat = open.has(path) ? seatOf(solution, textDocument) : undefined;
    return { kind: 'full', items: seat === undefined ? [] : await problemsIn(seat, path, token) };
  },
  'workspace/diagnostic': async (solution, params, token) => {
    await news(token);
    const { previousResultIds } = params as unknown as { previousResultIds: { uri: string }[] };
    const named = new Set(previousResultIds.map(({ uri }) => pathOf(uri)));
    const items = await Promise.all(solution.seats.map((seat) => problemsOf(seat, named, token)));
    return { items: items.flat().filter(({ uri }) => !open.has(pathOf(uri))) };
  },
  'workspace/textDocumentContent': (_solution, params) => {
    const text = elsewhere.textOf((params as unknown as { uri: string }).uri);
    return Promise.resolve(text === undefined ? null : { text });
  },
});

/** The one that is pinned, else the first. */
function seatOf(solution: Solution, { uri, _vs_projectContext: pinned }: Params['textDocument']): Seat | undefined {
  const seats = solution.contexts(pathOf(uri));
  return pinned === undefined ? seats[0] : seats.find(({ label }) => contextId(label) === pinned._vs_id);
}

/** Without what only this protocol knows. */
function plain(params: Params): object {
  return { ...params, textDocument: { uri: uriOf(pathOf(params.textDocument.uri)) } };
}
