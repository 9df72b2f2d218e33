/**
 * When a language server that died may be started again: at once, then after 1 s, 2 s, 4 s …, and not at all after five
 * starts within ten minutes that died before they answered a query. Starts that somebody asked for never count.
 */
const mostDeaths = 5;
const period = 600_000;

export class Restarts {
  /** Times of deaths before the first answer, oldest first. */
  #deaths: number[] = [];
  #givenUp = false;

  /** A server died; one that had answered a query is no sign of a server that cannot live. */
  died(answered: boolean, now: number): void {
    this.#deaths = answered ? [] : [...this.#recent(now), now];
    this.#givenUp ||= this.#deaths.length >= mostDeaths;
  }

  /** Somebody asked for a start, so earlier deaths no longer count. */
  forget(): void {
    this.#deaths = [];
    this.#givenUp = false;
  }

  /** Milliseconds to wait before the next start, or undefined when there must be none. */
  delay(now: number): number | undefined {
    const deaths = this.#recent(now);
    const last = deaths.at(-1);
    // For good: the passing of time mends no server, and an agent asks again and again.
    if (this.#givenUp) return undefined;
    // The pause is counted from the death: who comes later has waited already.
    return last === undefined || deaths.length < 2 ? 0 : Math.max(0, last + 1000 * 2 ** (deaths.length - 2) - now);
  }

  #recent(now: number): number[] {
    return this.#deaths.filter((at) => now - at < period);
  }
}
