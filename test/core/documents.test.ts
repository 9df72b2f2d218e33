/** Documents that are open in a server: never twice, never changed before they are open, closed by the last who holds them. */
import { expect, test } from 'bun:test';
import { Documents } from '../../src/lsp/documents.ts';

function watched() {
  const sent: string[] = [];
  const documents = new Documents((method, params) => {
    const { textDocument, contentChanges } = params as Sent;
    const text = textDocument.text ?? contentChanges?.[0]?.text;
    sent.push(`${method.slice('textDocument/did'.length)} ${textDocument.version ?? '-'} ${JSON.stringify(text ?? null)}`);
    return Promise.resolve();
  });
  return { documents, sent };
}

interface Sent {
  readonly textDocument: { readonly uri: string; readonly version?: number; readonly text?: string };
  readonly contentChanges?: readonly { readonly text: string }[];
}

const uri = 'file:///a.cs';

test('who holds a document that is open opens nothing, and the last one closes it', async () => {
  const { documents, sent } = watched();
  await Promise.all([documents.hold(uri, 'a'), documents.hold(uri, 'a')]);
  await documents.release(uri);
  expect(documents.uris).toEqual([uri]);
  await documents.release(uri);
  expect(documents.uris).toEqual([]);
  expect(sent).toEqual(['Open 0 "a"', 'Close - null']);
});

test('another text is a change with a version of its own; the same text is none', async () => {
  const { documents, sent } = watched();
  await documents.hold(uri, 'a');
  await documents.hold(uri, 'b');
  await documents.hold(uri, 'b');
  await documents.hold(uri, 'c');
  expect(sent).toEqual(['Open 0 "a"', 'Change 1 "b"', 'Change 2 "c"']);
});

test('a document is closed after a body that fails', async () => {
  const { documents, sent } = watched();
  await expect(documents.during(uri, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(sent).toEqual(['Open 0 "a"', 'Close - null']);
});

test('a touch leaves the text as it was, whether the document is open or not', async () => {
  const { documents, sent } = watched();
  await documents.touch(uri, 'a');
  await documents.hold(uri, 'a');
  await documents.touch(uri, 'a');
  expect(sent).toEqual([
    'Open 0 "a"',
    'Change 1 "a "',
    'Change 2 "a"',
    'Close - null',
    'Open 0 "a"',
    'Change 1 "a "',
    'Change 2 "a"',
  ]);
});

test('what is held is closed for a while, and open as it was afterwards; who holds it meanwhile opens it', async () => {
  const { documents, sent } = watched();
  await documents.hold(uri, 'a');
  await documents.aside(() => Promise.resolve());
  expect(sent).toEqual(['Open 0 "a"', 'Close - null', 'Open 0 "a"']);
  await documents.aside(() => documents.hold(uri, 'b'));
  expect(sent.slice(3)).toEqual(['Close - null', 'Open 0 "b"']);
  await documents.aside(async () => {
    await documents.release(uri);
    await documents.release(uri);
  });
  expect(sent.slice(5)).toEqual(['Close - null']);
  expect(documents.uris).toEqual([]);
});

test('what was not held cannot be released', async () => {
  await expect(watched().documents.release(uri)).rejects.toThrow('not held');
});
