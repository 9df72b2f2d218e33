/**
 * Who waits for a load. A waiter is one entry in a set and not one more reaction on a promise that lives as long as the
 * load: those are never taken back, and thousands of calls that give up would pile up there.
 */
import type { Clock } from './clock.ts';
import type { Progress, Report } from './start.ts';

/** How a caller waits for the load. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Milliseconds until the caller gets `workspace_loading`; the load itself goes on. */
  readonly patience: number;
  readonly progress?: Report | undefined;
}

interface Waiter<T> {
  readonly progress: Report | undefined;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

export class Waiters<T> {
  readonly #clock: Clock;
  readonly #waiters = new Set<Waiter<T>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    return this.#waiters.size;
  }

  /** Waits for resolve() or reject(); rejects with `impatient` at the end of the patience, or with the signal's reason. */
  wait({ signal, patience, progress }: Waiting, impatient: () => unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiters.delete(waiter);
        takeBack();
        signal.removeEventListener('abort', abort);
      };
      const waiter: Waiter<T> = {
        progress,
        resolve: (value) => {
          leave();
          resolve(value);
        },
        reject: (reason) => {
          leave();
          reject(reason);
        },
      };
      const abort = (): void => waiter.reject(signal.reason);
      const takeBack = this.#clock.after(patience, () => waiter.reject(impatient()));
      signal.addEventListener('abort', abort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  tell(progress: Progress): void {
    for (const waiter of this.#waiters) waiter.progress?.(progress);
  }

  resolve(value: T): void {
    for (const waiter of [...this.#waiters]) waiter.resolve(value);
  }

  reject(reason: unknown): void {
    for (const waiter of [...this.#waiters]) waiter.reject(reason);
  }
}
