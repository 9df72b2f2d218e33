/** The conversation: what is open, what has changed, and when it is taken in. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CancellationToken, ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import { slnxOf } from '../../src/dotnet/solution.ts';
import { type Params, answersOf } from './answers.ts';
import { pathOf, uriOf } from './inner.ts';
import { Solution } from './solution.ts';
import { Elsewhere, md5 } from './wording.ts';

/** Milliseconds after which an event is taken in. */
const gathering = 300;
const nothing = { 'textDocument/documentSymbol': null, 'textDocument/hover': null } as const;

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
  readonly #answers = answersOf({ open: this.#open, elsewhere: this.#elsewhere, news: (token) => this.#untilNews(token) });

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

  async #untilNews(token: CancellationToken): Promise<void> {
    while (!this.#news && !token.isCancellationRequested) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        token.onCancellationRequested(() => resolve());
      });
    }
    this.#news = false;
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
}

/** Failures of projects as its own loader tells of them; all else is the type that it has for chatter. */
function logged(params: unknown): unknown {
  const { message } = params as { readonly message: string };
  const [, text = '', path] = /\[Failure\] ([^]*?'(\/[^']*\.csproj)'[^]*)/.exec(message) ?? [];
  if (path === undefined || / was resolved instead\.\s*$/.test(text)) return { type: 5, message };
  return { type: 1, message: `[LanguageServer.LanguageServerProjectLoader] Error while loading ${path}: ${text}` };
}
