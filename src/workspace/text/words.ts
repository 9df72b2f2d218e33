/**
 * Words beside semantics: which files hold an identifier, and in which source files it stands where a declaration could, in
 * comments or strings, or under an `#if`. It gives candidates where the server's name search is cut off, near names on a
 * miss, mentions, dormant code, and doubt about an empty answer. A mark of a declaration is a guess from the characters
 * around a word; what is declared, an outline says.
 */
import { identifier } from '../../model/keywords.ts';
import { nearNames } from '../../model/names.ts';
import { type Region, regionsOf } from '../../syntax/regions.ts';
import { isSource } from '../disk/disk.ts';

/** Reads the text of a file by its absolute path; undefined where it cannot be read. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** The words of a file, ascending: the id of each, with its marks in the lowest bits. */
type FileWords = Uint32Array;

/** Where a word stands in a source file; it can stand in several ways. */
const mark = { declared: 1, mentioned: 2, conditional: 4, implementing: 8 } as const;
const markBits = 4;
const anywhere = 0;
/** Stands for a file that writes a letter of a name by its number, so that its words are not what it names. */
const escapes = '\\u';

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
  /** The last list of files: what is in the index is in it. */
  #last: readonly string[] | undefined;
  /** The same where all of them are in the index as they are. */
  #inStepWith: readonly string[] | undefined;
  /** The last update; one begins when the one before it has ended. */
  #updating: Promise<unknown> = Promise.resolve();

  /** Brings the index in step with the files that there are; only what is new to it is read. */
  update(paths: readonly string[], read: ReadText): Promise<void> {
    if (this.#inStepWith === paths) return Promise.resolve();
    // Whoever asked for the one before hears of its failure.
    const update = this.#updating.catch(() => undefined).then(() => this.#bring(paths, read));
    this.#updating = update;
    return update;
  }

  async #bring(paths: readonly string[], read: ReadText): Promise<void> {
    const wanted = this.#last === paths ? undefined : new Set(paths);
    if (wanted !== undefined) for (const path of this.#files.keys()) if (!wanted.has(path)) this.#files.delete(path);
    this.#last = paths;
    this.#inStepWith = paths;
    for (const path of paths) {
      if (this.#files.has(path)) continue;
      this.#inStepWith = undefined;
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
    this.#inStepWith = undefined;
    for (const path of paths) {
      this.#files.delete(path);
      this.#forgotten.add(path);
    }
  }

  /** The source files that hold a word. */
  files(name: string): string[] {
    return this.#filesWith(name, anywhere).filter(isSource);
  }

  /** The files of other languages that hold a word. */
  otherFiles(name: string): string[] {
    return this.#filesWith(name, anywhere).filter((path) => !isSource(path));
  }

  /** The source files in which a word stands in a comment or a string. */
  mentioning(name: string): string[] {
    return this.#filesWith(name, mark.mentioned);
  }

  /** The files in which a word stands where a declaration could. */
  declaring(name: string): string[] {
    return this.#filesWith(name, mark.declared);
  }

  /**
   * The files among these that may declare a name in what has these names: a declaration stands in what it is named by, but
   * for the interface that it implements explicitly. What is not in the index is left in.
   */
  within(paths: readonly string[], containers: readonly string[], name: string): string[] {
    const [id, escaped] = [this.#ids.get(name), this.#ids.get(escapes)];
    const around = containers.map((each) => this.#ids.get(each));
    return paths.filter((path) => {
      const file = this.#files.get(path);
      if (file === undefined || around.every((each) => each !== undefined && holds(file, each, anywhere))) return true;
      return (
        (id !== undefined && holds(file, id, mark.implementing)) || (escaped !== undefined && holds(file, escaped, anywhere))
      );
    });
  }

  /** The files in which a word that fits stands where a declaration could. */
  declaringAny(fits: (name: string) => boolean): string[] {
    const wanted = new Set(this.#names.flatMap((name, id) => (fits(name) ? [id] : [])));
    const isWanted = (each: number): boolean => (each & mark.declared) > 0 && wanted.has(each >>> markBits);
    return [...this.#files].filter(([, file]) => file.some(isWanted)).map(([path]) => path);
  }

  /** Whether a word of a file stands under an `#if`; undefined for a file that is not in the index. */
  isConditional(path: string): boolean | undefined {
    return this.#files.get(path)?.some((each) => (each & mark.conditional) > 0);
  }

  /** Declared names near to one, best first. */
  near(name: string): string[] {
    const declared = new Set<number>();
    for (const file of this.#files.values()) for (const each of file) if (each & mark.declared) declared.add(each >>> markBits);
    return nearNames(
      name,
      Array.from(declared, (id) => this.#names[id] ?? ''),
    );
  }

  #filesWith(name: string, marks: number): string[] {
    const id = this.#ids.get(name);
    const found: string[] = [];
    if (id === undefined) return found;
    for (const [path, file] of this.#files) if (holds(file, id, marks)) found.push(path);
    return found;
  }

  #index(text: string, source: boolean): FileWords {
    const words = new Map<number, number>();
    const add = (name: string, line: string, index: number, standing: number): void => {
      const id = this.#idOf(name);
      const known = words.get(id) ?? 0;
      const declares = source && (known & mark.declared) === 0 && mayDeclare(line, index, name.length);
      const implementing = source && line[index - 1] === '.' && before.test(leftOf(line, index)) ? mark.implementing : 0;
      words.set(id, known | standing | implementing | (declares ? mark.declared : 0));
      if (line[index - 1] === '\\' && /^u[\da-f]{4}/i.test(name)) words.set(this.#idOf(escapes), anywhere);
    };
    const standingAt = source ? standingIn(text) : () => anywhere;
    let start = 0;
    for (const line of text.split('\n')) {
      for (const match of line.matchAll(word)) {
        const [name] = match;
        const standing = standingAt(start + match.index);
        add(name, line, match.index, standing);
        // What is beyond ASCII may end a name, such as a dash.
        if (/[^\w]/.test(name))
          for (const part of name.matchAll(identifier)) add(part[0], line, match.index + part.index, standing);
      }
      start += line.length + 1;
    }
    return Uint32Array.from(words, ([id, marks]) => (id << markBits) | marks).sort();
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
  const left = leftOf(line, start);
  return before.test(left) && !usesFollow.test(left) && after.test(line.slice(start + length, start + length + 20));
}

const leftOf = (line: string, start: number): string => line.slice(Math.max(0, start - 40), start).replace(/@$/, '');

/** Whether a region is code under a condition, or text that nothing lets in, as under `#if false`. */
export const isConditional = ({ kind, when }: Region): boolean => (kind === 'code' && when !== undefined) || kind === 'inactive';

/** How the words of a C# text stand in it, asked for ascending offsets. */
function standingIn(text: string): (offset: number) => number {
  const marks = regionsOf(text).map((region) => ({
    end: region.end,
    marks:
      (region.kind === 'comment' || region.kind === 'string' ? mark.mentioned : 0) |
      (isConditional(region) ? mark.conditional : 0),
  }));
  let at = 0;
  return (offset) => {
    while ((marks[at]?.end ?? Infinity) <= offset) at += 1;
    return marks[at]?.marks ?? 0;
  };
}

/** Whether the words of a file hold one that has the marks. */
function holds(file: FileWords, id: number, marks: number): boolean {
  let low = 0;
  let high = file.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const each = file[middle] ?? 0;
    const at = each >>> markBits;
    if (at === id) return (each & marks) === marks;
    if (at < id) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
