/** A clock that stands still until a test moves it. */
import type { Clock } from '../../src/lsp/clock.ts';

interface Timer {
  readonly milliseconds: number;
  readonly at: number;
  readonly run: () => void;
}

export class ManualClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  readonly #timers = new Set<Timer>();
  readonly #watchers = new Set<() => void>();

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, run: () => void): (() => void) => {
    const timer = { milliseconds, at: this.#now + milliseconds, run };
    this.#timers.add(timer);
    // No time at all needs no moving.
    if (milliseconds === 0) setImmediate(() => this.#run(timer));
    for (const watcher of this.#watchers) watcher();
    return () => this.#timers.delete(timer);
  };

  /** Moves the time on and runs what is due, in order. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    const due = (): Timer | undefined => [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
    for (let timer = due(); timer !== undefined; timer = due()) {
      this.#now = Math.max(this.#now, timer.at);
      this.#run(timer);
    }
    this.#now = end;
  }

  /** The lengths of the timers that run, in the order in which they were set. */
  running(): number[] {
    return [...this.#timers].map(({ milliseconds }) => milliseconds);
  }

  /** Resolves when a timer of just this length runs. */
  set(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.running().includes(milliseconds)) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
    });
  }

  #run(timer: Timer): void {
    if (this.#timers.delete(timer)) timer.run();
  }
}
