/**
 * Cuts an answer to its budget: the fullest rendering that holds everything, else a page of the first one. Text and
 * structure carry the same facts, so the larger of the two sets the boundary.
 */
import type { Warning } from '../model/codes.ts';
import { fitting, tokensOf } from './budget.ts';
import { limitReached } from './warnings.ts';

/** The same facts twice. */
export interface Rendered {
  readonly text: string;
  readonly data: Record<string, unknown>;
}

/** A rendering with what it leaves out. */
export interface Page extends Rendered {
  /** Rows that a cursor brings, and the limit that left them out, in words. */
  readonly left: number;
  readonly by: string;
}

/** What comes after the rows of a page. */
export interface More {
  readonly left: number;
  /** The limit that left them out, in words. */
  readonly by: string;
  readonly cursor: string;
}

/** Token budget of an answer, and the bytes that its envelope adds to the structure, its warnings to the text. */
export interface Budget {
  readonly maxTokens: number;
  /** The limits of the call in words, with their sources. */
  readonly limits: { readonly limit: string; readonly maxTokens: string };
  readonly besideData: number;
  readonly besideText: number;
}

/** Some rows of an answer. */
export interface Window<Row> extends Budget {
  /** The rows from the offset on, as many as the limit allows. */
  readonly rows: readonly Row[];
  /** Rows before these, and rows in all. */
  readonly offset: number;
  readonly rowCount: number;
  /** The cursor of the page that begins at an offset. */
  readonly cursorAt: (offset: number) => string;
}

/** Words the rows of a page; `more` is absent on the last one. */
export type Wording<Row> = (rows: readonly Row[], more: More | undefined) => Rendered;

/** Whether both renderings keep the budget. */
export function keeps({ maxTokens, besideData, besideText }: Omit<Budget, 'limits'>, { text, data }: Rendered): boolean {
  const fits = (shown: string, beside: number): boolean => tokensOf(shown) + Math.ceil(beside / 4) <= maxTokens;
  return fits(text, besideText) && fits(JSON.stringify(data), besideData);
}

/**
 * The first of the wordings, in their order, that keeps the budget with all rows of the window; then the first summary
 * that does, which shows no row and whose cursor begins at the window's own; then the largest page of the first wording,
 * with at least one row, so that pages always advance.
 */
export function pageOf<Row>(
  window: Window<Row>,
  [fullest, ...shorter]: readonly [Wording<Row>, ...Wording<Row>[]],
  summaries: readonly ((more: More) => Rendered)[] = [],
): Page {
  const { rows, offset, rowCount, cursorAt, limits } = window;
  const after = (count: number): More | undefined => {
    const end = offset + count;
    const by = count < rows.length ? limits.maxTokens : limits.limit;
    return end < rowCount ? { left: rowCount - end, by, cursor: cursorAt(end) } : undefined;
  };
  const render = (wording: Wording<Row>, count: number): Page => {
    const more = after(count);
    return { ...wording(rows.slice(0, count), more), left: more?.left ?? 0, by: more?.by ?? limits.limit };
  };
  for (const wording of [fullest, ...shorter]) {
    const page = render(wording, rows.length);
    if (keeps(window, page)) return page;
  }
  const all = { left: rowCount - offset, by: limits.maxTokens, cursor: cursorAt(offset) };
  for (const summary of summaries) {
    const page = { ...summary(all), left: all.left, by: all.by };
    if (keeps(window, page)) return page;
  }
  const count = fitting(rows.length, (some) => keeps(window, render(fullest, some)));
  return render(fullest, Math.max(Math.min(1, rows.length), count));
}

/** The last line of a page that is not the last. */
export const moreText = (more: More | undefined): string[] =>
  more === undefined ? [] : [`${more.left} more beyond ${more.by}: repeat the call with cursor ${more.cursor}`];

/** What a page says of its own limits, in the envelope. */
export const leftOut = ({ left, by }: Page): Warning[] =>
  left > 0 ? [limitReached(`${left} rows`, `${by}; the cursor brings them`)] : [];

/** What a header says of places in generated files that are left out. */
export const generatedText = (count: number): string =>
  count === 0 ? '' : ` (${count} more in generated files: limits {includeGenerated: true} shows ${count === 1 ? 'it' : 'them'})`;

export const generatedData = (count: number): Record<string, unknown> => (count === 0 ? {} : { generated: count });
