/** When and how a fake server dies. */
import type { Death } from './faults.ts';
import { write } from './wire.ts';

export class Deaths {
  readonly #death: Death | undefined;
  readonly #start: number;

  /** `start` is the number of the process, from 1. */
  constructor(death: Death | undefined, start: number) {
    this.#death = death;
    this.#start = start;
  }

  /** Whether it dies here. */
  are(at: Death['at'], method?: string): boolean {
    if (this.#death?.at !== at || (this.#death.method !== undefined && this.#death.method !== method)) return false;
    return this.#death.times === undefined || this.#start <= this.#death.times;
  }

  /** Dies, if it is here that it dies. */
  at(at: Death['at'], method?: string): void {
    if (this.#death === undefined || !this.are(at, method)) return;
    if (this.#death.says !== undefined) write(Buffer.from(`${this.#death.says}\n`), 2);
    if (this.#death.code === undefined) process.kill(process.pid, 'SIGKILL');
    process.exit(this.#death.code);
  }
}
