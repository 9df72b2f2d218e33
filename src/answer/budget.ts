/** Token budgets: a token is counted as four bytes of UTF-8, in text and in structure alike. */

/** Tokens of an answer where the call does not say, and the fewest that it may ask for. */
export const defaultMaxTokens = 8000;
export const leastMaxTokens = 500;

/** Tokens of a text. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

/**
 * The largest number of parts, from 0 to `most`, with which a rendering fits. Renderings grow with the number of parts, so
 * the boundary is found by halving.
 */
export function fitting(most: number, fits: (parts: number) => boolean): number {
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
