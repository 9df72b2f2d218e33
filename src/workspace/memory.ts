/** What calls leave for those that follow, of one load: another one may compile other code. */
import type { Outlines } from './view.ts';

export class Memory {
  readonly outlines: Outlines = new WeakMap();
  /** See View.confirmed. */
  readonly confirmed = new Set<string>();
  #answers: { readonly snapshotId: string; readonly of: Answers } = { snapshotId: '', of: new Answers() };

  /** See ViewOptions.answers; another snapshot begins anew. */
  answers(snapshotId: string): Answers {
    if (this.#answers.snapshotId !== snapshotId) this.#answers = { snapshotId, of: new Answers() };
    return this.#answers.of;
  }
}

/** Weight of the answers that are kept; one place weighs 1, which is some 200 bytes. */
const mostWeight = 20_000;

/** Answers by what was asked, as many of the last ones as weigh no more than the bound. */
export class Answers {
  readonly #kept = new Map<string, { readonly answer: unknown; readonly weight: number }>();
  #weight = 0;

  /** The answer that is kept for a question, else the one that is made now; kept unless it has no weight. */
  async once<T>(question: string, make: () => Promise<T>, weigh: (answer: T) => number | undefined): Promise<T> {
    const known = this.#kept.get(question);
    // Whoever asks a question always asks for the same type.
    if (known !== undefined) return known.answer as T;
    const answer = await make();
    const weight = weigh(answer);
    if (weight !== undefined) this.#keep(question, answer, weight);
    return answer;
  }

  #keep(question: string, answer: unknown, weight: number): void {
    this.#weight += weight - (this.#kept.get(question)?.weight ?? 0);
    this.#kept.set(question, { answer, weight });
    for (const [oldest, { weight: freed }] of this.#kept) {
      if (this.#weight <= mostWeight) break;
      this.#kept.delete(oldest);
      this.#weight -= freed;
    }
  }
}
