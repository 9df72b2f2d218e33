/** The strict fake as a conversation: the order of things, and where each message goes. */
import { pathToFileURL, fileURLToPath } from 'node:url';
import type { Frame } from '../fake/wire.ts';
import { Accidents } from './accidents.ts';
import { answerOf, ignored, lacking, nothing } from './answers.ts';
import { Configuration } from './configuration.ts';
import type { Conversation, Id, Reply } from './conversation.ts';
import { Documents } from './documents.ts';
import { Loader } from './load.ts';
import { helloOf } from './offers.ts';
import { Pulls } from './pulls.ts';
import { Restoring } from './restoring.ts';
import { type Capabilities, Registrations, askUnknown } from './registrations.ts';

/** A message from the client, as far as it is looked at. */
interface Incoming {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: never;
}

interface InitializeParams {
  readonly processId?: number | null;
  readonly workspaceFolders?: readonly { readonly uri: string }[];
  readonly capabilities: Capabilities & Readonly<Record<string, unknown>>;
}

interface NotificationParams {
  readonly textDocument?: object;
  readonly contentChanges?: Parameters<Documents['didChange']>[1];
  readonly changes?: Parameters<Documents['events']>[0];
  readonly id?: Id;
}

/** What was made for a client that has introduced itself. */
interface Parts {
  readonly registrations: Registrations;
  readonly restoring: Restoring;
  readonly loader: Loader;
  readonly pulls: Pulls;
  readonly configure: () => void;
}

export class StrictServer {
  readonly #conversation: Conversation;
  readonly #helper: number | undefined;
  readonly #documents: Documents;
  #parts: Parts | undefined;
  #state: 'started' | 'introduced' | 'running' | 'shut down' = 'started';
  /** Methods that were answered once with -32801. */
  readonly #modified = new Set<string>();
  readonly #accidents: Accidents;

  constructor(conversation: Conversation, helper: number | undefined) {
    this.#conversation = conversation;
    this.#helper = helper;
    this.#documents = new Documents(conversation);
    this.#accidents = new Accidents(conversation);
    process.on('SIGUSR2', () => this.#parts?.loader.poke());
  }

  receive({ header, body }: Frame): void {
    this.#conversation.record.add({ kind: 'received', header, body });
    const message = JSON.parse(body) as Incoming | Incoming[];
    if (Array.isArray(message)) return this.#conversation.offence('a batch of messages');
    const { id, method, params } = message;
    if (method === undefined) return this.#conversation.answered(message);
    if (params !== undefined && Array.isArray(params)) this.#conversation.complain(`${method} with a list of params`);
    if (method === 'exit') return this.#exit();
    this.#insistOnOrder(method);
    if (this.#conversation.isSilent(method)) return;
    if (id === undefined) this.#notified(method, params ?? {});
    else this.#requested(id, method, params ?? {});
  }

  #insistOnOrder(method: string): void {
    const wanted = { started: 'initialize', introduced: 'initialized', running: undefined, 'shut down': 'exit' }[this.#state];
    const out = wanted === undefined ? ['initialize', 'initialized'].includes(method) : method !== wanted;
    if (out) this.#conversation.offence(`${method} came while the server was ${this.#state}`);
  }

  #notified(method: string, params: object): void {
    if (method === 'initialized') {
      this.#state = 'running';
      this.#parts?.configure();
      this.#parts?.registrations.begin();
      askUnknown(this.#conversation);
      return;
    }
    const { textDocument = {}, contentChanges = [], changes = [], id } = params as NotificationParams;
    if (method === 'solution/open') this.#parts?.loader.openSolution(params);
    else if (method === 'project/open') this.#parts?.loader.openProjects(params);
    else if (method === 'textDocument/didOpen') this.#documents.didOpen(textDocument);
    else if (method === 'textDocument/didChange') this.#documents.didChange(textDocument, contentChanges);
    else if (method === 'textDocument/didClose') this.#documents.didClose(textDocument);
    else if (method === 'workspace/didChangeWatchedFiles') this.#events(changes);
    else if (method === 'workspace/didChangeConfiguration') this.#parts?.configure();
    else if (method === '$/cancelRequest') this.#parts?.pulls.cancelled(id ?? 0);
    else if (!ignored.has(method)) this.#conversation.complain(`the notification ${method}, which it does not know`);
  }

  get #isReady(): boolean {
    return this.#parts?.loader.ready === true;
  }

  #events(changes: Parameters<Documents['events']>[0]): void {
    this.#documents.events(changes);
    this.#parts?.restoring.events(changes.map(({ uri }) => fileURLToPath(uri)));
  }

  #requested(id: Id, method: string, params: object): void {
    if (method === 'initialize') return this.#initialize(id, params as InitializeParams);
    if (method === 'shutdown') {
      this.#state = 'shut down';
      return this.#conversation.answer(id, { result: null });
    }
    this.#parts?.registrations.more();
    if (this.#accidents.hangs(method, this.#isReady)) return;
    if (method === 'workspace/diagnostic') return this.#parts?.pulls.workspace(id, params);
    if (method === 'workspace/_roslyn_restore') return this.#restore(id, params);
    const reply = this.#reply(method, params);
    if ('result' in reply && this.#isReady) this.#accidents.mayDie(method, id, reply.result);
    this.#conversation.answer(id, reply);
  }

  #reply(method: string, params: object): Reply {
    const old = this.#conversation.on('oldProfile');
    if (method === 'workspace/buildOnlyDiagnosticIds') return { result: { ids: ['CS1573'] } };
    if (!(method in nothing) || (old && /prepare(Call|Type)Hierarchy/.test(method))) {
      this.#conversation.complain(`the request ${method}, which it does not know`);
      return { error: { code: -32601, message: `No method by the name '${method}' is found.` } };
    }
    const missing = lacking(method, params);
    if (missing !== undefined) return { error: { code: -32602, message: `${method} has no ${missing}` } };
    if (!this.#isReady) return { result: nothing[method] };
    if (this.#conversation.on('contentModified') && !this.#modified.has(method)) {
      this.#modified.add(method);
      return { error: { code: -32801, message: 'Content modified' } };
    }
    if (method === 'textDocument/diagnostic' && this.#parts !== undefined) return this.#parts.pulls.document(params);
    return answerOf(this.#conversation, this.#documents, method, params);
  }

  #restore(id: Id, params: object): void {
    const conversation = this.#conversation;
    const { projectFilePaths } = params as { readonly projectFilePaths?: unknown };
    if (!Array.isArray(projectFilePaths)) {
      return conversation.answer(id, { error: { code: -32602, message: 'projectFilePaths is missing' } });
    }
    const old = conversation.on('oldProfile');
    const result = old ? [{ stage: 'Restore', message: 'Restore complete' }] : { success: true };
    this.#parts?.restoring.restore(projectFilePaths as string[], () => conversation.answer(id, { result }));
  }

  #initialize(id: Id, { processId, workspaceFolders, capabilities }: InitializeParams): void {
    const conversation = this.#conversation;
    if (processId !== process.ppid) conversation.complain(`processId ${processId}, and the parent is ${process.ppid}`);
    if (capabilities['_vs_supportsVisualStudioExtensions'] === true)
      conversation.offence('a client that is no Visual Studio says it is');
    this.#state = 'introduced';
    for (const word of ['Language server initialized', 'Logging at Information', '數é🚀']) conversation.log(`[Program] ${word}`);
    const documents = this.#documents;
    const configuration = new Configuration(conversation);
    const restoring = new Restoring(conversation, configuration);
    const first = Promise.withResolvers<void>();
    const wanted = capabilities.workspace?.configuration === true;
    const loader = new Loader({
      conversation,
      documents,
      restoring,
      configured: wanted ? first.promise : Promise.resolve(),
      progress: capabilities.window?.workDoneProgress === true,
      refresh: capabilities.workspace?.diagnostics?.refreshSupport === true,
    });
    this.#parts = {
      restoring,
      loader,
      registrations: new Registrations(conversation, capabilities, workspaceFolders?.[0]?.uri ?? pathToFileURL('/').href),
      pulls: new Pulls({ conversation, documents, configuration, ready: () => loader.ready }),
      configure: () => void (wanted && configuration.ask().then(first.resolve)),
    };
    const hello = helloOf(capabilities, conversation.on('oldProfile'));
    conversation.answer(id, { result: { ...hello, _roslyn_processId: this.#helper ?? process.pid } });
  }

  #exit(): void {
    const owed = this.#conversation.owed();
    if (this.#state === 'shut down' && owed.length > 0) this.#conversation.offence(`never answered: ${owed.join(', ')}`);
    if (this.#conversation.on('ignoresExit')) return this.#conversation.log('[Program] exit came');
    this.end(this.#state === 'shut down' ? 0 : 1);
  }

  /** Ends in order, with the process that holds the workspace. */
  end(code: number): never {
    if (this.#helper !== undefined) process.kill(this.#helper, 'SIGTERM');
    process.exit(code);
  }
}
