/**
 * File events come late, so before an answer a cookie is written into a watched folder of the bridge's own: when its
 * event has come, the events of everything that was finished before have come, too. In Bun 1.4.5 on Linux all watchers of
 * a process share one inotify queue and one thread that reads it; the thread hands the events of one reading to the
 * watchers one after the other, perhaps to this one first. So there is a second cookie: its event is read after all of
 * the first reading was handed on.
 */
import { type FSWatcher, mkdirSync, unlinkSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds. An event takes 0.1 ms, and on a machine that is busy with a build some tens. */
const longestWait = 2_000;

export class Fence {
  readonly #folder: string;
  readonly #watcher: FSWatcher;
  readonly #waiting = new Map<string, () => void>();
  #cookies = 0;
  #closed = false;

  /** Makes the folder; throws where that or watching it is not possible. `failed` hears of errors that come later. */
  constructor(folder: string, failed: (error: unknown) => void, open: typeof watch = watch) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#watcher = open(folder, { persistent: false }, (_event, name) => this.#waiting.get(name ?? '')?.());
    this.#watcher.on('error', failed);
  }

  /** Resolves when every event of what was finished before is in. Rejects where no event comes, or no cookie can be written. */
  async pass(): Promise<void> {
    for (let cookie = 0; cookie < 2 && !this.#closed; cookie += 1) await this.#cookie();
    // What was handed on together with the last event is told in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Whoever waits is let through: the one who closes the fence looks at everything anew. */
  close(): void {
    this.#closed = true;
    this.#watcher.close();
    for (const settle of [...this.#waiting.values()]) settle();
  }

  #cookie(): Promise<void> {
    this.#cookies += 1;
    const name = `cookie-${this.#cookies}`;
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(clock);
        this.#waiting.delete(name);
        finish();
      };
      const late = new Error(`the event of a file of our own did not come within ${longestWait / 1000} s`);
      const clock = setTimeout(() => settle(() => reject(late)), longestWait);
      this.#waiting.set(name, () => settle(resolve));
      try {
        const path = join(this.#folder, name);
        writeFileSync(path, '');
        unlinkSync(path);
      } catch (error) {
        settle(() => reject(error));
      }
    });
  }
}
