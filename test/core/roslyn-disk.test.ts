/** How Microsoft's server is told of the disk: events, the text of what has changed, and a wait for what comes and goes. */
import { describe, expect, test } from 'bun:test';
import type { LspClient } from '../../src/lsp/client.ts';
import { Documents } from '../../src/lsp/documents.ts';
import type { DiskChange } from '../../src/servers/server.ts';
import { disk } from '../../src/servers/roslyn/disk.ts';

/** A server that counts a file to a project, or does not any more, at the n-th question. */
function server(settledAfter = 0) {
  const sent: string[] = [];
  let questions = 0;
  const notify = (method: string, params: unknown): Promise<void> => {
    const { changes, textDocument, contentChanges } = params as Sent;
    const short = (uri: string): string => uri.slice('file:///w/'.length);
    if (changes !== undefined) sent.push(`events ${changes.map(({ uri, type }) => `${type} ${short(uri)}`).join(', ')}`);
    else
      sent.push(
        `${method.slice('textDocument/'.length)} ${short(textDocument.uri)} ${textDocument.text ?? contentChanges?.[0]?.text ?? ''}`,
      );
    return Promise.resolve();
  };
  const contexts = (wanted: boolean): unknown => {
    questions += 1;
    const miscellaneous = { _vs_id: 'm', _vs_label: 'm', _vs_is_miscellaneous: true };
    const project = { _vs_id: 'a', _vs_label: 'a', _vs_is_miscellaneous: false };
    return { _vs_projectContexts: [questions > settledAfter === wanted ? project : miscellaneous] };
  };
  const wanted = { created: true };
  const client = {
    notify,
    documents: new Documents(notify),
    request: (_method: string, _params: unknown) => Promise.resolve(contexts(wanted.created)),
  } as unknown as LspClient;
  return { client, sent, wanted, asked: () => questions };
}

interface Sent {
  readonly changes?: readonly { readonly uri: string; readonly type: number }[];
  readonly textDocument: { readonly uri: string; readonly text?: string };
  readonly contentChanges?: readonly { readonly text: string }[];
}

const texts: Record<string, string | undefined> = { '/w/a.cs': 'A', '/w/b.cs': 'B' };
const telling = { signal: new AbortController().signal, timeout: 1000, text: (path: string) => Promise.resolve(texts[path]) };
const change = (kind: DiskChange['kind'], name: string): DiskChange => ({ kind, path: `/w/${name}`, projects: ['/w/P.csproj'] });

describe('a changed file', () => {
  test('is opened with its new text beside the event, and stays open', async () => {
    const { client, sent } = server();
    expect(await disk.tell(client, [change('changed', 'a.cs')], telling)).toBe(true);
    expect(await disk.tell(client, [change('changed', 'a.cs')], { ...telling, text: () => Promise.resolve('A2') })).toBe(true);
    expect(sent).toEqual(['events 2 a.cs', 'didOpen a.cs A', 'events 2 a.cs', 'didChange a.cs A2']);
    expect(client.documents.kept).toEqual(['file:///w/a.cs']);
  });

  test('that nobody can read as text needs a load', async () => {
    expect(await disk.tell(server().client, [change('changed', 'latin.cs')], telling)).toBe(false);
  });

  test('is one of so many at most', () => {
    const { client } = server();
    expect([disk.canTell(client, 200), disk.canTell(client, 201)]).toEqual([true, false]);
  });
});

describe('a file that comes or goes', () => {
  test('is told with its project, and waited for', async () => {
    const { client, sent, asked } = server(2);
    expect(await disk.tell(client, [change('created', 'b.cs')], telling)).toBe(true);
    expect(sent).toEqual(['events 1 b.cs, 2 P.csproj', 'didOpen b.cs B']);
    expect(asked()).toBe(3);
  });

  test('and was open is closed when it goes', async () => {
    const { client, sent, wanted } = server();
    await disk.tell(client, [change('changed', 'a.cs')], telling);
    wanted.created = false;
    expect(await disk.tell(client, [change('deleted', 'a.cs')], telling)).toBe(true);
    expect(sent.slice(2)).toEqual(['events 3 a.cs, 2 P.csproj', 'didClose a.cs ']);
    expect(client.documents.kept).toEqual([]);
  });

  test('is waited for no longer than the call', async () => {
    const { client } = server(Infinity);
    const signal = AbortSignal.timeout(150);
    await expect(disk.tell(client, [change('created', 'b.cs')], { ...telling, signal })).rejects.toThrow('timed out');
  });
});
