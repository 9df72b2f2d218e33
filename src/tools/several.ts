/**
 * Several names in one call: an answer for each, as if it were asked for alone, that share one budget. Pages are of one
 * name: each answer has a cursor of its own, for a call with that name as `symbol`.
 */
import { tokensOf } from '../answer/budget.ts';
import { messageWithin } from '../answer/failure.ts';
import { warningText } from '../answer/warnings.ts';
import type { Warning } from '../model/codes.ts';
import { type Limit, type Limits, isChosen } from '../model/limits.ts';
import { Problem, isEverybodys } from '../model/problem.ts';
import type { View } from '../workspace/view.ts';
import type { ToolContext, ToolResult } from './tool.ts';

/** Tokens below which not even a header and one row are sure to fit. */
const leastShare = 250;

/** The arguments that matter to several names. */
interface Several {
  readonly symbols?: readonly string[] | undefined;
  readonly cursor?: string | undefined;
}

/** What is wrong with several names together with the other arguments and the budget. */
export function severalFault(
  { symbols, cursor }: Several,
  { maxTokens: { value } }: Pick<Limits, 'maxTokens'>,
): string | undefined {
  if (symbols === undefined) return undefined;
  if (cursor !== undefined) return 'a cursor continues the answer of one name: give it with that name as symbol';
  const most = Math.floor(value / leastShare);
  return symbols.length > most ? `maxTokens ${value} has room for ${most} of the ${symbols.length} symbols` : undefined;
}

/** The body of a tool that answers about one name, or place, or about several names, which share the budget. */
export const answerEach = <A extends Several>(
  args: A,
  { read, limits }: ToolContext,
  answer: (args: A, view: View, limits: Limits) => Promise<ToolResult>,
): Promise<ToolResult> =>
  read((view) => {
    const { symbols } = args;
    if (symbols === undefined) return answer(args, view, limits);
    const { maxTokens } = limits;
    return eachSymbol(view, symbols, maxTokens.value, (symbol, share) =>
      answer({ ...args, symbol }, view, { ...limits, maxTokens: shareOf(maxTokens, share) }),
    );
  });

/** What one of several names may take; whoever reads of it knows the whole. */
const shareOf = ({ value, source }: Limit<number>, share: number): Limit<number> => ({
  value: share,
  source: `a share of ${value}${isChosen(source) ? `, ${source}` : ''}`,
});

/** What is said of a name that failed. */
interface Failed {
  readonly code: string;
  readonly message: string;
  readonly problem: Problem;
}

/** Answers each name in turn; a name that means nothing costs itself only, unless all do: then the first one's failure is thrown. */
export async function eachSymbol(
  view: View,
  symbols: readonly string[],
  maxTokens: number,
  answer: (symbol: string, maxTokens: number) => Promise<ToolResult>,
): Promise<ToolResult> {
  const told: { symbol: string; result: ToolResult | Failed }[] = [];
  let left = maxTokens;
  for (const [at, symbol] of symbols.entries()) {
    const share = Math.floor(left / (symbols.length - at));
    const result = await answer(symbol, share).catch((error: unknown) => orOver(error, told.length, symbol, share));
    if (result === 'over') break;
    told.push({ symbol, result });
    left -= sizeOf(symbol, result);
  }
  const failures = told.flatMap(({ result }) => ('problem' in result ? [result.problem] : []));
  const [first] = failures;
  if (first !== undefined && failures.length === told.length) throw first;
  const warnings: Warning[] = told.flatMap(({ result }) => ('problem' in result ? [] : (result.warnings ?? [])));
  if (failures.length > 0)
    warnings.push({ code: 'partial_answer', message: `${failures.length} of ${symbols.length} symbols failed` });
  if (told.length < symbols.length) warnings.push(timeOver(symbols.slice(told.length)));
  return {
    data: { answers: told.map(({ symbol, result }) => dataOf(symbol, result)) },
    text: told.map(({ symbol, result }) => textOf(symbol, result)).join('\n\n'),
    snapshot: view.snapshot,
    warnings: [...new Map(warnings.map((each) => [warningText(each), each])).values()],
  };
}

/** A failure costs one name, unless it is everybody's; at the end of the time what has been answered is an answer. */
function orOver(error: unknown, answered: number, symbol: string, share: number): Failed | 'over' {
  if (!(error instanceof Problem) || error.code === 'workspace_loading') throw error;
  if (error.code === 'request_timed_out' && answered > 0) return 'over';
  if (isEverybodys(error)) throw error;
  return shortened(symbol, error, share);
}

const timeOver = (symbols: readonly string[]): Warning => ({
  code: 'partial_answer',
  message: `the time of the call ended before ${symbols.length === 1 ? symbols[0] : `${symbols.length} of the symbols (from ${symbols[0]} on)`} could be answered: ask about the rest`,
});

/** What failed for one name, in its share of the budget. */
function shortened(symbol: string, problem: Problem, share: number): Failed {
  const failed = (message: string): Failed => ({ code: problem.code, message, problem });
  return failed(messageWithin(problem, (message) => sizeOf(symbol, failed(message)) <= share));
}

const dataOf = (symbol: string, result: ToolResult | Failed): Record<string, unknown> =>
  'problem' in result
    ? { asked: symbol, error: { code: result.code, message: result.message } }
    : { asked: symbol, ...result.data };

const textOf = (symbol: string, result: ToolResult | Failed): string =>
  'problem' in result ? `${symbol}: ${result.code}: ${result.message}` : result.text;

const sizeOf = (symbol: string, result: ToolResult | Failed): number =>
  Math.max(tokensOf(textOf(symbol, result)), tokensOf(JSON.stringify(dataOf(symbol, result))));
