/** One csharp-ls with one target framework a project: a process, its load, its answers. It gets only what it bears. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { type CancellationToken, type MessageConnection, createMessageConnection } from 'vscode-jsonrpc/node';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import type { Diagnostic, WorkspaceFullDocumentDiagnosticReport as Report } from 'vscode-languageserver-protocol';

import { capabilities } from '../../src/servers/csharp-ls/capabilities.ts';
import { pathOf as fileOf } from '../../src/workspace/places.ts';

export interface Start {
  readonly csharpLs: string;
  readonly solution: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The framework of each project that has several. */
  readonly frameworks: ReadonlyMap<string, string>;
  /** Hears the notifications of the load. */
  readonly heard: (method: string, params: unknown) => void;
}

export const uriOf = (path: string): string => pathToFileURL(path).href;

/** The path of a file's URI, also as csharp-ls writes it, with blanks and letters beyond ASCII as they are. */
export const pathOf = (uri: string): string => fileOf(uri) ?? uri;

export class Inner {
  readonly frameworks: ReadonlyMap<string, string>;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #connection: MessageConnection;
  #analyzers = false;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor({ csharpLs, solution, env, frameworks, heard }: Start) {
    this.frameworks = frameworks;
    // In the working folder of this process: .NET looks for its programs in that first, and the workspace may hold some.
    this.#child = spawn(csharpLs, ['-s', solution], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    process.on('exit', () => this.#child.kill('SIGKILL'));
    const { stdin, stdout } = this.#child;
    this.#connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.#connection.onRequest((method: string, params: unknown) =>
      method === 'workspace/configuration'
        ? (params as { readonly items: readonly unknown[] }).items.map(() => ({ useMetadataUris: true }))
        : null,
    );
    this.#connection.onNotification((method: string, params: unknown) => heard(method, params));
    this.#connection.onUnhandledProgress((params) => heard('$/progress', params));
    this.#connection.listen();
  }

  /** Resolves when the solution is loaded. */
  static async start(start: Start): Promise<Inner> {
    const inner = new Inner(start);
    const uri = uriOf(start.root);
    const workspaceFolders = [{ uri, name: 'root' }];
    await inner.request('initialize', { processId: process.pid, rootUri: uri, workspaceFolders, capabilities });
    await inner.notify('initialized', {});
    await inner.request('workspace/symbol', { query: '\u0001' });
    return inner;
  }

  request<Result>(method: string, params: unknown, token?: CancellationToken): Promise<Result> {
    // An absent token would count as one more parameter.
    return this.#connection.sendRequest<Result>(method, params, ...(token === undefined ? [] : [token]));
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.#connection.sendNotification(method, params);
  }

  /** Of one file; undefined where it is not this server's, or that of several projects. */
  async pull(uri: string, analyzers: boolean, token?: CancellationToken): Promise<readonly Diagnostic[] | undefined> {
    const ask = (): Promise<Partial<Report>> => this.request('textDocument/diagnostic', { textDocument: { uri } }, token);
    const { resultId, items } = await this.#while(analyzers, ask);
    return resultId === undefined ? undefined : items;
  }

  /** What the compiler says of these files (paths), once for each project that has one, and of all others with problems. */
  async everything(paths: readonly string[], token?: CancellationToken): Promise<readonly Report[]> {
    // It finds a URI only as .NET's Uri.ToString writes it.
    const written = (path: string): string => decodeURI(uriOf(path).replaceAll(/%(?=23|25|3F)/gi, '%25'));
    const previousResultIds = paths.map((path) => ({ uri: written(path), value: '?' }));
    const ask = (): Promise<{ items: Report[] }> => this.request('workspace/diagnostic', { previousResultIds }, token);
    return (await this.#while(false, ask)).items;
  }

  /** Ends at once: it has nothing to lose. */
  end(): void {
    this.#child.kill('SIGKILL');
    this.#connection.dispose();
  }

  /** Analyzers are switched for the whole server, so one question about problems follows the other. */
  #while<T>(analyzers: boolean, body: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => {
      const settings = { csharp: { analyzersEnabled: analyzers } };
      if (analyzers !== this.#analyzers) await this.notify('workspace/didChangeConfiguration', { settings });
      this.#analyzers = analyzers;
      return await body();
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
