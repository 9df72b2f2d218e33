/** The conversation: what is open, what has changed, when it is taken in, and the answers of every csharp-ls joined. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CancellationToken, ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import type { Diagnostic, DocumentSymbol, Location, SymbolInformation } from 'vscode-languageserver-protocol';
import { slnxOf } from '../../src/dotnet/solution.ts';
import { declaredName } from '../../src/servers/csharp-ls/names.ts';
import { pathOf, uriOf } from './inner.ts';
import { type Seat, Solution, textOf } from './solution.ts';
import { Elsewhere, containerText, contextId, hit, md5, outlined } from './wording.ts';

/** Milliseconds after which an event is taken in. */
const gathering = 300;
/** csharp-ls gives no more hits. */
const cap = 100;
const nothing = { 'textDocument/documentSymbol': null, 'textDocument/hover': null } as const;

interface Params {
  readonly textDocument: {
    readonly uri: string;
    readonly text?: string;
    readonly _vs_projectContext?: { readonly _vs_id: string };
  };
  readonly contentChanges?: readonly { readonly text: string }[];
}

export class Server {
  readonly #connection: MessageConnection;
  readonly #csharpLs: string;
  readonly #punish: (what: string) => never;
  readonly #folder = mkdtempSync(join(tmpdir(), 'dialect-'));
  readonly #elsewhere = new Elsewhere(
    join(tmpdir(), 'MetadataAsSource', md5(this.#folder), 'DecompilationMetadataAsSourceFileProvider'),
  );
  /** The texts of the open documents, by path. */
  readonly #open = new Map<string, string>();
  #root = '';
  #path = '';
  #solution: Solution | undefined;
  /** What changes the code is done one after the other, and before what was asked after it. */
  #turn: Promise<void> = Promise.resolve();
  /** Something has changed since the last pull of the workspace. */
  #news = true;
  #wake: () => void = () => undefined;

  constructor(connection: MessageConnection, csharpLs: string, punish: (what: string) => never) {
    [this.#connection, this.#csharpLs, this.#punish] = [connection, csharpLs, punish];
    process.on('exit', () => rmSync(this.#folder, { recursive: true, force: true }));
  }

  listen(): void {
    this.#connection.onRequest((method: string, params: unknown, token: CancellationToken) => this.#asked(method, params, token));
    this.#connection.onNotification((method: string, params: unknown) => this.#told(method, params));
    this.#connection.listen();
  }

  #told(method: string, params: unknown): void {
    if (method === 'exit') process.exit(0);
    else if (method === 'initialized') void this.#introduce();
    else if (method === 'solution/open') this.#load((params as { solution: string }).solution);
    else if (method === 'project/open') this.#load(this.#written((params as { projects: string[] }).projects));
    else if (method.startsWith('textDocument/did')) this.#document(method, params as Params);
    else if (method === 'workspace/didChangeWatchedFiles') {
      const { changes } = params as { changes: { uri: string; type: number }[] };
      setTimeout(
        () => this.#change(() => this.#takeIn(changes.map(({ uri, type }) => ({ path: pathOf(uri), type })))),
        gathering,
      );
    }
  }

  /** Two requests for configuration, ten registrations, and some watchers; the load waits for all of them. */
  async #introduce(): Promise<void> {
    const registered = [
      'syntax',
      'DocumentCompilerSemantic',
      'DocumentAnalyzerSemantic',
      'WorkspaceDocumentsAndProject',
      undefined,
    ];
    const registrations = registered.map((identifier, at) => ({
      id: `d${at}`,
      method: 'textDocument/diagnostic',
      registerOptions: { identifier, interFileDependencies: true, workspaceDiagnostics: at === 3 },
    }));
    const watcher = { globPattern: { baseUri: uriOf(this.#root), pattern: '**/*.cs' } };
    const watching = (at: number) => [
      { id: `w${at}`, method: 'workspace/didChangeWatchedFiles', registerOptions: { watchers: [watcher] } },
    ];
    const items = (count: number) => Array.from({ length: count }, (_, at) => ({ section: `csharp|section_${at}` }));
    const asking = async (count: number): Promise<void> => {
      const answer: unknown = await this.#connection.sendRequest('workspace/configuration', { items: items(count) });
      if (!Array.isArray(answer) || answer.length !== count) this.#punish(`${count} items were asked for`);
    };
    this.#change(async () => {
      await Promise.all([asking(75), asking(5), this.#connection.sendRequest('client/registerCapability', { registrations })]);
      for (let at = 0; at < 20; at += 1) {
        await this.#connection.sendRequest('client/registerCapability', { registrations: watching(at) });
      }
    });
  }

  #written(projects: readonly string[]): string {
    const path = join(this.#folder, 'opened.slnx');
    writeFileSync(path, slnxOf(projects.map(pathOf)));
    return uriOf(path);
  }

  #load(uri: string): void {
    this.#path = pathOf(uri);
    this.#change(async () => {
      await this.#start();
      await this.#connection.sendNotification('workspace/projectInitializationComplete');
    });
  }

  /** Loads, or loads again, with what is open as it is. */
  async #start(): Promise<void> {
    this.#solution?.end();
    const heard = (method: string, params: unknown): void =>
      void this.#connection.sendNotification(method, method === 'window/logMessage' ? logged(params) : params);
    const place = { csharpLs: this.#csharpLs, root: this.#root, folder: this.#folder, heard };
    this.#solution = await Solution.load(this.#path, place);
    for (const [path, text] of this.#open) await this.#solution.settle(path, text);
  }

  #change(work: () => Promise<void>): void {
    this.#turn = this.#turn
      .then(work)
      .then(() => {
        this.#news = true;
        this.#wake();
      })
      .catch((error: unknown) => this.#punish(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  }

  #document(method: string, { textDocument, contentChanges }: Params): void {
    const path = pathOf(textDocument.uri);
    const isOpen = this.#open.has(path);
    if (isOpen === (method === 'textDocument/didOpen'))
      this.#punish(`${method} of ${path}, which is ${isOpen ? '' : 'not '}open`);
    const text = textDocument.text ?? contentChanges?.at(-1)?.text;
    if (text === undefined) this.#open.delete(path);
    else this.#open.set(path, text);
    this.#change(async () => {
      if ((await this.#solution?.settle(path, text)) === false) await this.#start();
    });
  }

  /** A file that has come or gone counts once its project is said to have changed. */
  async #takeIn(changes: readonly { readonly path: string; readonly type: number }[]): Promise<void> {
    if (this.#solution === undefined) return;
    const projects = changes.flatMap(({ path }) => (path.endsWith('.csproj') ? [path] : []));
    if (projects.length > 0 && !(await this.#solution.takeIn(projects))) return await this.#start();
    for (const { path, type } of changes) {
      if (type !== 2 || this.#open.has(path) || !path.endsWith('.cs')) continue;
      if (!(await this.#solution.settle(path, undefined))) return await this.#start();
    }
  }

  async #asked(method: string, params: unknown, token: CancellationToken): Promise<unknown> {
    if (method === 'initialize') return this.#initialize(params as { workspaceFolders: { uri: string }[] });
    if (method === 'shutdown') return null;
    const answer = this.#answers[method];
    if (answer === undefined) return new ResponseError(ErrorCodes.MethodNotFound, `No method by the name '${method}' is found.`);
    if (this.#solution !== undefined) await this.#turn;
    if (this.#solution === undefined) return method in nothing ? null : method === 'workspace/diagnostic' ? { items: [] } : [];
    return await answer(this.#solution, params as Params, token);
  }

  #initialize({ workspaceFolders: [folder] }: { workspaceFolders: { uri: string }[] }): unknown {
    this.#root = pathOf(folder?.uri ?? this.#punish('no workspace folder'));
    const capabilities = {
      textDocumentSync: { openClose: true, change: 2 },
      referencesProvider: true,
      workspaceSymbolProvider: true,
    };
    return { capabilities, serverInfo: { name: 'CSharpVisualBasicLanguageServerFactory' }, _roslyn_processId: process.pid };
  }

  readonly #answers: Record<string, (solution: Solution, params: Params, token: CancellationToken) => Promise<unknown>> = {
    'workspace/symbol': (solution, params) => symbols(solution, (params as unknown as { query: string }).query),
    'textDocument/documentSymbol': async (solution, { textDocument }) => {
      const path = pathOf(textDocument.uri);
      const seat = seatOf(solution, textDocument);
      const found = await seat?.inner.request<DocumentSymbol[] | null>('textDocument/documentSymbol', {
        textDocument: { uri: uriOf(path) },
      });
      return found == null ? null : outlined(found, linesOf(this.#open.get(path) ?? textOf(path)));
    },
    'textDocument/hover': async (solution, params, token) =>
      (await seatOf(solution, params.textDocument)?.inner.request('textDocument/hover', plain(params), token)) ?? null,
    'textDocument/definition': async (solution, params, token) => {
      const inner = seatOf(solution, params.textDocument)?.inner;
      const found = await inner?.request<Location | Location[] | null>('textDocument/definition', plain(params), token);
      if (inner === undefined || found == null) return [];
      return await Promise.all([found].flat().map((location) => this.#elsewhere.placeOf(location, inner)));
    },
    'textDocument/references': async (solution, params, token) => {
      const method = 'textDocument/references';
      const seat = seatOf(solution, params.textDocument);
      const first = await seat?.inner.request<Location[] | null>(method, plain(params), token);
      if (first == null) return null;
      // A symbol is the same one under every framework.
      const others = solution.inners.filter((inner) => inner !== seat?.inner);
      const more = await Promise.all(others.map((inner) => inner.request<Location[] | null>(method, plain(params), token)));
      const all = [first, ...more].flatMap((each) => each ?? []);
      return [
        ...new Map(
          all.map(({ uri, range }) => [JSON.stringify([pathOf(uri), range]), { uri: uriOf(pathOf(uri)), range }]),
        ).values(),
      ];
    },
    'textDocument/_vs_getProjectContexts': (solution, params) => {
      const { uri } = (params as unknown as { _vs_textDocument: { uri: string } })._vs_textDocument;
      const path = pathOf(uri);
      const context = (label: string, lost: boolean) => ({
        _vs_label: label,
        _vs_id: contextId(label),
        _vs_kind: 2,
        _vs_is_miscellaneous: lost,
      });
      const seats = solution.contexts(path).map(({ label }) => context(label, false));
      const all = seats.length === 0 && this.#open.has(path) ? [context('Miscellaneous Files', true)] : seats;
      return Promise.resolve(all.length === 0 ? null : { _vs_projectContexts: all, _vs_defaultIndex: 0, _vs_key: path });
    },
    'textDocument/diagnostic': async (solution, { textDocument }, token) => {
      const path = pathOf(textDocument.uri);
      const seat = this.#open.has(path) ? seatOf(solution, textDocument) : undefined;
      return { kind: 'full', items: seat === undefined ? [] : await problemsIn(seat, path, token) };
    },
    'workspace/diagnostic': async (solution, params, token) => {
      while (!this.#news && !token.isCancellationRequested) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          token.onCancellationRequested(() => resolve());
        });
      }
      this.#news = false;
      const { previousResultIds } = params as unknown as { previousResultIds: { uri: string }[] };
      const named = new Set(previousResultIds.map(({ uri }) => pathOf(uri)));
      const items = await Promise.all(solution.seats.map((seat) => problemsOf(seat, named, token)));
      return { items: items.flat().filter(({ uri }) => !this.#open.has(pathOf(uri))) };
    },
    'workspace/textDocumentContent': (_solution, params) => {
      const text = this.#elsewhere.textOf((params as unknown as { uri: string }).uri);
      return Promise.resolve(text === undefined ? null : { text });
    },
  };
}

/** Failures of projects as its own loader tells of them; all else is the type that it has for chatter. */
function logged(params: unknown): unknown {
  const { message } = params as { readonly message: string };
  const [, text = '', path] = /\[Failure\] ([^]*?'(\/[^']*\.csproj)'[^]*)/.exec(message) ?? [];
  if (path === undefined || / was resolved instead\.\s*$/.test(text)) return { type: 5, message };
  return { type: 1, message: `[LanguageServer.LanguageServerProjectLoader] Error while loading ${path}: ${text}` };
}

/** The one that is pinned, else the first. */
function seatOf(solution: Solution, { uri, _vs_projectContext: pinned }: Params['textDocument']): Seat | undefined {
  const seats = solution.contexts(pathOf(uri));
  return pinned === undefined ? seats[0] : seats.find(({ label }) => contextId(label) === pinned._vs_id);
}

/** Without what only this protocol knows. */
function plain(params: Params): object {
  return { ...params, textDocument: { uri: uriOf(pathOf(params.textDocument.uri)) } };
}

/** Unused fields and the like, which a look at one document does not show. */
const ofProjects = /^CS(?:0067|0169|0414|0649)$/;

/** csharp-ls knows a file of several projects only where it tells of everything. */
async function problemsIn({ inner }: Seat, path: string, token: CancellationToken): Promise<readonly Diagnostic[]> {
  const everything = async () => (await inner.everything([path], token)).filter(({ uri }) => pathOf(uri) === path);
  const items = (await inner.pull(uriOf(path), true, token)) ?? (await everything()).flatMap((each) => each.items);
  return items.filter(({ code }) => !ofProjects.test(String(code)));
}

interface Report {
  readonly kind: 'full';
  readonly uri: string;
  readonly resultId: string;
  readonly items: readonly Diagnostic[];
}

/** csharp-ls drops whole projects; those are asked about file by file. */
async function problemsOf(
  { inner, files, label }: Seat,
  named: ReadonlySet<string>,
  token: CancellationToken,
): Promise<Report[]> {
  const report = (path: string, items: readonly Diagnostic[]): Report => ({
    kind: 'full',
    uri: uriOf(path),
    resultId: label,
    items,
  });
  const told = (await inner.everything([...files], token)).filter(({ uri }) => files.has(pathOf(uri)));
  const singly = told.length > 0 ? [] : [...files];
  // It fails about a file with a problem that `#line` puts elsewhere, and what it would say is lost.
  const alone = async (path: string): Promise<readonly Diagnostic[]> =>
    (await inner.pull(uriOf(path), false, token).catch((error: unknown) => void process.stderr.write(`${String(error)}\n`))) ??
    [];
  const reports = [
    ...told.map(({ uri, items }) => report(pathOf(uri), items)),
    ...(await Promise.all(singly.map(async (path) => report(path, await alone(path))))),
  ];
  return reports.filter(({ uri, items }) => items.length > 0 || named.has(pathOf(uri)));
}

/** Every hit once, whatever frameworks have it; where csharp-ls cuts off, what the outlines of all files with the word have. */
async function symbols(solution: Solution, query: string): Promise<readonly SymbolInformation[]> {
  const found = new Map<string, SymbolInformation>();
  const add = (each: SymbolInformation): void => void found.set(JSON.stringify([each.location, each.name]), each);
  for (const inner of solution.inners) {
    const hits = (await inner.request<SymbolInformation[] | null>('workspace/symbol', { query })) ?? [];
    for (const each of hits) {
      const path = pathOf(each.location.uri);
      add(hit(each, solution.contexts(path)[0]?.label ?? '', linesOf(textOf(path))));
    }
    if (hits.length < cap) continue;
    const files = new Map(solution.seats.flatMap(({ files: all, label }) => [...all].map((path) => [path, label] as const)));
    for (const [path, label] of files) {
      if (textOf(path)?.includes(query) !== true) continue;
      const nodes = await inner.request<DocumentSymbol[] | null>('textDocument/documentSymbol', {
        textDocument: { uri: uriOf(path) },
      });
      for (const each of namedIn(nodes ?? [], query)) add(outlinedHit(each, path, label));
    }
  }
  return [...found.values()];
}

interface Declared {
  readonly node: DocumentSymbol;
  readonly around: readonly string[];
}

function namedIn(nodes: readonly DocumentSymbol[], query: string, around: readonly string[] = []): Declared[] {
  return nodes.flatMap((node) => {
    const isType = [5, 10, 11, 23].includes(node.kind);
    const own = node.kind !== 1 && node.kind !== 3 && declaredName(node).name.toLowerCase().includes(query.toLowerCase());
    const below = namedIn(node.children ?? [], query, isType ? [...around, declaredName(node).name] : around);
    return own ? [{ node, around }, ...below] : below;
  });
}

function outlinedHit({ node, around }: Declared, path: string, label: string): SymbolInformation {
  const { name } = declaredName(node);
  const location = { uri: uriOf(path), range: node.selectionRange };
  return { name: name.replace(/\[\]$/, ''), kind: node.kind, containerName: containerText(around.join('.'), label), location };
}

const linesOf = (text: string | undefined): string[] => (text ?? '').split(/\r\n|[\n\r]/);
