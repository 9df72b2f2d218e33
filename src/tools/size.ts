/** The budget of an answer, less what stands beside its rows. */
import type { Budget } from '../answer/page.ts';
import { limitReached, warningText } from '../answer/warnings.ts';
import type { Warning } from '../model/codes.ts';
import { type Limits, limitText } from '../model/limits.ts';
import type { Snapshot } from '../model/snapshot.ts';

const bytes = Buffer.byteLength;
/** Bytes of the label of an answer that may be stale, beside the source of that choice. */
const labelRoom = 200;
/** What an answer may lack most. */
const most = '999 declarations and 99999 lines of source';

/** The budget beside the warnings that an answer has in any case, and the limits that cut it, in words. */
export function budgetOf(
  { limit, maxTokens, consistency }: Pick<Limits, 'limit' | 'maxTokens' | 'consistency'>,
  snapshot: Snapshot,
  warnings: readonly Warning[],
): Budget {
  const limits = { limit: limitText('limit', limit), maxTokens: limitText('maxTokens', maxTokens) };
  const anyLimit = limitReached(most, limits[limits.limit.length > limits.maxTokens.length ? 'limit' : 'maxTokens']);
  // Whatever is answered without a look at the disk is labelled, where the answer is put together.
  const label = consistency.value === 'stale_ok' ? labelRoom + bytes(JSON.stringify(consistency.source)) : 0;
  return {
    limits,
    maxTokens: maxTokens.value,
    besideData: bytes(JSON.stringify({ ok: true, data: '', snapshot, warnings: [...warnings, anyLimit] })) + label,
    besideText: bytes(warnings.map((each) => `\n${warningText(each)}`).join('')) + label,
  };
}

/** The limits that may have cut an answer without a cursor, which has so many rows. */
export function cutBy({ limit, maxTokens }: Pick<Limits, 'limit' | 'maxTokens'>, rows: number): string {
  const names = [...(rows > limit.value ? [limitText('limit', limit)] : []), limitText('maxTokens', maxTokens)];
  return `${names.join(' or ')}; a larger one brings them`;
}

/** What of the limits decides which rows an answer has: a cursor is bound to it. */
export const shownBy = ({ kinds, excludeKinds, includeGenerated }: Limits): object => ({
  kinds: kinds.value,
  excludeKinds: excludeKinds.value,
  includeGenerated: includeGenerated.value,
});
