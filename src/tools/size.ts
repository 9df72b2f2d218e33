/** The budget of an answer, less what stands beside its rows. */
import type { Budget } from '../answer/page.ts';
import { limitReached, warningText } from '../answer/warnings.ts';
import type { Warning } from '../model/codes.ts';
import type { Snapshot } from '../model/snapshot.ts';

const bytes = Buffer.byteLength;
/** Room for what an answer says of its own limits. */
const anyLimit = limitReached('999 declarations and 99999 lines of source');

/** The budget beside the warnings that an answer has in any case. */
export const budgetOf = (maxTokens: number, snapshot: Snapshot, warnings: readonly Warning[]): Budget => ({
  maxTokens,
  besideData: bytes(JSON.stringify({ ok: true, data: '', snapshot, warnings: [...warnings, anyLimit] })),
  besideText: bytes(warnings.map((each) => `\n${warningText(each)}`).join('')),
});
