/**
 * Several names in one call: an answer for each, as if it were asked for alone, that share one budget. Pages are of one
 * name: each answer has a cursor of its own, for a call with that name as `symbol`.
 */
import { tokensOf } from '../answer/budget.ts';
import { warningText } from '../answer/warnings.ts';
import type { Warning } from '../model/codes.ts';
import { Problem } from '../model/problem.ts';
import type { View } from '../workspace/view.ts';
import type { ToolResult } from './tool.ts';

/** Tokens below which not even a header and one row are sure to fit. */
const leastShare = 250;

/** What is wrong with several names together with the other arguments. */
export function severalFault(args: {
  readonly symbols?: readonly string[] | undefined;
  readonly cursor?: string | undefined;
  readonly maxTokens?: number | undefined;
}): string | undefined {
  const { symbols, cursor, maxTokens } = args;
  if (symbols === undefined) return undefined;
  if (cursor !== undefined) return 'a cursor continues the answer of one name: give it with that name as symbol';
  const most = maxTokens === undefined ? symbols.length : Math.floor(maxTokens / leastShare);
  return symbols.length > most ? `maxTokens ${maxTokens} has room for ${most} of the ${symbols.length} symbols` : undefined;
}

/** Answers each name in turn; a name that means nothing costs itself only, unless all do: then the first one's failure is thrown. */
export async function eachSymbol(
  view: View,
  symbols: readonly string[],
  maxTokens: number,
  answer: (symbol: string, maxTokens: number) => Promise<ToolResult>,
): Promise<ToolResult> {
  const told: { symbol: string; result: ToolResult | Problem }[] = [];
  let left = maxTokens;
  for (const [at, symbol] of symbols.entries()) {
    const share = Math.floor(left / (symbols.length - at));
    const result = await answer(symbol, share).catch((error: unknown) => asFailure(error, share));
    told.push({ symbol, result });
    left -= sizeOf(symbol, result);
  }
  const failures = told.flatMap(({ result }) => (result instanceof Problem ? [result] : []));
  const [first] = failures;
  if (first !== undefined && failures.length === told.length) throw first;
  const warnings: Warning[] = told.flatMap(({ result }) => (result instanceof Problem ? [] : (result.warnings ?? [])));
  if (failures.length > 0)
    warnings.push({ code: 'partial_answer', message: `${failures.length} of ${told.length} symbols failed` });
  return {
    data: { answers: told.map(({ symbol, result }) => dataOf(symbol, result)) },
    text: told.map(({ symbol, result }) => textOf(symbol, result)).join('\n\n'),
    snapshot: view.snapshot,
    warnings: [...new Map(warnings.map((each) => [warningText(each), each])).values()],
  };
}

/** The end of the call, or of the language server, is the end of all answers. */
const everybodys: ReadonlySet<string> = new Set(['server_lost', 'request_timed_out', 'request_cancelled', 'workspace_loading']);

function asFailure(error: unknown, share: number): Problem {
  if (!(error instanceof Problem) || everybodys.has(error.code)) throw error;
  // A failure may list more candidates than there is room for.
  const room = share * 3;
  if (Buffer.byteLength(error.message) <= room) return error;
  const lines = error.message.split('\n');
  while (lines.length > 1 && Buffer.byteLength(lines.join('\n')) > room) lines.pop();
  const shown = lines
    .join('\n')
    .slice(0, room / 3)
    .toWellFormed();
  return new Problem(error.code, `${lines.length > 1 ? lines.join('\n') : shown}\n… ask for it alone to see all`, {
    cause: error,
  });
}

const dataOf = (symbol: string, result: ToolResult | Problem): Record<string, unknown> =>
  result instanceof Problem
    ? { asked: symbol, error: { code: result.code, message: result.message } }
    : { asked: symbol, ...result.data };

const textOf = (symbol: string, result: ToolResult | Problem): string =>
  result instanceof Problem ? `${symbol}: ${result.code}: ${result.message}` : result.text;

const sizeOf = (symbol: string, result: ToolResult | Problem): number =>
  Math.max(tokensOf(textOf(symbol, result)), tokensOf(JSON.stringify(dataOf(symbol, result))));
