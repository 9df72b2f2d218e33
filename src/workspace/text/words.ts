/**
 * Words beside semantics: which files hold an identifier, and in which source files it stands where a declaration could.
 * It gives candidates where the server's name search is cut off, near names on a miss, mentions, and doubt about an empty
 * answer. A mark is a guess from the characters around a word; what is declared, an outline says.
 */
import { nearNames } from '../../model/names.ts';
import { isSource } from '../disk/disk.ts';

/** Reads the text of a file by its absolute path; undefined where it cannot be read. */
export type ReadText = (path: string) => Promise<string | undefined>;

interface FileWords {
  /** Ids of its words, ascending. */
  readonly words: Uint32Array;
  /** Those of them that stand where a declaration could. */
  readonly declared: Uint32Array;
}

/** Beyond ASCII everything counts as a letter: a word too many costs nothing, and the class `\p{L}` costs much. */
const word = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g;
/** What can stand between a declared name and the rest of its declaration. */
const after = /^\s*(?:[({;=,<:}]|=>|where\b|get\b|$)/;
/** What can stand before a declared name: the end of a type, a brace or a comma (enum members), an interface's name. */
const before = /(?:[\w\u0080-\uffff>\])?*]\s+|[{,}]\s*|^\s*|[\w>\])?*]\s+(?:\w+\.)*I[A-Z]\w*(?:<[^>]*>)?\.)$/;
/** Words that are followed by a use and never by a declared name. */
const usesFollow =
  /\b(?:return|new|await|throw|in|is|as|case|else|goto|yield|when|and|or|not|typeof|nameof|sizeof|base|this)\s+$/;

export class Words {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #files = new Map<string, FileWords>();
  /** Since it was last read: what is being read at that moment may be its earlier text. */
  readonly #forgotten = new Set<string>();

  /** The last update; one begins when the one before it has ended. */
  #updating: Promise<unknown> = Promise.resolve();

  /** Brings the index in step with the files that there are; only what is new to it is read. */
  update(paths: readonly string[], read: ReadText): Promise<void> {
    // Whoever asked for the one before hears of its failure.
    const update = this.#updating.catch(() => undefined).then(() => this.#bring(paths, read));
    this.#updating = update;
    return update;
  }

  async #bring(paths: readonly string[], read: ReadText): Promise<void> {
    const wanted = new Set(paths);
    for (const path of this.#files.keys()) if (!wanted.has(path)) this.#files.delete(path);
    for (const path of paths) {
      if (this.#files.has(path)) continue;
      let text: string | undefined;
      do {
        this.#forgotten.delete(path);
        text = await read(path);
      } while (this.#forgotten.has(path));
      if (text !== undefined) this.#files.set(path, this.#index(text, isSource(path)));
    }
  }

  /** Files that have changed are read again by the next update. */
  forget(paths: Iterable<string>): void {
    for (const path of paths) {
      this.#files.delete(path);
      this.#forgotten.add(path);
    }
  }

  /** The source files that hold a word. */
  files(name: string): string[] {
    return this.#filesWith(name, (file) => file.words).filter(isSource);
  }

  /** The files of other languages that hold a word. */
  otherFiles(name: string): string[] {
    return this.#filesWith(name, (file) => file.words).filter((path) => !isSource(path));
  }

  /** The files in which a word stands where a declaration could. */
  declaring(name: string): string[] {
    return this.#filesWith(name, (file) => file.declared);
  }

  /** The files in which a word that fits stands where a declaration could. */
  declaringAny(fits: (name: string) => boolean): string[] {
    const wanted = new Set(this.#names.flatMap((name, id) => (fits(name) ? [id] : [])));
    return [...this.#files].filter(([, { declared }]) => declared.some((id) => wanted.has(id))).map(([path]) => path);
  }

  /** Declared names near to one, best first. */
  near(name: string): string[] {
    const declared = new Set<number>();
    for (const file of this.#files.values()) for (const id of file.declared) declared.add(id);
    return nearNames(
      name,
      Array.from(declared, (id) => this.#names[id] ?? ''),
    );
  }

  #filesWith(name: string, list: (file: FileWords) => Uint32Array): string[] {
    const id = this.#ids.get(name);
    if (id === undefined) return [];
    return [...this.#files].filter(([, file]) => holds(list(file), id)).map(([path]) => path);
  }

  #index(text: string, source: boolean): FileWords {
    const words = new Set<number>();
    const declared = new Set<number>();
    for (const line of text.split('\n')) {
      for (const match of line.matchAll(word)) {
        const id = this.#idOf(match[0]);
        words.add(id);
        if (source && !declared.has(id) && mayDeclare(line, match.index, match[0].length)) declared.add(id);
      }
    }
    return { words: Uint32Array.from(words).sort(), declared: Uint32Array.from(declared).sort() };
  }

  #idOf(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    this.#names.push(name);
    this.#ids.set(name, this.#names.length - 1);
    return this.#names.length - 1;
  }
}

/** Whether a word of a line (index from 0, length) stands where a declaration could. */
export function mayDeclare(line: string, start: number, length: number): boolean {
  const left = line.slice(Math.max(0, start - 40), start).replace(/@$/, '');
  return before.test(left) && !usesFollow.test(left) && after.test(line.slice(start + length, start + length + 20));
}

/** Whether an ascending list holds a number. */
function holds(list: Uint32Array, id: number): boolean {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = list[middle] ?? 0;
    if (at === id) return true;
    if (at < id) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
