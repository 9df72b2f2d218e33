/**
 * Every file that answers depend on, as it was at the last look, and what has changed since. A change is a difference in
 * size, modification time, change time or inode; a file so young that a second write could have left all of these alone
 * is compared by its content, too. A look goes through everything (the sweep), or only to where something was reported.
 */
import { createHash } from 'node:crypto';
import { type BigIntStats, type Dirent, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { log } from '../../log.ts';

export interface FileChange {
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

/** Hears of each folder that is looked through, before it is listed, and when it is not looked at any more. */
export interface FolderListener {
  entered(folder: string): void;
  left(folder: string): void;
}

interface Look {
  readonly stamp: string;
  /** Of a file that was young, and of every file that decides about a load. */
  readonly hash: string | undefined;
  readonly young: boolean;
}

/** What a file is to answers: compiled, or deciding how that is done, or text that may mention what is declared. */
export type FileRole = 'source' | 'deciding' | 'text';

const deciding =
  /\.(?:csproj|csproj\.user|props|targets|projitems|shproj|sln|slnx|slnf|editorconfig|globalconfig)$|^(?:global\.json|nuget\.config|project\.assets\.json)$/i;
const mentioning = /\.(?:razor|cshtml|a?xaml|resx|config)$|^appsettings[\w.-]*\.json$/i;

/** The role of a file by its path or name; undefined for one that no look takes. */
export function roleOf(path: string): FileRole | undefined {
  const name = basename(path);
  if (isSource(name)) return 'source';
  return deciding.test(name) ? 'deciding' : mentioning.test(name) ? 'text' : undefined;
}

export const isSource = (path: string): boolean => /\.cs$/i.test(path);

/** Clocks of file systems are coarse (a kernel tick, two seconds on FAT); this is beyond all of them. */
const youth = 3_000n * 1_000_000n;

const nobody: FolderListener = { entered: () => undefined, left: () => undefined };

export class Disk {
  readonly #roots: readonly string[];
  readonly #excluded: (folder: string, below: string) => boolean;
  readonly #listener: FolderListener;
  readonly #looks = new Map<string, Look>();
  /** Folders that were looked through. */
  readonly #folders = new Set<string>();
  /** Files that are looked at each time: no event of a folder that is looked through tells of their changes. */
  readonly #always: Set<string>;
  readonly #identities = new Map<string, string>();

  /**
   * Takes the first look. `roots` are absolute and looked through with everything below them; links to folders are not
   * followed. `excluded` says whether a folder (absolute) below one of them is left out. `files` are looked at, too,
   * wherever they lie, and may be missing.
   */
  constructor(
    roots: readonly string[],
    excluded: (folder: string, below: string) => boolean,
    { files = [], listener = nobody }: { readonly files?: Iterable<string>; readonly listener?: FolderListener } = {},
  ) {
    this.#roots = [...new Set(roots)];
    this.#excluded = excluded;
    this.#listener = listener;
    this.#always = new Set(files);
    this.changes();
  }

  /** The files of the last look. */
  paths(): Iterable<string> {
    return this.#looks.keys();
  }

  /** Whether a file was there at the last look. */
  holds(path: string): boolean {
    return this.#looks.has(path);
  }

  /** Whether a file is certain to be as it was at the last look of another one. */
  isAsIn(other: Disk, path: string): boolean {
    const [before, now] = [other.#looks.get(path), this.#looks.get(path)];
    return before !== undefined && !before.young && before.stamp === now?.stamp;
  }

  /** What has changed since the last look, wherever that is. */
  changes(): FileChange[] {
    return this.changesAt(this.#roots);
  }

  /** What has changed since the last look at these paths (of files or folders, absolute) and below them. */
  changesAt(reported: Iterable<string>): FileChange[] {
    const changes: FileChange[] = [];
    const paths = new Set([...reported, ...this.#replacedRoots()]);
    const folders = [...paths].filter((path) => this.#folders.has(path) || isFolder(path));
    const top = folders.filter((path) => !folders.some((other) => other !== path && path.startsWith(other + sep)));
    for (const folder of top) this.#lookThrough(folder, changes);
    const done = (path: string): boolean => top.some((folder) => path.startsWith(folder + sep));
    const files = [...paths].filter((path) => this.#looks.has(path) || roleOf(path) !== undefined);
    for (const path of files.filter((each) => !done(each))) {
      if (isLink(path)) this.#always.add(path);
      this.#lookAt(path, changes);
    }
    for (const path of this.#always) this.#lookAt(path, changes);
    return changes;
  }

  /** A root that was renamed or made anew tells of nothing any more. */
  #replacedRoots(): string[] {
    return this.#roots.filter((root) => {
      const stats = statsOf(root);
      const identity = stats === undefined ? 'missing' : `${stats.dev}.${stats.ino}`;
      const same = this.#identities.get(root) === identity;
      this.#identities.set(root, identity);
      return !same;
    });
  }

  #lookThrough(folder: string, changes: FileChange[]): void {
    const below = (path: string): boolean => path.startsWith(folder + sep);
    for (const each of [...this.#folders].filter((path) => path === folder || below(path))) {
      this.#folders.delete(each);
      this.#listener.left(each);
    }
    const gone = new Set([...this.#looks.keys()].filter(below));
    const root = this.#roots.find((each) => folder === each || folder.startsWith(each + sep));
    const visit = (at: string): void => {
      if (this.#folders.has(at)) return;
      this.#folders.add(at);
      // Before the listing: whatever comes after it is reported.
      this.#listener.entered(at);
      for (const entry of entriesOf(at)) this.#meet(entry, join(at, entry.name), { root: root ?? folder, visit, gone, changes });
    };
    if (isFolder(folder) && (folder === root || !this.#excluded(folder, root ?? folder))) visit(folder);
    else if (basename(folder) === 'obj' && isFolder(folder)) this.#always.add(join(folder, 'project.assets.json'));
    for (const path of gone) this.#lookAt(path, changes);
  }

  #meet(
    entry: Dirent,
    path: string,
    look: { root: string; visit: (folder: string) => void; gone: Set<string>; changes: FileChange[] },
  ): void {
    if (entry.isDirectory()) {
      if (!this.#excluded(path, look.root)) look.visit(path);
      // The one file in an excluded folder that a load depends on.
      else if (entry.name === 'obj') this.#always.add(join(path, 'project.assets.json'));
      return;
    }
    if (roleOf(entry.name) === undefined) return;
    // What a link leads to may lie anywhere.
    if (entry.isSymbolicLink()) this.#always.add(path);
    look.gone.delete(path);
    this.#lookAt(path, look.changes);
  }

  /** Looks at one file, and tells what has become of it. */
  #lookAt(path: string, changes: FileChange[]): void {
    const old = this.#looks.get(path);
    const stats = statsOf(path);
    if (stats === undefined || !stats.isFile()) {
      if (this.#looks.delete(path)) changes.push({ path, kind: 'deleted' });
      return;
    }
    const look = lookOf(path, stats, old);
    this.#looks.set(path, look);
    if (old === undefined) changes.push({ path, kind: 'created' });
    else if (differs(old, look)) changes.push({ path, kind: 'changed' });
  }
}

function lookOf(path: string, { size, mtimeNs, ctimeNs, ino }: BigIntStats, old: Look | undefined): Look {
  const young = BigInt(Date.now()) * 1_000_000n - (mtimeNs > ctimeNs ? mtimeNs : ctimeNs) < youth;
  const stamp = `${size}.${mtimeNs}.${ctimeNs}.${ino}`;
  if (old?.stamp === stamp && !old.young) return old;
  const hashed = young || old?.young === true || roleOf(path) === 'deciding';
  return { stamp, young, hash: hashed ? hashOf(path) : undefined };
}

/** The same bytes are no change, however often they were written. */
function differs(old: Look, look: Look): boolean {
  return old.hash !== undefined && look.hash !== undefined ? old.hash !== look.hash : old.stamp !== look.stamp;
}

function hashOf(path: string): string | undefined {
  try {
    return createHash('sha1').update(readFileSync(path)).digest('base64');
  } catch (error) {
    // Deleted between two looks; the next one says so.
    log.debug(`${path}: ${String(error)}`);
    return undefined;
  }
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // A folder that was deleted meanwhile, or one that we may not read: nothing in it can be loaded either.
    log.debug(`${folder}: ${String(error)}`);
    return [];
  }
}

/** What a path leads to, or undefined where it leads nowhere: absent, a circle of links, a folder that we may not enter. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    log.debug(`${path}: ${String(error)}`);
    return undefined;
  }
}
