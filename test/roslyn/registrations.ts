/** What the server registers with its client, in requests that are all to be answered. */
import { randomUUID } from 'node:crypto';
import type { Conversation } from './conversation.ts';

/** Where problems come from; those of the last three are of the whole workspace. */
export const identifiers = [
  'syntax',
  'DocumentCompilerSemantic',
  'DocumentAnalyzerSyntax',
  'DocumentAnalyzerSemantic',
  'NonLocal',
  'XamlDiagnostics',
  'WorkspaceDocumentsAndProject',
  'enc',
  'HotReloadDiagnostics',
];

/** The wire shape of a client's capabilities, as far as it matters here. */
export interface Capabilities {
  readonly workspace?: {
    readonly configuration?: boolean;
    readonly didChangeWatchedFiles?: { readonly dynamicRegistration?: boolean; readonly relativePatternSupport?: boolean };
    readonly diagnostics?: { readonly refreshSupport?: boolean };
  };
  readonly textDocument?: { readonly diagnostic?: { readonly dynamicRegistration?: boolean } };
  readonly window?: { readonly workDoneProgress?: boolean };
}

const watchers = 120;

export class Registrations {
  readonly #conversation: Conversation;
  readonly #capabilities: Capabilities;
  readonly #folder: string;
  #watched = 0;

  constructor(conversation: Conversation, capabilities: Capabilities, folder: string) {
    this.#conversation = conversation;
    this.#capabilities = capabilities;
    this.#folder = folder;
  }

  /** All that is registered at `initialized`. */
  begin(): void {
    if (this.#capabilities.textDocument?.diagnostic?.dynamicRegistration === true) this.#diagnostics();
    if (this.#capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) {
      this.#conversation.log('[LspFileChangeWatcher] The client does not watch files; watching them in process');
      return;
    }
    for (let at = this.#conversation.on('manyWatchers') ? watchers / 2 : 3; at > 0; at -= 1) this.more();
  }

  /** One watcher more, while there are any. */
  more(): void {
    if (this.#watched >= (this.#conversation.on('manyWatchers') ? watchers : 3)) return;
    if (this.#capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
    const patterns = ['**/*{.cs,.cshtml,.razor}', '*.csproj', 'project.assets.json', `Reference${this.#watched}.dll`];
    const pattern = patterns[Math.min(this.#watched, patterns.length - 1)] ?? '';
    const relative = this.#capabilities.workspace.didChangeWatchedFiles.relativePatternSupport === true;
    const globPattern = relative ? { baseUri: this.#folder, pattern } : `${this.#folder}/${pattern}`;
    this.#watched += 1;
    this.#register([{ method: 'workspace/didChangeWatchedFiles', registerOptions: { watchers: [{ globPattern, kind: 7 }] } }]);
  }

  #diagnostics(): void {
    const named = identifiers.map((identifier, at) => {
      return { identifier, interFileDependencies: true, workspaceDiagnostics: at >= identifiers.length - 3 };
    });
    const unnamed = {
      documentSelector: [{ language: 'aspnetcorerazor' }],
      interFileDependencies: true,
      workspaceDiagnostics: false,
    };
    const all = this.#conversation.on('tenRegistrations') ? [...named, unnamed] : named.slice(0, 2);
    const registrations = all
      .map((registerOptions) => ({ registerOptions, order: this.#conversation.random.below(1_000_000) }))
      .sort((a, b) => a.order - b.order);
    this.#register(registrations.map(({ registerOptions }) => ({ method: 'textDocument/diagnostic', registerOptions })));
  }

  #register(registrations: readonly { readonly method: string; readonly registerOptions: unknown }[]): void {
    const params = { registrations: registrations.map((each) => ({ id: randomUUID(), ...each })) };
    void this.#conversation.ask('client/registerCapability', params).then((reply) => {
      if ('error' in reply) this.#conversation.offence(`client/registerCapability failed: ${reply.error.message}`);
    });
  }
}

/** Requests that nobody knows, and that are to be answered so. */
export function askUnknown(conversation: Conversation): void {
  if (!conversation.on('asksUnknown')) return;
  for (const method of ['workspace/_strict_unheardOf', 'textDocument/_strict_unheardOf']) {
    void conversation.ask(method, { 數: 'é🚀' }).then((reply) => {
      const right = 'error' in reply && reply.error.code === -32601;
      if (!right) conversation.offence(`${method} was answered with ${JSON.stringify(reply)} and not with -32601`);
    });
  }
}
