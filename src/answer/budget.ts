/** Token budgets: a token is counted as four bytes of UTF-8, in text and in structure alike. */

/** Tokens of a text. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

/**
 * The largest number of rows, from 0 to `most`, with which both renderings stay within the budget. Renderings grow with
 * the number of rows, so the boundary is found by halving.
 */
export function fitting(most: number, maxTokens: number, sizes: (rows: number) => readonly number[]): number {
  const fits = (rows: number): boolean => sizes(rows).every((size) => size <= maxTokens);
  if (fits(most)) return most;
  let low = 0;
  let high = most;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
