/**
 * The documents that are open in a language server. Nothing else sends textDocument/didOpen, didChange and didClose: a
 * server may end itself at a second didOpen of a document, or at a didChange of one that is not open (seen in Microsoft's).
 * A document is open while anybody holds it.
 */

/** Sends a notification; rejects as LspClient.notify does. */
export type Notify = (method: string, params: unknown) => Promise<void>;

interface Open {
  text: string;
  version: number;
  holders: number;
  /** Whether the server has it open; while everything is set aside it has not. */
  isShown: boolean;
}

export class Documents {
  readonly #notify: Notify;
  readonly #open = new Map<string, Open>();

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /** The URIs of those that are held. */
  get uris(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** Opens a document with this text, or gives an open one the text, until `release`. Rejects as notifications do. */
  async hold(uri: string, text: string): Promise<void> {
    const document = this.#open.get(uri) ?? { text, version: 0, holders: 0, isShown: false };
    document.holders += 1;
    // What is noted here is in the order in which it is written to the pipe: nothing is awaited in between.
    this.#open.set(uri, document);
    if (document.isShown) return await this.#give(uri, document, text);
    document.text = text;
    await this.#show(uri, document);
  }

  /** Gives back one `hold`; the last one closes the document. */
  async release(uri: string): Promise<void> {
    const document = this.#open.get(uri);
    if (document === undefined) throw new Error(`${uri} is released and was not held`);
    document.holders -= 1;
    if (document.holders > 0) return;
    this.#open.delete(uri);
    if (document.isShown) await this.#hide(uri, document);
  }

  /** Runs the body while those that are held now are closed; whoever holds one meanwhile opens it. */
  async aside<T>(body: () => Promise<T>): Promise<T> {
    for (const [uri, document] of this.#open) if (document.isShown) await this.#hide(uri, document);
    try {
      return await body();
    } finally {
      for (const [uri, document] of this.#open) if (!document.isShown) await this.#show(uri, document);
    }
  }

  /** Holds the document during the body. */
  async during<T>(uri: string, text: string, body: () => Promise<T>): Promise<T> {
    await this.hold(uri, text);
    try {
      return await body();
    } finally {
      await this.release(uri);
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

  #show(uri: string, document: Open): Promise<void> {
    document.isShown = true;
    return this.#notify('textDocument/didOpen', opened(uri, document));
  }

  #hide(uri: string, document: Open): Promise<void> {
    document.isShown = false;
    return this.#notify('textDocument/didClose', { textDocument: { uri } });
  }

  async #give(uri: string, document: Open, text: string): Promise<void> {
    if (document.text === text) return;
    document.text = text;
    document.version += 1;
    const textDocument = { uri, version: document.version };
    await this.#notify('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
  }
}

/** Servers of Roslyn know C# by this name. */
const opened = (uri: string, { text, version }: Open): unknown => ({
  textDocument: { uri, languageId: 'csharp', version, text },
});
