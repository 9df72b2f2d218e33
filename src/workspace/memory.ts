/** What calls leave for those that follow, of one load: another one may compile other code. */
import type { Outlines } from './view.ts';

export class Memory {
  readonly outlines: Outlines = new WeakMap();
  /** See View.confirmed. */
  readonly confirmed = new Set<string>();
  #answers: { readonly snapshotId: string; readonly of: Map<string, unknown> } = { snapshotId: '', of: new Map() };

  /** See ViewOptions.answers; another snapshot begins another map. */
  answers(snapshotId: string): Map<string, unknown> {
    if (this.#answers.snapshotId !== snapshotId) this.#answers = { snapshotId, of: new Map() };
    return this.#answers.of;
  }
}
