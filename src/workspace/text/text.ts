/** Text of source files: decoded strictly, cut into lines as the compiler cuts them, cached while the file is unchanged. */
import { readFile, stat } from 'node:fs/promises';
import { Problem, revise } from '../../model/problem.ts';

export interface SourceText {
  readonly text: string;
  /** Without their line ends. */
  readonly lines: readonly string[];
}

/** Larger files are not read; no hand-written source comes near. */
export const largestFile = 16 * 1024 * 1024;
/** Line ends of the C# language (ECMA-334, 6.3.2). */
const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029]/;
/** Characters of the texts that are kept; what is read out of them (outlines, regions) is kept as long. */
const mostKept = 4_000_000;

interface Entry {
  readonly stamp: string;
  readonly source: SourceText;
  /** Whether whatever has happened to the file since it was read would have been told. */
  readonly followed: boolean;
}

export class Texts {
  readonly #entries = new Map<string, Entry>();
  /** Whether `forget` is called for whatever happens to a file (absolute path), before the file is asked for again. */
  readonly #isFollowed: (path: string) => boolean;
  #kept = 0;
  /** How often something was forgotten: what was being read meanwhile may be the earlier text. */
  #forgotten = 0;

  constructor(isFollowed: (path: string) => boolean = () => false) {
    this.#isFollowed = isFollowed;
  }

  /**
   * The text of a file by its absolute path. Throws `file_not_found`, `file_too_big` or `file_undecodable`, with `shown`
   * as the file's name.
   */
  async read(path: string, shown: string): Promise<SourceText> {
    const cached = this.#entries.get(path);
    if (cached?.followed === true && this.#isFollowed(path)) return cached.source;
    const [followed, before] = [this.#isFollowed(path), this.#forgotten];
    const { size, stamp } = await this.#stat(path, shown);
    const known = this.#entries.get(path);
    const source = known?.stamp === stamp ? known.source : await this.#load(path, shown, size);
    if (before === this.#forgotten) this.#keep(path, { stamp, source, followed });
    return source;
  }

  async #load(path: string, shown: string, size: bigint): Promise<SourceText> {
    if (size > largestFile)
      throw new Problem('file_too_big', `${shown} has ${size} bytes; files above ${largestFile} are not read`);
    const text = decode(await readFile(path).catch((error: unknown) => Promise.reject(unreadable(shown, error))), shown);
    let lines: readonly string[] | undefined;
    return {
      text,
      get lines() {
        return (lines ??= text.split(lineEnd));
      },
    };
  }

  /** The text of a file by its absolute path, or undefined where it cannot be read. */
  async readable(path: string): Promise<string | undefined> {
    return (await this.read(path, path).catch(withoutText))?.text;
  }

  /** Of files that have changed: two writes within one tick of the clock leave the stamp alone. */
  forget(paths: Iterable<string>): void {
    this.#forgotten += 1;
    for (const path of paths) this.#drop(path);
  }

  async #stat(path: string, shown: string): Promise<{ size: bigint; stamp: string }> {
    try {
      const { size, mtimeNs, ctimeNs, ino } = await stat(path, { bigint: true });
      return { size, stamp: `${size}.${mtimeNs}.${ctimeNs}.${ino}` };
    } catch (error) {
      throw unreadable(shown, error);
    }
  }

  #keep(path: string, entry: Entry): void {
    this.#drop(path);
    this.#entries.set(path, entry);
    this.#kept += entry.source.text.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#kept <= mostKept) break;
      this.#drop(oldest);
    }
  }

  #drop(path: string): void {
    this.#kept -= this.#entries.get(path)?.source.text.length ?? 0;
    this.#entries.delete(path);
  }
}

const unreadableCodes: ReadonlySet<string> = new Set(['file_not_found', 'file_undecodable', 'file_too_big']);

/** A file that cannot be read costs its text and nothing else. */
export function withoutText(error: unknown): undefined {
  if (error instanceof Problem && unreadableCodes.has(error.code)) return undefined;
  throw error;
}

function unreadable(shown: string, error: unknown): Problem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : `cannot be read (${code})`;
  return new Problem('file_not_found', `${shown} ${why}`, { continuation: revise('Check the path.'), cause: error });
}

/** UTF-8, or UTF-16 with its byte-order mark; the mark is no part of the text. */
function decode(bytes: Uint8Array, shown: string): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Problem('file_undecodable', `${shown} is not ${encoding.toUpperCase()} text`, { cause: error });
  }
}
