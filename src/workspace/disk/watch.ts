/**
 * Tells where something has changed on disk: by a watcher of each folder that is looked through, with a fence before each
 * answer, or, where events cannot be trusted, not at all, so that everything is looked at. There is a watcher for each
 * folder because a recursive one of Bun 1.4.5 watches excluded folders, too, whatever it is told to ignore (inotify
 * watches are scarce, and node_modules is large); it costs the same time: 75 ms for 5 000 folders.
 */
import { type FSWatcher, statfsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { log } from '../../log.ts';
import type { WatchStatus } from '../../model/status.ts';
import type { FolderListener } from './disk.ts';
import { Fence } from './fence.ts';

/**
 * With more events than this since the last look everything is looked at. It keeps the memory flat, and it is the answer
 * to an overflow: the kernel drops events beyond fs.inotify.max_queued_events (16 384), and Bun 1.4.5 does not tell.
 */
const mostEvents = 1_000;

/**
 * Milliseconds after an event in which another of its kind for its path may be missing: Bun 1.4.5 leaves out one that
 * follows within 2 ms, also where the first was already heard. So a path is looked at once more after that time.
 */
const unsettled = 20;

/**
 * Local file systems of Linux, by the type of statfs: ext2 to 4, btrfs, xfs, tmpfs, ramfs, overlay, zfs, f2fs, bcachefs.
 * On others (NFS, SMB, FUSE, 9p …) a change that somebody else makes has no event here.
 */
const local: ReadonlySet<number> = new Set([
  0xef53, 0x9123683e, 0x58465342, 0x01021994, 0x858458f6, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);

export interface WatchOptions {
  readonly wanted: 'auto' | 'off';
  /** A folder that this process alone may fill. */
  readonly fenceFolder: () => string;
  /** Replaced in tests. */
  readonly platform?: NodeJS.Platform;
  readonly open?: typeof watch;
  readonly fileSystemOf?: (folder: string) => number;
}

export class Watch implements FolderListener {
  readonly #options: Required<WatchOptions>;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Paths, and when they were last heard of. */
  readonly #reported = new Map<string, number>();
  #lastHeard = 0;
  #fence: Fence | undefined;
  #events = 0;
  /** Why the sweep is in force. Once it is, it stays: whatever was missed will be missed again. */
  #why: string | undefined;

  constructor(options: WatchOptions) {
    this.#options = { platform: process.platform, open: watch, fileSystemOf: (folder) => statfsSync(folder).type, ...options };
    const { wanted, platform } = this.#options;
    if (wanted === 'off') this.#why = '--watch off';
    else if (platform !== 'linux') this.#why = `on ${platform} it is not proven that no event is lost`;
  }

  get status(): WatchStatus {
    return this.#why === undefined ? { mode: 'watcher' } : { mode: 'sweep', why: this.#why };
  }

  /** Begins anew with no folder; the folders follow by `entered`. */
  begin(): void {
    this.close();
    if (this.#why !== undefined) return;
    const { fenceFolder, open } = this.#options;
    try {
      this.#fence = new Fence(fenceFolder(), (error) => this.#giveUp(error), open);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  entered(folder: string): void {
    const { open, fileSystemOf } = this.#options;
    if (this.#fence === undefined) return;
    try {
      const type = fileSystemOf(folder);
      if (!local.has(type))
        return this.#giveUp(`the file system of ${folder} (type 0x${type.toString(16)}) may not tell of changes`);
      const watcher = open(folder, { persistent: false }, (_event, name) => this.#heard(folder, name));
      watcher.on('error', (error) => this.#giveUp(error));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      // Deleted meanwhile: the folder above it tells.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) this.#giveUp(error);
    }
  }

  left(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  /** Resolves when `take` knows of everything that was finished before the call. Never rejects. */
  async pass(): Promise<void> {
    const fence = this.#fence;
    try {
      await fence?.pass();
    } catch (error) {
      if (this.#fence === fence) this.#giveUp(error);
    }
  }

  /** The paths (files or folders, absolute) of which something was reported since the last time; undefined means all. */
  take(): ReadonlySet<string> | undefined {
    const settled = performance.now() - unsettled;
    const complete = this.#fence !== undefined && this.#events <= mostEvents;
    const reported = complete ? new Set(this.#reported.keys()) : undefined;
    for (const [path, heard] of this.#reported) if (heard < settled) this.#reported.delete(path);
    if (complete || this.#lastHeard < settled) this.#events = 0;
    return reported;
  }

  /** Makes the next `take` mean all. */
  doubt(): void {
    this.#events = Infinity;
    this.#lastHeard = 0;
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#fence?.close();
    this.#fence = undefined;
  }

  /** Without a name it is the folder itself that was moved or deleted. */
  #heard(folder: string, name: string | null | undefined): void {
    this.#events += 1;
    this.#lastHeard = performance.now();
    if (this.#events <= mostEvents) this.#reported.set(typeof name === 'string' ? join(folder, name) : folder, this.#lastHeard);
  }

  #giveUp(reason: unknown): void {
    if (this.#why !== undefined) return;
    this.#why = worded(reason);
    log.warn(`files are not watched any more, each call looks at all of them: ${this.#why}`);
    this.close();
  }
}

function worded(reason: unknown): string {
  if (typeof reason === 'string') return reason;
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  if (code === 'ENOSPC') return 'the system allows no more watches (sysctl fs.inotify.max_user_watches)';
  if (code === 'EMFILE')
    return 'the system allows no more watchers or open files (sysctl fs.inotify.max_user_instances, ulimit -n)';
  return reason instanceof Error ? reason.message : String(reason);
}
