/** Cursors: opaque to the agent, bound to the snapshot and to the question. */
import { createHash } from 'node:crypto';
import { Problem, revise } from '../model/problem.ts';

/** The question as a short digest, so that a cursor of another question is refused. */
const digest = (question: unknown): string =>
  createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 12);

/** A cursor for the rows from `offset` on. */
export function encodeCursor(snapshotId: string, question: unknown, offset: number): string {
  return Buffer.from(JSON.stringify([snapshotId, digest(question), offset])).toString('base64url');
}

/** The offset of a cursor; 0 without one. Throws `invalid_cursor` or `snapshot_mismatch`. */
export function decodeCursor(cursor: string | undefined, snapshotId: string, question: unknown): number {
  if (cursor === undefined) return 0;
  const [snapshot, asked, offset] = parse(cursor);
  if (typeof snapshot !== 'string' || typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0) {
    throw new Problem('invalid_cursor', 'this cursor was not given by an answer', {
      continuation: revise('Ask without cursor for the first page.'),
    });
  }
  if (asked !== digest(question)) {
    throw new Problem('invalid_cursor', 'this cursor belongs to another question', {
      continuation: revise('Repeat the arguments of the first page beside the cursor, or ask without it.'),
    });
  }
  if (snapshot !== snapshotId) {
    throw new Problem('snapshot_mismatch', 'the code has changed since the page that gave this cursor', {
      continuation: revise('Ask without cursor: the pages of two states do not fit together.'),
    });
  }
  return offset;
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    // Not ours; the caller says so.
    return [];
  }
}
