/**
 * What happened when a call failed unforeseen, for `get-error-details`: in memory only, 100 records at most, an hour, 64
 * KiB each. Environment and command lines are never recorded, because they can hold secrets.
 */
import { randomUUID } from 'node:crypto';
import { name, version } from '../version.ts';

export interface Failing {
  readonly tool: string;
  readonly error: unknown;
  readonly milliseconds: number;
  readonly workspace: string;
  /** The last lines of the language server. */
  readonly serverLog: readonly string[];
}

const most = 100;
const lifetime = 3_600_000;
const longest = 64 * 1024;
/** Lines of the language server in a record, and the length at which one is cut. */
const serverLines = 20;
const serverLineLength = 200;
/** Bytes of a record for all but its exceptions: a path of 4096 characters, names, and the language server's lines. */
const roomOfOthers = 36 * 1024;

export class Records {
  readonly #records = new Map<string, { readonly at: number; readonly record: Record<string, unknown> }>();

  /** Keeps a record and returns its correlation id. */
  add(failing: Failing): string {
    const id = randomUUID();
    const record = {
      correlationId: id,
      at: new Date().toISOString(),
      tool: failing.tool,
      milliseconds: failing.milliseconds,
      workspace: failing.workspace,
      versions: { [name]: version, bun: process.versions['bun'] ?? 'none', platform: `${process.platform}-${process.arch}` },
      exceptions: chainOf(failing.error),
      serverLog: failing.serverLog.slice(-serverLines).map((line) => line.slice(0, serverLineLength)),
    };
    this.#records.set(id, { at: Date.now(), record });
    const oldest = this.#records.keys().next();
    if (this.#records.size > most && oldest.done !== true) this.#records.delete(oldest.value);
    return id;
  }

  /** The record of an id, or undefined when it is unknown or older than an hour. */
  get(id: string): Record<string, unknown> | undefined {
    const kept = this.#records.get(id);
    if (kept !== undefined && Date.now() - kept.at <= lifetime) return kept.record;
    this.#records.delete(id);
    return undefined;
  }
}

/** The exception and its causes; they share the room of one record that the other fields leave. */
function chainOf(error: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  let room = longest - roomOfOthers;
  const take = (text: string, share: number): string => {
    const taken = cut(text, share);
    room -= sizeOf(taken);
    return taken;
  };
  for (let at = error; at !== undefined && chain.length < 10; at = at instanceof Error ? at.cause : undefined) {
    const message = take(at instanceof Error ? at.message : String(at), room / 4);
    // Half of what is left, so that the causes below are told, too.
    const stack = take(at instanceof Error ? (at.stack ?? '') : '', room / 2);
    chain.push({ name: at instanceof Error ? at.name : typeof at, message, stack });
  }
  return chain;
}

/** Bytes of a text as it stands in JSON. */
const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** The beginning of a text that takes at most so many bytes. */
function cut(text: string, bytes: number): string {
  let taken = text.slice(0, bytes);
  while (taken !== '' && sizeOf(taken) > bytes) taken = taken.slice(0, Math.floor(taken.length / 2));
  return taken.toWellFormed();
}
