/** Where a name stands in text that is no code. */
import type { Place } from './places.ts';

export type MentionKind = 'comment' | 'string' | 'other-file';

export interface Mention extends Place {
  readonly in: MentionKind;
}
