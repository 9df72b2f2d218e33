/** Readers share a workspace, a writer is alone in it: two requests of one call see the same code. */
export class Lock {
  #readers = 0;
  /** The last writer; each one waits for the one before it. */
  #writing: Promise<void> = Promise.resolve();
  #idle: (() => void) | undefined;

  /** Runs the body beside other readers, after writers that came earlier. */
  async read<T>(body: () => Promise<T>): Promise<T> {
    // Another writer may have come while this one was awaited.
    for (let seen: Promise<void> | undefined; seen !== this.#writing; await seen) seen = this.#writing;
    this.#readers += 1;
    try {
      return await body();
    } finally {
      this.#readers -= 1;
      if (this.#readers === 0) this.#idle?.();
    }
  }

  /** Runs the body alone, after the readers that are at work; later readers wait for it. */
  async write<T>(body: () => Promise<T>): Promise<T> {
    const before = this.#writing;
    let done: () => void = () => undefined;
    this.#writing = new Promise((resolve) => {
      done = resolve;
    });
    try {
      await before;
      if (this.#readers > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
      this.#idle = undefined;
      return await body();
    } finally {
      done();
    }
  }
}
