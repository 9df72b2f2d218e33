/** Time as the life of a language server sees it; a test puts its own in the place of the real one. */

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs something once after so many milliseconds; the result takes it back. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export const realClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Milliseconds of a request without a clock of its own: a load is ended where it makes no progress, by whoever began it. */
export const unbounded = 2 ** 31 - 1;

/** Waits; rejects with the reason of the signal where that comes first. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = (): void => {
      takeBack();
      reject(signal.reason);
    };
    const takeBack = clock.after(milliseconds, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}
