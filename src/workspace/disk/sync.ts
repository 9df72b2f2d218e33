/**
 * What changes on disk mean for a loaded workspace: what the language server is told, or that it has to load again. The
 * rules for a server that does not keep copies in step are those of csharp-ls 0.28.0: an event for a file that it does not
 * have adds the file to the first project around, compiled or not; of a file that it has for several projects it renews
 * none, and for several frameworks the first. Deletion takes the first copy away, and creation brings back one.
 */
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver-protocol';
import type { CompileRules } from '../../dotnet/compile-rules.ts';
import type { LspClient, RequestOptions } from '../../lsp/client.ts';
import type { Ask, DiskChange, ServerAdapter } from '../../servers/server.ts';
import type { Compiled } from './compiled.ts';
import { type FileChange, isSource } from './disk.ts';
import { declarationsOf } from '../symbols/outline.ts';
import { comparePlaces, fromLsp, pathOf, uriOf } from '../places.ts';

export type Consequence =
  /** Some of the changes, to be told to the server. */
  | { readonly kind: 'tell'; readonly changes: readonly DiskChange[] }
  /** Something changed that only a load takes in. */
  | { readonly kind: 'reload'; readonly because: string };

export interface Server {
  readonly client: LspClient;
  readonly adapter: ServerAdapter;
  readonly options: RequestOptions;
}

/** Files of one project that are asked how often the server has them, before it is taken for several times. */
const mostProbed = 5;

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
    const told: DiskChange[] = [];
    for (const change of changes) {
      const concerned = await this.#concerned(change, known.has(change.path), server);
      if (concerned === 'reload') return { kind: 'reload', because: change.path };
      if (concerned !== undefined) told.push({ ...change, projects: concerned.map(({ project }) => project) });
    }
    if (!server.adapter.disk.canTell(server.client, told.length)) return { kind: 'reload', because: `${told.length} files` };
    return { kind: 'tell', changes: told };
  }

  /** The projects that compile a file of which the server can be told; undefined where it does not concern the server. */
  async #concerned(change: FileChange, known: boolean, server: Server): Promise<readonly CompileRules[] | 'reload' | undefined> {
    const homes = known ? this.#compiled.several : this.#compiled.homes(change.path);
    if (homes === 'unknown') return 'reload';
    const keepsCopies = server.adapter.disk.keepsCopies;
    // Of what is gone its project has to be told, too, and nothing but its place says which one that was.
    if (known && keepsCopies) return change.kind === 'changed' ? [] : this.#compiled.above(change.path);
    // Which of its frameworks have a file of some of them, the server knows of those files that it has.
    if (homes === 'varies') return keepsCopies && change.kind === 'changed' ? [] : 'reload';
    if (homes.length === 0 && !known) return undefined;
    if (keepsCopies) return homes;
    const bearable = known || this.#isBearable(change, homes);
    return !bearable || (await this.#isLoadedSeveralTimes(homes, server)) ? 'reload' : homes;
  }

  /**
   * Evaluates where it has to be. Gives the files of which the server itself says that one project compiles them, which is
   * a quicker answer than MSBuild's; or why nothing can be told.
   */
  async #settle(changes: readonly FileChange[], server: Server): Promise<ReadonlySet<string> | string> {
    const known = new Set<string>();
    const open: string[] = [];
    for (const { path, kind } of changes.filter((each) => this.#compiled.homes(each.path) === 'unknown')) {
      if (kind !== 'created' && (await outlineOf(path, server)).length > 0) known.add(path);
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

/** Empty where the server counts the file to no project. */
async function outlineOf(path: string, { client, adapter, options }: Server): Promise<readonly DocumentSymbol[]> {
  const ask: Ask = (method, params) => client.request(method, params, options);
  const [method, params] = ['textDocument/documentSymbol', { textDocument: { uri: uriOf(path) } }] as const;
  return ((await (adapter.asked?.(method, params, ask) ?? ask(method, params))) as DocumentSymbol[] | null) ?? [];
}

/** How often the server has a file: the name search lists each declaration so often. 0 where that cannot be told. */
async function copiesOf(path: string, server: Server): Promise<number> {
  const { client, adapter, options } = server;
  const declarations = declarationsOf(await outlineOf(path, server), path, [], adapter);
  const [longest] = declarations.toSorted((a, b) => b.name.length - a.name.length);
  if (longest === undefined) return 0;
  const hits = (await client.request<SymbolInformation[] | null>('workspace/symbol', { query: longest.name }, options)) ?? [];
  if (hits.length >= adapter.nameSearchCap) return 0;
  return hits.filter(({ location }) => {
    return pathOf(location.uri) === path && comparePlaces({ path, ...fromLsp(location.range.start) }, longest.place) === 0;
  }).length;
}
