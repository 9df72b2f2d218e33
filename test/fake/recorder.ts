/** The record of a fake server: what it received and what it had to complain of, a JSON object a line, over all its starts. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Entry } from './faults.ts';

type WithoutStart<T> = T extends unknown ? Omit<T, 'start'> : never;

export class Recorder {
  /** Which start of the fake this is; the first is 1. */
  readonly start: number;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.start = entriesOf(file).filter(({ kind }) => kind === 'started').length + 1;
  }

  add(entry: WithoutStart<Entry>): void {
    appendFileSync(this.#file, `${JSON.stringify({ start: this.start, ...entry })}\n`);
  }
}

/** The whole lines of a record. */
export function entriesOf(file: string): Entry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Entry);
}
