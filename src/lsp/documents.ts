/**
 * The documents that are open in a language server. Nothing else sends textDocument/didOpen, didChange and didClose: a
 * server may end itself at a second didOpen of a document, or at a didChange of one that is not open (seen in Microsoft's).
 * A document is open while anybody needs it, and between that if it is kept.
 */

/** Sends a notification; rejects as LspClient.notify does. */
export type Notify = (method: string, params: unknown) => Promise<void>;

interface Open {
  text: string;
  version: number;
  /** How many have a use for it at the moment. */
  leases: number;
  isKept: boolean;
  /** Whether the server has it open; one that is only kept can be set aside. */
  isShown: boolean;
}

export class Documents {
  readonly #notify: Notify;
  readonly #open = new Map<string, Open>();
  /** What is opened is noted in each of them. */
  readonly #noting = new Set<Set<string>>();

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /** The URIs of those that stay open. */
  get kept(): readonly string[] {
    return [...this.#open].flatMap(([uri, { isKept }]) => (isKept ? [uri] : []));
  }

  /** Opens a document for good, or gives it its new text. Rejects as notifications do, like all that follows. */
  async keep(uri: string, text: string): Promise<void> {
    const document = this.#document(uri, text);
    document.isKept = true;
    await this.#give(uri, document, text);
  }

  /** Takes back `keep`; a document that nobody keeps is left alone. */
  async drop(uri: string): Promise<void> {
    const document = this.#open.get(uri);
    if (document === undefined) return;
    document.isKept = false;
    await this.#closeUnused(uri, document);
  }

  /** Holds the document, with this text, during the body. */
  async during<T>(uri: string, text: string, body: () => Promise<T>): Promise<T> {
    const document = this.#document(uri, text);
    document.leases += 1;
    try {
      await this.#give(uri, document, text);
      return await body();
    } finally {
      document.leases -= 1;
      await this.#closeUnused(uri, document);
    }
  }

  /**
   * Runs the body while those that are only kept are closed. Whoever needs one meanwhile opens it: `opened` has the URIs of
   * those that were open in the course of the body.
   */
  async aside<T>(body: () => Promise<T>): Promise<{ readonly result: T; readonly opened: ReadonlySet<string> }> {
    for (const [uri, document] of this.#open) if (document.isShown && document.leases === 0) await this.#hide(uri, document);
    const opened = new Set([...this.#open].flatMap(([uri, { isShown }]) => (isShown ? [uri] : [])));
    this.#noting.add(opened);
    try {
      return { result: await body(), opened };
    } finally {
      this.#noting.delete(opened);
      for (const [uri, document] of this.#open) if (!document.isShown) await this.#show(uri, document);
    }
  }

  /** Gives a document another text for a moment; the server is then asked about a state of the code that it has not seen. */
  async touch(uri: string, text: string): Promise<void> {
    await this.during(uri, text, async () => {
      const document = this.#open.get(uri);
      if (document === undefined) return;
      await this.#give(uri, document, `${text} `);
      await this.#give(uri, document, text);
    });
  }

  #document(uri: string, text: string): Open {
    const known = this.#open.get(uri) ?? { text, version: 0, leases: 0, isKept: false, isShown: false };
    this.#open.set(uri, known);
    return known;
  }

  /** What is noted is in the order in which it is written to the pipe: nothing is awaited in between. */
  async #give(uri: string, document: Open, text: string): Promise<void> {
    const isNew = document.text !== text;
    document.text = text;
    if (!document.isShown) return await this.#show(uri, document);
    if (!isNew) return;
    document.version += 1;
    const textDocument = { uri, version: document.version };
    await this.#notify('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
  }

  #show(uri: string, document: Open): Promise<void> {
    document.isShown = true;
    for (const opened of this.#noting) opened.add(uri);
    return this.#notify('textDocument/didOpen', shown(uri, document));
  }

  #hide(uri: string, document: Open): Promise<void> {
    document.isShown = false;
    return this.#notify('textDocument/didClose', { textDocument: { uri } });
  }

  async #closeUnused(uri: string, document: Open): Promise<void> {
    if (document.isKept || document.leases > 0 || this.#open.get(uri) !== document) return;
    this.#open.delete(uri);
    if (document.isShown) await this.#hide(uri, document);
  }
}

/** Servers of Roslyn know C# by this name. */
const shown = (uri: string, { text, version }: Open): unknown => ({
  textDocument: { uri, languageId: 'csharp', version, text },
});
