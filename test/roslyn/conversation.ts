/** What the strict fake says, what it asks its client, and how it ends at an offence. */
import type { Recorder } from '../fake/recorder.ts';
import { type FrameWriter, write } from '../fake/wire.ts';
import { type Random, random } from '../support/random.ts';
import type { Setup, Switch } from './switches.ts';

export type Id = number | string;

/** What a client answers. */
export type Reply = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

interface Asked {
  readonly method: string;
  readonly resolve: (reply: Reply) => void;
  readonly replied: Promise<Reply>;
}

/** The exit code of a program that ends by an unhandled exception. */
const crash = 134;

export class Conversation {
  readonly random: Random;
  readonly record: Recorder;
  readonly #setup: Setup;
  readonly #writer: FrameWriter;
  readonly #asked = new Map<string, Asked>();
  #count = 0;

  constructor(setup: Setup, record: Recorder, writer: FrameWriter) {
    this.#setup = setup;
    this.#writer = writer;
    this.record = record;
    this.random = random(setup.seed);
  }

  on(name: Switch): boolean {
    return this.#setup.on.includes(name);
  }

  /** Whether requests of a method are never answered. */
  isSilent(method: string): boolean {
    return this.#setup.silent?.includes(method) === true;
  }

  /** Ends the process, as an exception that nobody catches ends the real one. */
  offence(what: string): never {
    this.record.add({ kind: 'complaint', what });
    write(Buffer.from(`Unhandled exception. ${what}\n`), 2);
    process.exit(crash);
  }

  /** Something that costs the client what it wants, and the server nothing. */
  complain(what: string): void {
    this.record.add({ kind: 'complaint', what });
  }

  notify(method: string, params?: unknown): void {
    this.#writer.send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
  }

  log(message: string): void {
    this.notify('window/logMessage', { type: this.on('logsType5') ? 5 : 3, message });
  }

  answer(id: Id, reply: Reply): void {
    this.#writer.send({ jsonrpc: '2.0', id, ...reply });
  }

  /** Half of an answer, and no more. */
  answerHalf(id: Id, result: unknown): void {
    this.#writer.sendHalf({ jsonrpc: '2.0', id, result });
  }

  /** Asks the client. */
  ask(method: string, params: unknown): Promise<Reply> {
    this.#count += 1;
    const id = this.on('stringIds') ? `ask-${this.#count}-é` : this.#count;
    const { promise: replied, resolve } = Promise.withResolvers<Reply>();
    this.#asked.set(JSON.stringify(id), { method, resolve, replied });
    this.#writer.send({ jsonrpc: '2.0', id, method, params });
    return replied;
  }

  /** The client has answered. */
  answered(message: { readonly id?: unknown; readonly result?: unknown; readonly error?: unknown }): void {
    const key = JSON.stringify(message.id);
    const asked = this.#asked.get(key);
    if (asked === undefined) return this.offence(`an answer to ${key}, which asks nothing`);
    if ('result' in message === 'error' in message)
      return this.offence(`an answer to ${asked.method} with result and error, or neither`);
    this.#asked.delete(key);
    asked.resolve(message as Reply);
  }

  /** Methods of what was asked and is not answered. */
  owed(): string[] {
    return [...this.#asked.values()].map(({ method }) => method);
  }

  /** Resolves when all is answered that was asked so far. */
  async settled(): Promise<void> {
    await Promise.all([...this.#asked.values()].map(({ replied }) => replied));
  }
}
