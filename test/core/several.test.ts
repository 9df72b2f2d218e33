/** Several names in one call: an answer for each, one budget, and failures that cost only themselves. */
import { expect, test } from 'bun:test';
import { tokensOf } from '../../src/answer/budget.ts';
import { Problem } from '../../src/model/problem.ts';
import { eachSymbol, severalFault } from '../../src/tools/several.ts';
import type { ToolResult } from '../../src/tools/tool.ts';
import type { View } from '../../src/workspace/view.ts';
import { defaultLimits, limitsWith } from '../support/limits.ts';

// Only the snapshot of the view is asked for.
const view = { snapshot: { workspaceId: 'w', workspaceEpoch: 1, snapshotId: 's', transactionRevision: null } } as View;

/** An answer as large as it may be. */
const filling = async (symbol: string, maxTokens: number): Promise<ToolResult> => {
  const text = `${symbol}: `.padEnd(maxTokens * 4, '.');
  return { data: {}, text, warnings: [{ code: 'limit_reached', message: 'rows are left out' }] };
};
const failing = async (symbol: string): Promise<ToolResult> => {
  throw new Problem('symbol_not_found', `no symbol is named '${symbol}'`);
};

test('each has an equal share of what the ones before it have left', async () => {
  const shares: number[] = [];
  const { text, warnings } = await eachSymbol(view, ['A', 'B', 'C', 'D'], 4000, async (symbol, share) => {
    shares.push(share);
    return symbol === 'A' ? { data: {}, text: 'A: none' } : await filling(symbol, share);
  });
  expect(shares[0]).toBe(1000);
  expect(shares[1]).toBeGreaterThan(1300);
  expect(tokensOf(text)).toBeLessThanOrEqual(4010);
  expect(text.split('\n\n').map((each) => each.slice(0, 3))).toEqual(['A: ', 'B: ', 'C: ', 'D: ']);
  expect(warnings).toEqual([{ code: 'limit_reached', message: 'rows are left out' }]);
});

test('a name that means nothing is said beside the answers of the others', async () => {
  const answer = (symbol: string, share: number) => (symbol === 'B' ? failing(symbol) : filling(symbol, share));
  const { data, text, warnings } = await eachSymbol(view, ['A', 'B'], 4000, answer);
  expect(data['answers']).toEqual([
    { asked: 'A' },
    { asked: 'B', error: { code: 'symbol_not_found', message: "no symbol is named 'B'" } },
  ]);
  expect(text).toEndWith("\n\nB: symbol_not_found: no symbol is named 'B'");
  expect(warnings).toContainEqual({ code: 'partial_answer', message: '1 of 2 symbols failed' });
});

test('a long list of candidates is cut at a line', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `class Some.Namespace.Of.Many.Words.Type${at}  src/file${at}.cs:1:1`);
  const ambiguous = async (): Promise<ToolResult> => {
    throw new Problem('symbol_ambiguous', "'B' names 40 symbols:", { rows: lines });
  };
  const { text } = await eachSymbol(view, ['A', 'B'], 600, (symbol, share) =>
    symbol === 'A' ? filling(symbol, share) : ambiguous(),
  );
  expect(tokensOf(text)).toBeLessThanOrEqual(610);
  const shown = text.split('\n').length - 4;
  expect(shown).toBeGreaterThan(5);
  expect(text.split('\n').slice(2)).toEqual([
    expect.stringContaining('names 40'),
    ...lines.slice(0, shown),
    `… and ${40 - shown} more`,
  ]);
});

test('where all fail, and where the call or the server ends, that is the failure', async () => {
  await expect(eachSymbol(view, ['A', 'B'], 4000, failing)).rejects.toMatchObject({
    code: 'symbol_not_found',
    message: "no symbol is named 'A'",
  });
  const lost = async (): Promise<ToolResult> => {
    throw new Problem('server_lost', 'gone');
  };
  const answer = (symbol: string, share: number) => (symbol === 'A' ? filling(symbol, share) : lost());
  await expect(eachSymbol(view, ['A', 'B'], 4000, answer)).rejects.toMatchObject({ code: 'server_lost' });
});

test('the end of the time leaves what was answered before, labelled', async () => {
  const late = async (symbol: string): Promise<ToolResult> => {
    if (symbol === 'A') return { data: { total: 1 }, text: 'A: 1' };
    throw new Problem('request_timed_out', 'the call did not end within 1 s');
  };
  const { data, text, warnings } = await eachSymbol(view, ['A', 'B', 'C'], 4000, late);
  expect({ data, text }).toEqual({ data: { answers: [{ asked: 'A', total: 1 }] }, text: 'A: 1' });
  expect(warnings).toEqual([
    {
      code: 'partial_answer',
      message: 'the time of the call ended before 2 of the symbols (from B on) could be answered: ask about the rest',
    },
  ]);
  await expect(eachSymbol(view, ['B', 'C'], 4000, late)).rejects.toMatchObject({ code: 'request_timed_out' });
});

test('what does not go together', () => {
  expect(severalFault({ symbols: ['A'], cursor: 'x' }, defaultLimits)).toStartWith('a cursor continues');
  expect(severalFault({ symbols: ['A', 'B', 'C'] }, limitsWith({ maxTokens: 600 }))).toBe(
    'maxTokens 600 has room for 2 of the 3 symbols',
  );
  expect(severalFault({ symbols: ['A', 'B'] }, limitsWith({ maxTokens: 500 }))).toBeUndefined();
  expect(severalFault({ cursor: 'x' }, defaultLimits)).toBeUndefined();
});
