/** The tests' side of the fake language server: making one, and reading what it received. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../support/temp.ts';
import type { Entry, Faults } from './faults.ts';
import { entriesOf } from './recorder.ts';

export interface ReceivedMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export class Fake {
  /** The program, as --server takes it. */
  readonly path: string;
  readonly #folder: string;

  constructor(faults: Faults = {}) {
    this.#folder = tempFolder('fake');
    this.path = join(this.#folder, 'fake-ls');
    this.become(faults);
    const main = JSON.stringify(join(import.meta.dir, 'main.ts'));
    const folder = JSON.stringify(this.#folder);
    writeFileSync(this.path, `#!${process.execPath}\nimport { main } from ${main};\nmain(${folder}, process.argv.slice(2));\n`);
    chmodSync(this.path, 0o755);
  }

  /** Changes the faults for the starts to come. */
  become(faults: Faults): void {
    writeFileSync(join(this.#folder, 'faults.json'), JSON.stringify(faults));
  }

  entries(): Entry[] {
    return entriesOf(join(this.#folder, 'record.jsonl'));
  }

  /** The processes so far, oldest first. */
  starts(): (Entry & { readonly kind: 'started' })[] {
    return this.entries().flatMap((entry) => (entry.kind === 'started' ? [entry] : []));
  }

  /** What no client may do; empty for a bridge in order. */
  complaints(): string[] {
    return this.entries().flatMap((entry) => (entry.kind === 'complaint' || entry.kind === 'wedged' ? [entry.what] : []));
  }

  /** The messages of one start, the last one where none is named. */
  received(start = this.starts().length): ReceivedMessage[] {
    return this.entries().flatMap((entry) =>
      entry.kind === 'received' && entry.start === start ? [JSON.parse(entry.body) as ReceivedMessage] : [],
    );
  }

  /** Methods of the messages of one start, in order. */
  methods(start?: number): string[] {
    return this.received(start).flatMap(({ method }) => method ?? []);
  }

  /** Resolves when the record is as wanted; it is looked at again and again, since a watcher in Bun misses what comes early. */
  async until(wanted: (entries: readonly Entry[]) => boolean): Promise<void> {
    while (!wanted(this.entries())) await Bun.sleep(2);
  }

  /** Resolves when a message with the method was received so many times, over all starts. */
  got(method: string, times = 1): Promise<void> {
    const mark = `"method":${JSON.stringify(method)}`;
    return this.until((entries) => entries.filter((e) => e.kind === 'received' && e.body.includes(mark)).length >= times);
  }

  /** Lets the last start take the next step of its load. */
  poke(): void {
    const pid = this.starts().at(-1)?.pid;
    if (pid === undefined) throw new Error('no fake was started');
    process.kill(pid, 'SIGUSR2');
  }
}
