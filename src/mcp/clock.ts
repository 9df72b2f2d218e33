/** How long a call lasts: until its client cancels it, or its time is over; and shortly before, when it has to make do with what it has. */
import type { Limits } from '../model/limits.ts';

/** Of the time of a call, what is kept for wording what it has; milliseconds at most, and the part of a short call. */
const forWording = { most: 1000, part: 0.1 };

export class CallClock {
  readonly #end = new AbortController();
  readonly #soon = new AbortController();
  readonly #cancelled: AbortSignal;
  readonly #cancel: () => void;
  readonly #timers: ReturnType<typeof setTimeout>[] = [];

  /** `cancelled` is the client's. */
  constructor(cancelled: AbortSignal) {
    this.#cancelled = cancelled;
    this.#cancel = () => this.#abort(cancelled.reason);
    cancelled.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Ends the call. */
  get end(): AbortSignal {
    return this.#end.signal;
  }

  /** Ends questions to others, while there is still time to tell what they have answered. */
  get soon(): AbortSignal {
    return this.#soon.signal;
  }

  /** Begins the call's time: so many milliseconds in all, some of which are over; its end has this reason. */
  start(milliseconds: number, over: number, reason: unknown): void {
    const wording = Math.min(forWording.most, milliseconds * forWording.part);
    this.#timers.push(
      setTimeout(() => this.#soon.abort(reason), Math.max(0, milliseconds - wording - over)),
      setTimeout(() => this.#abort(reason), Math.max(0, milliseconds - over)),
    );
  }

  /** Leaves no clock and no listener behind. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#cancelled.removeEventListener('abort', this.#cancel);
  }

  #abort(reason: unknown): void {
    this.#soon.abort(reason);
    this.#end.abort(reason);
  }
}

/** Milliseconds that a call may wait for the load: then there is still time to say how far that is. */
export function loadPatience({ loadWaitSeconds, timeoutSeconds }: Pick<Limits, 'loadWaitSeconds' | 'timeoutSeconds'>): number {
  const whole = timeoutSeconds.value * 1000;
  return Math.min(loadWaitSeconds.value * 1000, whole - 2 * Math.min(forWording.most, whole * forWording.part));
}
