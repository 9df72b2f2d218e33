/** What befalls the first process of a strict fake, and no other. */
import type { Conversation, Id } from './conversation.ts';

/** The method of the request that it befalls. */
const fatal = 'textDocument/references';

export class Accidents {
  readonly #conversation: Conversation;
  #hung = false;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** Whether this request is never answered. */
  hangs(method: string, ready: boolean): boolean {
    const hangs = ready && !this.#hung && this.#befalls('hangsMidRequest', method);
    this.#hung ||= hangs;
    return hangs;
  }

  /** Dies in the middle of an answer, where it is this one. */
  mayDie(method: string, id: Id, result: unknown): void {
    if (!this.#befalls('diesMidRequest', method)) return;
    this.#conversation.answerHalf(id, result);
    process.kill(process.pid, 'SIGKILL');
  }

  #befalls(what: 'diesMidRequest' | 'hangsMidRequest', method: string): boolean {
    return this.#conversation.on(what) && method === fatal && this.#conversation.record.start === 1;
  }
}
