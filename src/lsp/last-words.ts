/** What a language server said last: the end of its standard error and of its log messages, for messages about its fate. */

/** Lines that are kept, the length at which one is cut, and the lines that a message shows. */
const kept = 40;
const lineLength = 400;
const shown = 10;

export class LastWords {
  readonly #lines: string[] = [];
  /** The beginning of a line whose end has not come yet. */
  #rest = '';

  /** Takes a piece of text as it came through a pipe, cut anywhere. */
  hear(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, lineLength);
    for (const line of lines) this.add(line);
  }

  /** Takes a whole line, or several. */
  add(text: string): void {
    for (const line of text.split('\n')) if (line.trim() !== '') this.#lines.push(line.trimEnd().slice(0, lineLength));
    this.#lines.splice(0, Math.max(0, this.#lines.length - kept));
  }

  /** Every line that is kept. */
  get lines(): readonly string[] {
    return this.#rest.trim() === '' ? this.#lines : [...this.#lines, this.#rest.trimEnd()];
  }

  /** The last lines as the tail of a message, which a colon begins; empty where nothing was said. */
  asTail(): string {
    return this.lines.length === 0 ? '' : `:\n${this.lines.slice(-shown).join('\n')}`;
  }
}
