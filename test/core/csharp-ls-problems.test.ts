/** What is made of the answers of csharp-ls about problems. */
import { describe, expect, test } from 'bun:test';
import { allowed } from '../../src/servers/csharp-ls/messages.ts';
import { problems } from '../../src/servers/csharp-ls/problems.ts';
import { Documents } from '../../src/lsp/documents.ts';
import type { Asking } from '../../src/servers/server.ts';

const range = { start: { line: 4, character: 2 }, end: { line: 4, character: 9 } };
const item = (code: unknown, severity?: number) => ({
  range,
  code,
  message: 'm',
  ...(severity === undefined ? {} : { severity }),
});
const asked: { method: string; params: unknown }[] = [];
const answering = (answer: unknown): Asking => ({
  request: <Result>(method: string, params: unknown) => {
    asked.push({ method, params });
    return Promise.resolve(answer as Result);
  },
  // It tells of files that are not open.
  documents: new Documents(() => Promise.reject(new Error('a document is opened'))),
  text: () => Promise.reject(new Error('a text is read')),
  signal: new AbortController().signal,
});
const ofFile = (answer: unknown, analyzers = false) => problems.ofFile('file:///a.cs', analyzers, answering(answer));
const ofAll = (items: unknown[], named: string[] = []) => problems.ofAll(named, false, answering({ items }));

describe('a file', () => {
  test('its problems, in our words', async () => {
    const items = [item('CS1', 1), item('CS2', 2), item('CS3', 3), item('CS4', 4), item(undefined)];
    expect(await ofFile({ kind: 'full', resultId: '1/false', items })).toMatchObject([
      { range, id: 'CS1', severity: 'error', message: 'm' },
      { id: 'CS2', severity: 'warning' },
      { id: 'CS3', severity: 'information' },
      { id: 'CS4', severity: 'hint' },
      { id: '', severity: 'error' },
    ]);
  });

  test('without a result it is of no one project; with an empty one nothing is wrong with it', async () => {
    expect(await ofFile({ kind: 'full', items: [] })).toBeUndefined();
    expect(await ofFile({ kind: 'full', resultId: '1/false', items: [] })).toEqual([]);
  });

  test.each([
    ['1/true', false],
    ['1/false', true],
  ])('a result %s is not taken where analyzers are %p', async (resultId, analyzers) => {
    await expect(ofFile({ kind: 'full', resultId, items: [] }, analyzers)).rejects.toThrow('analyzers are');
  });
});

describe('everything', () => {
  test('a report for each copy of a file; those that are named are named as the server names them', async () => {
    const report = (uri: string, items: unknown[]) => ({ kind: 'full', uri, resultId: '7/false', items });
    const found = await ofAll(
      [report('file:///a.cs', [item('CS1', 1)]), report('file:///a.cs', [])],
      ['file:///w/Gr%C3%B6%C3%9Fe%20%231/50%25%20%F0%9F%9B%92/a%3Fb%5B1%5D.cs'],
    );
    expect(found.map(({ uri, problems: all }) => [uri, all.length])).toEqual([
      ['file:///a.cs', 1],
      ['file:///a.cs', 0],
    ]);
    expect(asked.at(-1)).toEqual({
      method: 'workspace/diagnostic',
      params: { previousResultIds: [{ uri: 'file:///w/Größe %231/50%25 🛒/a%3Fb[1].cs', value: '?' }] },
    });
  });

  test('what was not told before cannot be unchanged', async () => {
    await expect(ofAll([{ kind: 'unchanged', uri: 'file:///a.cs', resultId: '7/false' }])).rejects.toThrow('unchanged');
  });
});

test('what is sent about analyzers, and to ask, may be sent', () => {
  const notification = problems.analyzers?.(true);
  expect(notification?.params).toEqual({ settings: { csharp: { analyzersEnabled: true } } });
  for (const each of [notification?.method ?? '', 'workspace/diagnostic', 'textDocument/diagnostic'])
    expect(allowed({ method: each })).toBe(true);
});
