/**
 * When a language server that died may be started again: at once, then after 1 s, 2 s, 4 s …, and not at all after five
 * starts within ten minutes that died before they answered a query. Starts that somebody asked for never count.
 */
const mostDeaths = 5;
const period = 600_000;

export class Restarts {
  /** Times of deaths before the first answer, oldest first. */
  #deaths: number[] = [];

  /** A server died; one that had answered a query is no sign of a server that cannot live. */
  died(answered: boolean, now = Date.now()): void {
    this.#deaths = answered ? [] : [...this.#recent(now), now];
  }

  /** Somebody asked for a start, so earlier deaths no longer count. */
  forget(): void {
    this.#deaths = [];
  }

  /** Milliseconds to wait before the next start, or undefined when there must be none. */
  delay(now = Date.now()): number | undefined {
    const deaths = this.#recent(now).length;
    if (deaths >= mostDeaths) return undefined;
    return deaths < 2 ? 0 : 1000 * 2 ** (deaths - 2);
  }

  #recent(now: number): number[] {
    return this.#deaths.filter((at) => now - at < period);
  }
}
