/** What an envelope weighs beside its data. */
import type { Warning } from '../model/codes.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** Bytes of an envelope without its data. */
export const envelopeBytes = (snapshot: Snapshot, warnings: readonly Warning[]): number =>
  Buffer.byteLength(JSON.stringify({ ok: true, data: '', snapshot, warnings }));
