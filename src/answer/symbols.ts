/** How symbols are worded: one a line, `kind Namespace.Type.Member(signature)  path:line:col`. */
import type { Place } from '../model/places.ts';
import { fitting, tokensOf } from './budget.ts';

export interface SymbolRow extends Place {
  readonly kind: string;
  readonly symbol: string;
  /** The name of the excluded folder that it lies in. */
  readonly excluded: string | undefined;
}

export interface SymbolsAnswer {
  readonly query: string;
  readonly total: number;
  /** The rows from the offset on, as many as the limit allows. */
  readonly rows: readonly SymbolRow[];
  readonly offset: number;
  readonly cursorAt: (offset: number) => string;
  /** How many more fit the query and were filtered out by kinds, inPath or inProject. */
  readonly others: number;
  /** Near names, where nothing was found. */
  readonly near: readonly string[];
  readonly maxTokens: number;
  readonly overhead: number;
}

export interface SymbolsPage {
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly left: number;
}

/** The largest page that keeps the budget in text and in structure; at least one row. */
export function symbolsPage(answer: SymbolsAnswer): SymbolsPage {
  const render = (count: number): SymbolsPage => {
    const rows = answer.rows.slice(0, count);
    const end = answer.offset + rows.length;
    const left = answer.total - end;
    const cursor = left > 0 ? answer.cursorAt(end) : undefined;
    return { text: textOf(answer, rows, left, cursor), data: dataOf(answer, rows, cursor), left };
  };
  const sizes = (count: number): number[] => {
    const { text, data } = render(count);
    return [tokensOf(text), tokensOf(JSON.stringify(data)) + Math.ceil(answer.overhead / 4)];
  };
  return render(Math.max(Math.min(1, answer.rows.length), fitting(answer.rows.length, answer.maxTokens, sizes)));
}

function textOf(
  { query, total, others, near, offset }: SymbolsAnswer,
  rows: readonly SymbolRow[],
  left: number,
  cursor: string | undefined,
): string {
  const range = rows.length < total ? `, rows ${offset + 1}–${offset + rows.length}` : '';
  const filtered = others > 0 ? ` (${others} more of other kinds or elsewhere)` : '';
  const hint = total === 0 && near.length > 0 ? `; near names: ${near.join(', ')}` : '';
  const lines = rows.map(({ kind, symbol, path, line, column, excluded }) => {
    return `${kind} ${symbol}  ${path}:${line}:${column}${excluded === undefined ? '' : ' (excluded)'}`;
  });
  const more = cursor === undefined ? [] : [`${left} more: repeat the call with cursor ${cursor}`];
  return [`${query}: ${total} ${total === 1 ? 'symbol' : 'symbols'}${filtered}${range}${hint}`, ...lines, ...more].join('\n');
}

function dataOf(
  { total, others, near }: SymbolsAnswer,
  rows: readonly SymbolRow[],
  cursor: string | undefined,
): Record<string, unknown> {
  const symbols = rows.map(({ excluded, ...row }) => (excluded === undefined ? row : { ...row, excluded: true }));
  return {
    total,
    ...(others > 0 ? { others } : {}),
    symbols,
    ...(total === 0 && near.length > 0 ? { near } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
}
