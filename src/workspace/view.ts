/** The code as one call sees it: a snapshot, its text, and questions to the language server that end with the call. */
import { basename, dirname, resolve, sep } from 'node:path';
import type { DocumentSymbol } from 'vscode-languageserver-protocol';
import type { ProjectFacts } from '../dotnet/facts.ts';
import type { LspClient, RequestOptions } from '../lsp/client.ts';
import { isInside } from '../machine.ts';
import type { Place } from '../model/places.ts';
import { type LoadProblem, Problem, resolveExternally, revise } from '../model/problem.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Ask, Asking, MetadataSource, ServerAdapter } from '../servers/server.ts';
import type { Exclusion } from './disk/exclusions.ts';
import type { LoadedFrameworks } from './load/frameworks.ts';
import { type Declaration, declarationsOf } from './symbols/outline.ts';
import { pathOf, shownPath, toLsp, uriOf } from './places.ts';
import type { Answers } from './memory.ts';
import type { KeptProblems } from './problems/kept.ts';
import type { CallScope } from './scope.ts';
import { type SourceText, type Texts, withoutText } from './text/text.ts';
import type { Words } from './text/words.ts';

export interface ViewOptions {
  readonly root: string;
  readonly snapshot: Snapshot;
  readonly client: LspClient;
  readonly adapter: ServerAdapter;
  readonly texts: Texts;
  readonly outlines: Outlines;
  /** What excludes an absolute path from the bridge's own work, or undefined. */
  readonly excluded: (path: string) => Exclusion | undefined;
  /** Absolute paths of the source files that are in step with the disk. */
  readonly sources: () => readonly string[];
  /** See View.facts. */
  readonly facts: () => Promise<ProjectFacts>;
  /** Absolute paths of these and of all other files whose text may mention a symbol. */
  readonly mentioning: () => readonly string[];
  /** Absolute paths of the loaded projects. */
  readonly projects: readonly string[];
  readonly words: Words;
  /** What other calls have found out about the same snapshot; calls add to it. */
  readonly answers: Answers;
  /** Symbols of this load whose uses were asked until two answers agreed; calls add to it. */
  readonly confirmed: Set<string>;
  /** What went wrong with the load. */
  readonly problems: readonly LoadProblem[];
  /** See View.kept. */
  readonly kept: KeptProblems;
  /** See View.frameworks. */
  readonly frameworks: LoadedFrameworks | undefined;
  /** See View.under. */
  readonly under: (framework: string) => Promise<View>;
  readonly scope: CallScope;
  /** Milliseconds for one request. */
  readonly requestTimeout: number;
}

/** A position in a document, as LSP has it. */
export interface PlaceParams {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

/** Outlines by the text of their file; of one load, because another one may compile other code. */
export type Outlines = WeakMap<SourceText, readonly Declaration[]>;

export class View {
  readonly root: string;
  readonly snapshot: Snapshot;
  readonly adapter: ServerAdapter;
  readonly confirmed: Set<string>;
  /** What earlier calls have found out about problems in the code, of this snapshot and others. */
  readonly kept: KeptProblems;
  /** Ends with the call. */
  readonly signal: AbortSignal;
  /** What went wrong with the load. */
  readonly loadProblems: readonly LoadProblem[];
  /** Absent where the language server answers for all target frameworks by itself. */
  readonly frameworks: LoadedFrameworks | undefined;
  readonly #options: ViewOptions;
  readonly #under = new Map<string, Promise<View>>();
  readonly #texts = new Map<string, Promise<SourceText>>();
  readonly #exclusions = new Map<string, Exclusion | undefined>();

  constructor(options: ViewOptions) {
    this.root = options.root;
    this.snapshot = options.snapshot;
    this.adapter = options.adapter;
    this.confirmed = options.confirmed;
    this.kept = options.kept;
    this.signal = options.scope.signal;
    this.loadProblems = options.problems;
    this.frameworks = options.frameworks;
    this.#options = options;
  }

  /** Asks the language server, once a snapshot: for small answers that many calls need. */
  ask<Result>(method: string, params: unknown): Promise<Result> {
    const ask = (): Promise<Result> => this.request<Result>(method, params);
    return this.once(`${method} ${JSON.stringify(params)}`, ask, (answer) => (Array.isArray(answer) ? answer.length + 1 : 10));
  }

  /** What a call finds out, once a snapshot; kept for those that follow, such as the next page. See Answers.once. */
  once<T>(question: string, make: () => Promise<T>, weigh: (answer: T) => number | undefined): Promise<T> {
    return this.#options.answers.once(question, make, weigh);
  }

  /**
   * The same code with all projects under a framework that have it, from a server that is started for it. Rejects as
   * Session.ready does: `workspace_loading` when the patience of the call ends first.
   */
  under(framework: string): Promise<View> {
    const view = this.#under.get(framework) ?? this.#options.under(framework);
    this.#under.set(framework, view);
    return view;
  }

  /** The decompiled text behind a location in an assembly, where the server gives it. */
  metadata(uri: string): Promise<MetadataSource | undefined> {
    return this.adapter.metadata(uri, (method, params) => this.request(method, params));
  }

  /** What excludes a path (absolute, or relative to the root), or undefined. */
  excluded(path: string): Exclusion | undefined {
    if (!this.#exclusions.has(path)) this.#exclusions.set(path, this.#options.excluded(resolve(this.root, path)));
    return this.#exclusions.get(path);
  }

  /** Projects (absolute paths) that did not load completely. */
  failedProjects(): string[] {
    return [...new Set(this.#options.problems.flatMap(({ severity, project }) => (severity === 'Error' ? (project ?? []) : [])))];
  }

  /**
   * Whether a path (as answers show it) lies in the folder of a loaded project, which is given by name or path. Throws
   * `invalid_arguments` where no project is meant.
   */
  inProject(project: string): (shown: string) => boolean {
    const wanted = project.replaceAll('\\', '/').replace(/\.csproj$/i, '');
    const plain = (path: string): string => shownPath(this.root, path).replace(/\.csproj$/i, '');
    const found = this.#options.projects.filter((path) => plain(path) === wanted || basename(plain(path)) === wanted);
    if (found.length === 0) {
      throw new Problem('invalid_arguments', `no loaded project is '${project}'`, {
        continuation: revise('Give the name or the path of a project; lsp with action=status lists them.'),
      });
    }
    return (shown) => found.some((path) => isInside(dirname(path), resolve(this.root, shown)));
  }

  /** The project in whose folder a path (as answers show it) lies, the innermost, as answers show it; undefined for none. */
  projectOf(shown: string): string | undefined {
    const path = resolve(this.root, shown);
    const around = this.#options.projects.filter((project) => path.startsWith(`${dirname(project)}${sep}`));
    const [innermost] = around.sort((a, b) => dirname(b).length - dirname(a).length);
    return innermost === undefined ? undefined : shownPath(this.root, innermost);
  }

  /** The words of the source files and of other files that may mention what they declare, in step with the disk. */
  async words(): Promise<Words> {
    const { words, mentioning, texts } = this.#options;
    await words.update(mentioning(), (path) => texts.readable(path));
    return words;
  }

  /** Source files as answers show them, also outside of the root, and not in excluded folders; `holding` is a part of their paths. */
  *sources(holding = ''): Generator<string> {
    for (const path of this.#options.sources()) if (path.includes(holding)) yield shownPath(this.root, path);
  }

  /**
   * What MSBuild says of the loaded projects, as the disk is now. Whoever asks first waits for an evaluation (a second, and
   * a tenth for each project); rejects where nothing is known.
   */
  facts(): Promise<ProjectFacts> {
    return this.#options.facts();
  }

  /** The parameters of a request about a place. */
  at(place: Place): PlaceParams {
    return { textDocument: { uri: uriOf(resolve(this.root, place.path)) }, position: toLsp(place) };
  }

  /** Asks the language server; rejects as LspClient.request does. */
  async request<Result>(method: string, params: unknown, timeout = this.#options.requestTimeout): Promise<Result> {
    const { client, scope } = this.#options;
    try {
      const ask: Ask = (...asked) => client.request(...asked, { signal: scope.soon, timeout });
      return await ((this.adapter.asked?.(method, params, ask) ?? ask(method, params)) as Promise<Result>);
    } catch (error) {
      throw error instanceof Problem && error.code === 'server_failed' ? this.#withHelp(error) : error;
    }
  }

  /** How questions about problems reach the server; with `lasting` for work that goes on when the call has ended. */
  asking(lasting?: RequestOptions): Asking {
    const { client, scope } = this.#options;
    const request: Ask = (...asked) => (lasting === undefined ? this.request(...asked) : client.request(...asked, lasting));
    return {
      request,
      documents: client.documents,
      signal: lasting?.signal ?? scope.soon,
      text: async (uri) => (await this.text(pathOf(uri) ?? uri)).text,
    };
  }

  /** Tells the language server; rejects as LspClient.notify does. Not bound to the call, since what was begun is to be ended. */
  notify(method: string, params: unknown): Promise<void> {
    return this.#options.client.notify(method, params);
  }

  /** A server that throws where a generator is missing does not say so. */
  #withHelp(problem: Problem): Problem {
    const known = this.#options.problems.find(({ id }) => id === 'generator_not_built');
    if (known === undefined) return problem;
    return new Problem(problem.code, problem.message, { continuation: resolveExternally(known.message), cause: problem });
  }

  /** The text of a file by its absolute path; rejects as Texts.read does, or with the reason of the signal. */
  text(path: string): Promise<SourceText> {
    // A search through thousands of files must not go on, and keep what has changed from being taken in.
    if (this.signal.aborted) return Promise.reject(this.signal.reason);
    // Once a call: the file is the same for all of it, and an answer may show hundreds of its lines.
    const known = this.#texts.get(path) ?? this.#options.texts.read(path, shownPath(this.root, path));
    this.#texts.set(path, known);
    return known;
  }

  /** The text of a file (as answers show it), or undefined where it cannot be read: that costs its text, not the answer. */
  readable(shown: string): Promise<SourceText | undefined> {
    return this.text(resolve(this.root, shown)).catch(withoutText);
  }

  /** The line of a place, or undefined where it cannot be read. */
  async lineAt(place: Place): Promise<string | undefined> {
    return (await this.readable(place.path))?.lines[place.line - 1];
  }

  /** What a file declares, or undefined where the file belongs to no loaded project. */
  async outline(path: string): Promise<readonly Declaration[] | undefined> {
    // A file that cannot be decoded declares what it declares all the same; only its text is not known.
    const source = await this.text(path).catch(withoutText);
    const cached = source === undefined ? undefined : this.#options.outlines.get(source);
    if (cached !== undefined) return cached;
    const symbols = await this.request<DocumentSymbol[] | null>('textDocument/documentSymbol', {
      textDocument: { uri: uriOf(path) },
    });
    if (symbols === null || symbols.length === 0) return undefined;
    const declarations = declarationsOf(symbols, shownPath(this.root, path), source?.lines ?? [], this.adapter);
    if (source !== undefined) this.#options.outlines.set(source, declarations);
    return declarations;
  }
}
