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
}

const most = 100;
const lifetime = 3_600_000;
const longest = 64 * 1024;

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

/** The exception and its causes; the stacks share the room of one record. */
function chainOf(error: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  let room = longest / 2;
  for (let at = error; at !== undefined && chain.length < 10; at = at instanceof Error ? at.cause : undefined) {
    const text = at instanceof Error ? (at.stack ?? '') : String(at);
    chain.push({
      name: at instanceof Error ? at.name : typeof at,
      message: (at instanceof Error ? at.message : String(at)).slice(0, 2000),
      stack: text.slice(0, room),
    });
    room = Math.max(0, room - text.length);
  }
  return chain;
}
