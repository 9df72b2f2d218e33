/**
 * What changes on disk mean for a loaded workspace: what the language server is told, or that it has to load again. The
 * rules are those of csharp-ls 0.28.0, which keeps a file in step only while it has it once: an event for a file that it
 * does not have adds the file to the first project around, compiled or not; of a file that it has for several projects
 * it renews none, and for several frameworks the first. Deletion takes the first copy away, and creation brings back one.
 */
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver-protocol';
import type { CompileRules } from '../../dotnet/compile-rules.ts';
import type { LspClient, RequestOptions } from '../../lsp/client.ts';
import type { ServerAdapter } from '../../servers/server.ts';
import type { Compiled } from './compiled.ts';
import { type FileChange, isSource } from './disk.ts';
import { declarationsOf } from '../symbols/outline.ts';
import { comparePlaces, fromLsp, pathOf, uriOf } from '../places.ts';

export type Consequence =
  /** Some of the changes, to be told to the server. */
  | { readonly kind: 'tell'; readonly changes: readonly FileChange[] }
  /** Something changed that only a load takes in. */
  | { readonly kind: 'reload'; readonly because: string };

export interface Server {
  readonly client: LspClient;
  readonly adapter: ServerAdapter;
  readonly options: RequestOptions;
  /** Hears what the server is told. */
  readonly others?: { readonly tell: (changes: readonly FileChange[]) => void };
}

/** The numbers of LSP's FileChangeType. */
const types = { created: 1, changed: 2, deleted: 3 } as const;

/** Files of one project that are asked how often the server has them, before it is taken for several times. */
const mostProbed = 5;

/**
 * Tells the server, of deletions first: a rename that changes only the case is a deletion and a creation of what
 * csharp-ls takes for one file. Telling is quicker than loading for any number of files: of 12 000 that changed the next
 * answer took 11 s, and a load with its first answer 26 s; of 1 000 new ones 7 s.
 */
export async function tell({ client, others }: Pick<Server, 'client' | 'others'>, changes: readonly FileChange[]): Promise<void> {
  if (changes.length === 0) return;
  const ordered = changes.toSorted((a, b) => types[b.kind] - types[a.kind]);
  await client.notify('workspace/didChangeWatchedFiles', {
    changes: ordered.map(({ path, kind }) => ({ uri: uriOf(path), type: types[kind] })),
  });
  others?.tell(ordered);
}

/** Decides for the changes since a load; one for each load. */
export class Sync {
  readonly #compiled: Compiled;
  readonly #sources: () => Iterable<string>;
  readonly #several = new Map<string, boolean>();

  /** `sources` are the absolute paths of all source files on the disk. */
  constructor(compiled: Compiled, sources: () => Iterable<string>) {
    this.#compiled = compiled;
    this.#sources = sources;
  }

  /** Rejects where the server fails; an evaluation that fails leaves it to a load to tell what is wrong. */
  async consequenceOf(changes: readonly FileChange[], server: Server): Promise<Consequence> {
    const deciding = changes.find(({ path }) => !isSource(path));
    if (deciding !== undefined) return { kind: 'reload', because: deciding.path };
    const known = await this.#settle(changes, server);
    if (typeof known === 'string') return { kind: 'reload', because: known };
    const told: FileChange[] = [];
    for (const change of changes) {
      const homes = known.has(change.path) ? this.#compiled.several : this.#compiled.homes(change.path);
      if (homes === 'unknown' || homes === 'varies') return { kind: 'reload', because: change.path };
      if (homes.length === 0 && !known.has(change.path)) continue;
      const bearable = known.has(change.path) || this.#isBearable(change, homes);
      if (!bearable || (await this.#isLoadedSeveralTimes(homes, server))) return { kind: 'reload', because: change.path };
      told.push(change);
    }
    return { kind: 'tell', changes: told };
  }

  /**
   * Evaluates where it has to be. Gives the files of which the server itself says that one project compiles them, which is
   * a quicker answer than MSBuild's; or why nothing can be told.
   */
  async #settle(changes: readonly FileChange[], server: Server): Promise<ReadonlySet<string> | string> {
    const known = new Set<string>();
    const open: string[] = [];
    for (const { path, kind } of changes.filter((each) => this.#compiled.homes(each.path) === 'unknown')) {
      if (kind !== 'created' && (await outlineOf(path, server)) !== null) known.add(path);
      // What is gone has no place in an evaluation.
      else if (kind === 'deleted') return path;
      else open.push(path);
    }
    if (open.length === 0) return known;
    try {
      await this.#compiled.settle(open, this.#sources(), server.options.signal);
      return known;
    } catch (error) {
      server.options.signal.throwIfAborted();
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Whether the server comes to hold the file as MSBuild says. */
  #isBearable({ path, kind }: FileChange, homes: readonly CompileRules[]): boolean {
    // It knows no other ending, and takes `%20` in the name of a file for a space.
    if (homes.length !== 1 || !path.endsWith('.cs') || /%[0-9a-f]{2}/i.test(path)) return false;
    const above = this.#compiled.above(path);
    return kind !== 'created' || (above.length === 1 && above[0] === homes[0]);
  }

  async #isLoadedSeveralTimes(homes: readonly CompileRules[], server: Server): Promise<boolean> {
    for (const { project, severalFrameworks } of homes) {
      if (!severalFrameworks) continue;
      const several = this.#several.get(project) ?? (await this.#probe(project, server));
      this.#several.set(project, several);
      if (several) return true;
    }
    return false;
  }

  /** Whether a project with several frameworks was loaded for more than one of them. */
  async #probe(project: string, server: Server): Promise<boolean> {
    let probed = 0;
    for (const path of this.#sources()) {
      const homes = this.#compiled.homes(path);
      if (
        typeof homes === 'string'
          ? !this.#compiled.above(path).some((each) => each.project === project)
          : homes[0]?.project !== project
      )
        continue;
      const copies = await copiesOf(path, server);
      if (copies > 0) return copies > 1;
      probed += 1;
      if (probed === mostProbed) break;
    }
    return true;
  }
}

const outlineOf = (path: string, { client, options }: Server): Promise<DocumentSymbol[] | null> =>
  client.request<DocumentSymbol[] | null>('textDocument/documentSymbol', { textDocument: { uri: uriOf(path) } }, options);

/** How often the server has a file: the name search lists each declaration so often. 0 where that cannot be told. */
async function copiesOf(path: string, server: Server): Promise<number> {
  const { client, adapter, options } = server;
  const declarations = declarationsOf((await outlineOf(path, server)) ?? [], path, [], adapter);
  const [longest] = declarations.toSorted((a, b) => b.name.length - a.name.length);
  if (longest === undefined) return 0;
  const hits = (await client.request<SymbolInformation[] | null>('workspace/symbol', { query: longest.name }, options)) ?? [];
  if (hits.length >= adapter.nameSearchCap) return 0;
  return hits.filter(({ location }) => {
    return pathOf(location.uri) === path && comparePlaces({ path, ...fromLsp(location.range.start) }, longest.place) === 0;
  }).length;
}
