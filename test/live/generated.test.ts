/**
 * The compiled bridge on the generated solution, whose right answers are known by construction: every question, and names
 * with more hits than the language server's name search or one answer can hold.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { tokensOf } from '../../src/answer/budget.ts';
import { generate, lay, smallSize } from '../generated-solution/solution.ts';
import { tempFolder } from '../support/temp.ts';
import { Wire } from '../support/wire.ts';
import type { ReferencesCase, SymbolsCase } from '../tools/case-file.ts';
import { runCases } from '../tools/case-run.ts';

setDefaultTimeout(300_000);

const { cases, ...solution } = generate(smallSize);
let bridge: Wire;

beforeAll(async () => {
  const workspace = tempFolder('generated');
  await lay({ cases, ...solution }, workspace);
  bridge = await Wire.open({ workspace });
});
afterAll(async () => {
  const { code, stderr } = await bridge.close();
  expect({ code, stderr, noise: bridge.noise }).toEqual({ code: 0, stderr: '', noise: [] });
});

test('every question is answered rightly, also about what only another target framework compiles', async () => {
  const call = async (tool: string, args: Readonly<Record<string, unknown>>) => (await bridge.call(tool, args)).envelope;
  const { lines, passed } = await runCases(cases, ['refs', 'def', 'symbols', 'diags'], call);
  expect({ passed, lines }).toEqual({
    passed: true,
    lines: [expect.stringMatching(/^(\d+) of \1 questions answered rightly$/)],
  });
});

interface PlaceRow {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** What the pages of both tools have in common; a page of references that has only counts has no rows. */
interface PageData {
  readonly total: number;
  readonly cursor?: string;
  readonly symbols?: readonly PlaceRow[];
  readonly files?: readonly { readonly path: string; readonly places?: readonly Omit<PlaceRow, 'path'>[] }[];
}

const shown = ({ path, line, column }: PlaceRow): string => `${path}:${line}:${column}`;

const rowsOf = ({ symbols = [], files = [] }: PageData): string[] => [
  ...symbols.map(shown),
  ...files.flatMap(({ path, places = [] }) => places.map((place) => shown({ path, ...place }))),
];

/** All pages, each held against its budget. */
async function pagesOf(tool: string, args: Readonly<Record<string, unknown>>, maxTokens: number): Promise<PageData[]> {
  const pages: PageData[] = [];
  for (let cursor: string | undefined; ;) {
    const more = cursor === undefined ? {} : { cursor };
    const wanted = { ...args, maxTokens, limit: 5000, ...more };
    const { structuredContent, content } = await bridge.request('tools/call', { name: tool, arguments: wanted });
    const [{ text }] = content as readonly [{ readonly text: string }];
    const { error, data: page } = structuredContent as { readonly error?: object; readonly data: PageData };
    expect(error).toBeUndefined();
    expect(tokensOf(text)).toBeLessThanOrEqual(maxTokens);
    expect(tokensOf(JSON.stringify(structuredContent))).toBeLessThanOrEqual(maxTokens);
    pages.push(page);
    cursor = page.cursor;
    if (cursor === undefined) return pages;
  }
}

const symbolsOf = (query: string): string[] => {
  const found = cases.find((each): each is SymbolsCase => each.id === `symbols/${query}`);
  if (found === undefined) throw new Error(`nothing asks for ${query}`);
  return found.expected.symbols.map((spot) => `${spot.file}:${'line' in spot ? `${spot.line}:${spot.col}` : ''}`);
};

const referencesOf = (signature: string): string[] => {
  const found = cases.find((each): each is ReferencesCase => {
    return each.kind === 'refs' && (each as ReferencesCase).input.signature === signature;
  });
  if (found === undefined) throw new Error(`nothing asks for ${signature}`);
  const { references, definitions } = found.expected;
  return [...references, ...definitions].map(({ file, line, col }) => `${file}:${line}:${col}`);
};

const popular = 'Gen.P00.Guard.NotNull(object)';

describe('pages join to the whole, in order, without loss or repetition, each within its budget', () => {
  test.each([
    ['symbols', { query: 'Add' }, symbolsOf('Add'), 136],
    ['symbols', { query: 'Order.Add' }, symbolsOf('Order.Add'), 136],
    ['symbols', { query: 'Order' }, symbolsOf('Order'), 102],
    ['references', { symbol: popular }, referencesOf(popular), 1501],
  ] as const)('%s %p', async (tool, args, right, count) => {
    const declarations = tool === 'references' ? 1 : 0;
    expect(right).toHaveLength(count);
    const pages = await pagesOf(tool, args, 2000);
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([count - declarations]));
    const joined = pages.flatMap(rowsOf);
    expect(joined.toSorted()).toEqual(right.toSorted());
    // A page boundary elsewhere changes nothing in the order.
    expect((await pagesOf(tool, args, 5000)).flatMap(rowsOf)).toEqual(joined);
  });
});
