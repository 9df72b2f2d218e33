/** How symbols are worded: one a line, `kind Namespace.Type.Member(signature)  path:line:col`. */
import type { Place } from '../model/places.ts';
import { type More, type Page, type Window, generatedData, generatedText, moreText, pageOf } from './page.ts';

export interface SymbolRow extends Place {
  readonly kind: string;
  readonly symbol: string;
  /** The name of the excluded folder that it lies in. */
  readonly excluded: string | undefined;
}

export interface SymbolsAnswer extends Window<SymbolRow> {
  readonly query: string;
  /** How many more fit the query and were filtered out by kinds, inPath or inProject. */
  readonly others: number;
  /** What a file or a preset filters kinds by, in words; empty for nothing. */
  readonly filter: string;
  /** How many more lie in generated files. */
  readonly generated: number;
  /** Near names, where nothing was found. */
  readonly near: readonly string[];
}

export function symbolsPage(answer: SymbolsAnswer): Page {
  return pageOf(answer, [(rows, more) => ({ text: textOf(answer, rows, more), data: dataOf(answer, rows, more) })]);
}

function textOf(
  { query, rowCount: total, others, filter, generated, near, offset }: SymbolsAnswer,
  rows: readonly SymbolRow[],
  more: More | undefined,
): string {
  const range = rows.length < total ? `, rows ${offset + 1}–${offset + rows.length}` : '';
  const filtered = `${others > 0 ? ` (${others} more of other kinds or elsewhere${filter === '' ? '' : `: ${filter}`})` : ''}${generatedText(generated)}`;
  const hint = total === 0 && near.length > 0 ? `; near names: ${near.join(', ')}` : '';
  const lines = rows.map(({ kind, symbol, path, line, column, excluded }) => {
    return `${kind} ${symbol}  ${path}:${line}:${column}${excluded === undefined ? '' : ' (excluded)'}`;
  });
  return [`${query}: ${total} ${total === 1 ? 'symbol' : 'symbols'}${filtered}${range}${hint}`, ...lines, ...moreText(more)].join(
    '\n',
  );
}

function dataOf(
  { rowCount: total, others, filter, generated, near }: SymbolsAnswer,
  rows: readonly SymbolRow[],
  more: More | undefined,
): Record<string, unknown> {
  const symbols = rows.map(({ excluded, ...row }) => (excluded === undefined ? row : { ...row, excluded: true }));
  return {
    total,
    ...(others > 0 ? { others, ...(filter === '' ? {} : { filter }) } : {}),
    ...generatedData(generated),
    symbols,
    ...(total === 0 && near.length > 0 ? { near } : {}),
    ...(more === undefined ? {} : { cursor: more.cursor }),
  };
}
