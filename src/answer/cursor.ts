/** Cursors: opaque to the agent, bound to the snapshot and to the question. */
import { createHash } from 'node:crypto';
import { Problem, revise } from '../model/problem.ts';

/** Short, because an agent reads and writes it twice a page; long enough that two of a session do not meet by chance. */
const digest = (what: unknown): string => createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 8);

/** A cursor for the rows from `offset` on: the offset, a digest of the question, and one of the snapshot. */
export function encodeCursor(snapshotId: string, question: unknown, offset: number): string {
  return [offset.toString(36), digest(question), digest(snapshotId)].join('.');
}

/** The offset of a cursor; 0 without one. Throws `invalid_cursor` or `snapshot_mismatch`. */
export function decodeCursor(cursor: string | undefined, snapshotId: string, question: unknown): number {
  if (cursor === undefined) return 0;
  const [, offset, asked, snapshot] = /^([0-9a-z]{1,10})\.([\w-]{8})\.([\w-]{8})$/.exec(cursor) ?? [];
  if (offset === undefined) {
    throw new Problem('invalid_cursor', 'this cursor was not given by an answer', {
      continuation: revise('Ask without cursor for the first page.'),
    });
  }
  if (asked !== digest(question)) {
    throw new Problem('invalid_cursor', 'this cursor belongs to another question', {
      continuation: revise('Repeat the arguments of the first page beside the cursor, or ask without it.'),
    });
  }
  if (snapshot !== digest(snapshotId)) {
    throw new Problem('snapshot_mismatch', 'the code has changed since the page that gave this cursor', {
      continuation: revise('Ask without cursor: the pages of two states do not fit together.'),
    });
  }
  return Number.parseInt(offset, 36);
}
