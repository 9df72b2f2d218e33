/** Documents that are open in a server: never twice, never changed before they are open, closed by the last who holds them. */
import { describe, expect, test } from 'bun:test';
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

/** Holds a document until the second result is called. */
async function lease(documents: Documents, text: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const held = documents.during(uri, text, () => {
    begun.resolve();
    return promise;
  });
  await begun.promise;
  return async () => {
    resolve();
    await held;
  };
}

test('who needs a document that is open opens nothing, and the last one closes it', async () => {
  const { documents, sent } = watched();
  const [first, second] = await Promise.all([lease(documents, 'a'), lease(documents, 'a')]);
  await first();
  expect(sent).toEqual(['Open 0 "a"']);
  await second();
  expect(sent).toEqual(['Open 0 "a"', 'Close - null']);
});

test('another text is a change with a version of its own; the same text is none', async () => {
  const { documents, sent } = watched();
  await documents.keep(uri, 'a');
  await documents.keep(uri, 'b');
  await documents.keep(uri, 'b');
  await documents.keep(uri, 'c');
  expect(sent).toEqual(['Open 0 "a"', 'Change 1 "b"', 'Change 2 "c"']);
  expect(documents.kept).toEqual([uri]);
});

test('a document that is kept outlives those who need it, and one that is needed outlives being kept', async () => {
  const { documents, sent } = watched();
  await documents.keep(uri, 'a');
  const end = await lease(documents, 'a');
  await end();
  expect(sent).toEqual(['Open 0 "a"']);
  const last = await lease(documents, 'a');
  await documents.drop(uri);
  expect(sent).toEqual(['Open 0 "a"']);
  await last();
  expect(sent).toEqual(['Open 0 "a"', 'Close - null']);
  await documents.drop(uri);
  expect(sent).toHaveLength(2);
});

test('a document is closed after a body that fails', async () => {
  const { documents, sent } = watched();
  await expect(documents.during(uri, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(sent).toEqual(['Open 0 "a"', 'Close - null']);
});

test('a touch leaves the text as it was, whether the document is open or not', async () => {
  const { documents, sent } = watched();
  await documents.touch(uri, 'a');
  await documents.keep(uri, 'a');
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

describe('set aside', () => {
  test('are documents that are only kept; they are open as they were afterwards', async () => {
    const { documents, sent } = watched();
    await documents.keep(uri, 'a');
    const { opened } = await documents.aside(() => Promise.resolve());
    expect(sent).toEqual(['Open 0 "a"', 'Close - null', 'Open 0 "a"']);
    expect([...opened]).toEqual([]);
  });

  test('is none that somebody needs, and who needs one meanwhile opens it: both are told', async () => {
    const { documents, sent } = watched();
    await documents.keep(uri, 'a');
    const end = await lease(documents, 'a');
    expect([...(await documents.aside(() => Promise.resolve())).opened]).toEqual([uri]);
    await end();
    expect(sent).toEqual(['Open 0 "a"']);
    const { opened } = await documents.aside(async () => (await lease(documents, 'a'))());
    expect(sent.slice(1)).toEqual(['Close - null', 'Open 0 "a"']);
    expect([...opened]).toEqual([uri]);
  });

  test('and dropped meanwhile, a document stays closed', async () => {
    const { documents, sent } = watched();
    await documents.keep(uri, 'a');
    await documents.aside(() => documents.drop(uri));
    expect(sent).toEqual(['Open 0 "a"', 'Close - null']);
  });
});
