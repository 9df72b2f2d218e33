/**
 * Keeps a loaded workspace in step with the disk: what has changed is noticed before an answer, and taken in by telling
 * the language server or by another load. A change belongs to nobody's call: what one call has noticed and could not
 * tell, the next one tells.
 */
import { dirname, join } from 'node:path';
import { compileRules } from '../../dotnet/compile-rules.ts';
import { isInside } from '../../machine.ts';
import type { WatchStatus } from '../../model/status.ts';
import type { DiskChange } from '../../servers/server.ts';
import type { ProjectFacts } from '../../dotnet/facts.ts';
import { Compiled } from './compiled.ts';
import { Disk, type FileChange, isSource, roleOf } from './disk.ts';
import { type Evaluate, Facts, type Kept } from '../load/facts.ts';
import { type Server, Sync } from './sync.ts';
import { Watch, type WatchOptions } from './watch.ts';

/** What is loaded; every path is absolute. */
export interface LoadedFiles {
  readonly root: string;
  readonly projects: readonly string[];
  /** Looked through with everything below them. */
  readonly folders: readonly string[];
  readonly excluded: (folder: string, below: string) => boolean;
  readonly evaluate: Evaluate;
}

/** What the SDK reads of the folders above a project, without being told. */
const readAbove = [
  'Directory.Build.props',
  'Directory.Build.targets',
  'Directory.Packages.props',
  'global.json',
  'nuget.config',
  'NuGet.config',
  'NuGet.Config',
  '.editorconfig',
];

export class Freshness {
  readonly #watch: Watch;
  #disk: Disk | undefined;
  #sync: Sync | undefined;
  #facts: Facts | undefined;
  readonly #kept: Kept = new Map();
  /** By path; noticed, and not told yet. */
  #untold = new Map<string, FileChange>();
  /** See sources() and mentioning(); the same lists until a file comes or goes. */
  #sources: readonly string[] | undefined;
  #mentioning: readonly string[] | undefined;
  /** Being told at the moment. */
  #inHand = new Map<string, FileChange>();

  constructor(options: WatchOptions) {
    this.#watch = new Watch(options);
  }

  get status(): WatchStatus {
    return this.#watch.status;
  }

  /**
   * Takes the first look. Before the server starts: then a change during its load is noticed after it. Gives the files that
   * are not certain to be as they were at the last look before.
   */
  async begin({ root, projects, folders, excluded, evaluate }: LoadedFiles): Promise<readonly string[]> {
    const rules = await compileRules(projects);
    const read = [...rules.flatMap((each) => each.files), ...[root, ...projects.map(dirname)].flatMap(filesAbove)];
    const files = new Set([
      ...read.filter((path) => roleOf(path) === undefined || !folders.some((folder) => isInside(folder, path))),
      ...projects.map((project) => join(dirname(project), 'obj', 'project.assets.json')),
    ]);
    this.#watch.begin();
    const before = this.#disk;
    this.#disk = new Disk(folders, excluded, { files, listener: this.#watch });
    [this.#sources, this.#mentioning] = [undefined, undefined];
    const sources = (): readonly string[] => this.sources();
    const facts = new Facts({ rules, sources, files: () => this.#disk?.paths() ?? [], evaluate }, this.#kept);
    this.endFacts();
    this.#facts = facts;
    this.#sync = new Sync(new Compiled(rules, (asked, signal) => facts.evaluated(asked, signal)), sources);
    const uncertain = new Set(this.untold());
    for (const path of before?.paths() ?? []) if (before !== undefined && !this.#disk.isAsIn(before, path)) uncertain.add(path);
    this.#untold = new Map();
    this.#inHand = new Map();
    return [...uncertain];
  }

  /** Absolute paths of the source files as of the last look. */
  sources(): readonly string[] {
    return (this.#sources ??= [...(this.#disk?.paths() ?? [])].filter(isSource));
  }

  /** Absolute paths of all files whose text may mention a symbol, as of the last look: source files and others. */
  mentioning(): readonly string[] {
    return (this.#mentioning ??= [...(this.#disk?.paths() ?? [])].filter(
      (path) => roleOf(path) !== 'deciding' || /\.(?:csproj|props|targets)$/i.test(path),
    ));
  }

  /** Whether whatever happens to a file (absolute path) is noticed. */
  isWatched(path: string): boolean {
    return this.#disk?.holds(path) === true;
  }

  /** The table of project facts; rejects as Facts.table does. */
  async facts(signal: AbortSignal): Promise<ProjectFacts> {
    if (this.#facts === undefined) throw new Error('nothing was loaded');
    return await this.#facts.table(signal);
  }

  /** The table where nothing has to be asked for it. */
  get knownFacts(): ProjectFacts | undefined {
    return this.#facts?.known;
  }

  /** Ends what is being asked for the table; the next load asks anew. */
  endFacts(): void {
    this.#facts?.end();
  }

  /** Resolves when `notice` knows of everything that was finished before this call. */
  async pass(): Promise<void> {
    await this.#watch.pass();
  }

  /** Looks; whether there is anything that the server does not know. */
  notice(): boolean {
    const reported = this.#watch.take();
    const changes = (reported === undefined ? this.#disk?.changes() : this.#disk?.changesAt(reported)) ?? [];
    for (const change of changes) this.#untold.set(change.path, merged(this.#untold.get(change.path), change));
    if (changes.some(({ kind }) => kind !== 'changed')) {
      [this.#sources, this.#mentioning] = [undefined, undefined];
      this.#facts?.doubt();
    }
    return this.#untold.size + this.#inHand.size > 0;
  }

  /** The paths of what was noticed and is not told yet. */
  untold(): readonly string[] {
    return [...this.#untold.keys()];
  }

  /**
   * Hands on what was noticed and concerns the server; what only a load can take in is told back to the caller, as the
   * reason of the load.
   */
  async takeIn(server: Server, tell: Tell): Promise<string | undefined> {
    const batch = this.#untold;
    [this.#untold, this.#inHand] = [new Map(), batch];
    try {
      // The server knows nothing of text that is not compiled.
      const changes = [...batch.values()].filter(({ path }) => roleOf(path) !== 'text');
      const consequence = await this.#sync?.consequenceOf(changes, server);
      if (consequence?.kind === 'reload') return consequence.because;
      if (consequence === undefined || consequence.changes.length === 0) return undefined;
      return (await tell(consequence.changes)) ? undefined : 'files that the language server did not take in';
    } catch (error) {
      for (const [path, change] of this.#untold) batch.set(path, merged(batch.get(path), change));
      this.#untold = batch;
      throw error;
    } finally {
      this.#inHand = new Map();
    }
  }

  /** The next look goes through everything: what is looked at may have become another. */
  doubt(): void {
    this.#watch.doubt();
  }

  /** Ends the watchers; `begin` makes others. */
  close(): void {
    this.#watch.close();
  }
}

/** Tells the language server; whether it has taken the changes in. */
export type Tell = (changes: readonly DiskChange[]) => Promise<boolean>;

/** What two changes of one file come to, one after the other. */
function merged(earlier: FileChange | undefined, later: FileChange): FileChange {
  return earlier !== undefined && earlier.kind !== 'changed' && later.kind !== 'deleted' ? { ...later, kind: 'created' } : later;
}

/** Also those that are not there yet. */
function filesAbove(folder: string): string[] {
  const here = readAbove.map((name) => join(folder, name));
  return dirname(folder) === folder ? here : [...here, ...filesAbove(dirname(folder))];
}
