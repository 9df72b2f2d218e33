/**
 * The sweep: looks at every file that answers depend on and tells what has changed since the last look. A change is a
 * difference in size, modification time, change time or inode; a file so young that a second write could have left all
 * of these alone is compared by its content, too.
 */
import { createHash } from 'node:crypto';
import { type Dirent, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { log } from '../log.ts';

export interface FileChange {
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

interface Look {
  readonly stamp: string;
  /** Set while the file was young at its last look. */
  readonly hash: string | undefined;
}

/** Source files and the files that decide how they are compiled. */
const watched =
  /\.(?:cs|csproj|props|targets|sln|slnx|slnf|editorconfig)$|(?:^|[\\/])(?:global\.json|nuget\.config|project\.assets\.json)$/i;

/** Clocks of file systems are coarse (a kernel tick, two seconds on FAT); this is beyond all of them. */
const youth = 3_000n * 1_000_000n;

export class Disk {
  readonly #folders: readonly string[];
  readonly #excluded: (folder: string, below: string) => boolean;
  #looks: Map<string, Look>;

  /**
   * Takes the first look. `folders` are absolute and looked through with everything below them; links to folders are
   * not followed. `excluded` says whether a folder (absolute) below one of them is left out.
   */
  constructor(folders: readonly string[], excluded: (folder: string, below: string) => boolean) {
    this.#folders = folders;
    this.#excluded = excluded;
    this.#looks = this.#look();
  }

  /** The files of the last look. */
  paths(): Iterable<string> {
    return this.#looks.keys();
  }

  /** What has changed since the last look. */
  changes(): FileChange[] {
    const before = this.#looks;
    const after = this.#look();
    this.#looks = after;
    const changes: FileChange[] = [];
    for (const [path, { stamp, hash }] of after) {
      const old = before.get(path);
      if (old === undefined) changes.push({ path, kind: 'created' });
      else if (old.stamp !== stamp || (old.hash !== undefined && old.hash !== (hash ?? hashOf(path))))
        changes.push({ path, kind: 'changed' });
    }
    for (const path of before.keys()) if (!after.has(path)) changes.push({ path, kind: 'deleted' });
    return changes;
  }

  #look(): Map<string, Look> {
    const looks = new Map<string, Look>();
    const now = BigInt(Date.now()) * 1_000_000n;
    const visit = (folder: string, below: string): void => {
      for (const entry of entriesOf(folder)) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) {
          if (!this.#excluded(path, below)) visit(path, below);
          else if (entry.name === 'obj') addAssets(path, looks, now);
        } else if (watched.test(entry.name) && !looks.has(path)) add(path, looks, now);
      }
    };
    for (const folder of this.#folders) visit(folder, folder);
    return looks;
  }
}

/** The one file in an excluded folder that a load depends on. */
function addAssets(folder: string, looks: Map<string, Look>, now: bigint): void {
  add(join(folder, 'project.assets.json'), looks, now);
}

function add(path: string, looks: Map<string, Look>, now: bigint): void {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return;
  const { size, mtimeNs, ctimeNs, ino } = stats;
  const young = now - (mtimeNs > ctimeNs ? mtimeNs : ctimeNs) < youth;
  looks.set(path, { stamp: `${size}.${mtimeNs}.${ctimeNs}.${ino}`, hash: young ? hashOf(path) : undefined });
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

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // A folder that was deleted meanwhile, or one that we may not read: nothing in it can be loaded either.
    log.debug(`${folder}: ${String(error)}`);
    return [];
  }
}
