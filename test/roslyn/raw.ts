/** A client without the bridge, byte by byte: right in everything, but for what it is told to do wrong. */
import { FrameReader } from '../fake/wire.ts';
import { environment } from '../support/environment.ts';
import type { End } from '../support/wire.ts';
import type { Id, Reply } from './conversation.ts';
import { brokenWorkspace, uriIn } from './project.ts';
import { portable, profile, usual } from './usual.ts';

/** How this client differs from one in order. */
export interface Manner {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Its answer to a request, `silence`, or undefined for the usual one. */
  readonly reply?: (method: string, params: unknown, count: number) => Reply | 'silence' | undefined;
  /** The id that it sends back. */
  readonly idOf?: (id: Id) => unknown;
  /** Where it throws, it reads nothing any more. */
  readonly hears?: (method: string, params: unknown) => void;
  /** `pieces`: each piece of the stream is decoded by itself; `header`: the stream begins with a header. */
  readonly reads?: 'pieces' | 'header';
  /** What it opens, in the place of the solution. */
  readonly opens?: { readonly method: string; readonly params: unknown };
  /** Tells of no change on the disk. */
  readonly watchesNothing?: true;
  /** Restores nothing, whoever needs it. */
  readonly restoresNothing?: true;
}

export interface Heard {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: unknown;
}

export class Raw {
  readonly workspace = brokenWorkspace();
  readonly heard: Heard[] = [];
  readonly ended: Promise<End>;
  readonly pid: number;
  readonly #manner: Manner;
  readonly #child: Bun.Subprocess<'pipe', 'pipe', 'pipe'>;
  readonly #waiting = new Map<number, (reply: Reply | 'lost') => void>();
  readonly #listeners = new Set<() => void>();
  #broken: unknown;
  #asked = 0;
  #id = 0;

  /** `program` speaks the protocol. */
  constructor(program: { readonly path: string }, manner: Manner = {}) {
    this.#manner = manner;
    const env = environment({ MSBUILDDISABLENODEREUSE: '1', ...manner.env });
    const words = [program.path, ...(manner.args ?? portable)];
    this.#child = Bun.spawn(words, { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe', env, cwd: this.workspace });
    this.pid = this.#child.pid;
    const stderr = this.#child.stderr.text();
    const read = this.#read();
    this.ended = this.#child.exited.then(async () => {
      await read;
      const { exitCode: code, signalCode } = this.#child;
      return { code, signal: signalCode === null ? null : String(signalCode), stderr: await stderr };
    });
  }

  /** The reply, or `lost` where there can be none any more. */
  async request(method: string, params?: unknown): Promise<Reply | 'lost'> {
    return await this.answer(this.begin(method, params));
  }

  /** Sends a request; gives its id. */
  begin(method: string, params?: unknown): number {
    this.#id += 1;
    this.#send({ id: this.#id, method, ...(params === undefined ? {} : { params }) });
    return this.#id;
  }

  answer(id: number): Promise<Reply | 'lost'> {
    return new Promise((resolve) => {
      if (this.#broken !== undefined) resolve('lost');
      else this.#waiting.set(id, resolve);
    });
  }

  notify(method: string, params?: unknown): void {
    this.#send({ method, ...(params === undefined ? {} : { params }) });
  }

  /** initialize and initialized. */
  async introduce(): Promise<void> {
    const rootUri = uriIn(this.workspace);
    const capabilities = { ...profile, ...this.#manner.capabilities };
    const workspaceFolders = [{ uri: rootUri, name: 'hello' }];
    await this.request('initialize', { processId: process.pid, rootUri, workspaceFolders, capabilities });
    this.notify('initialized', {});
  }

  /** The whole way to a load that is complete; whether it came to be. */
  async open(): Promise<boolean> {
    await this.introduce();
    const { method, params } = this.#manner.opens ?? {
      method: 'solution/open',
      params: { solution: uriIn(this.workspace, 'Hello.slnx') },
    };
    this.notify(method, params);
    await this.rounds();
    const needs = this.heard.find(({ method: asked }) => asked === 'workspace/_roslyn_projectNeedsRestore');
    const restores = this.isComplete && needs !== undefined && this.#manner.restoresNothing !== true;
    if (restores) await this.request('workspace/_roslyn_restore', needs.params);
    return this.isComplete;
  }

  get isComplete(): boolean {
    return this.heard.some(({ method }) => method === 'workspace/projectInitializationComplete');
  }

  /** So many questions and answers one after the other that whatever was to be answered before them is answered. */
  async rounds(): Promise<void> {
    for (let round = 1; round <= 12; round += 1) await this.request('workspace/buildOnlyDiagnosticIds');
  }

  /** Waits for a message. */
  until(wanted: (message: Heard) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.heard.some(wanted)) return;
        this.#listeners.delete(look);
        resolve();
      };
      this.#listeners.add(look);
      look();
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #send(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const frame = Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
    // A server that has ended tells so by `ended`.
    void Promise.resolve(this.#child.stdin.write(frame))
      .then(() => this.#child.stdin.flush())
      .catch(() => undefined);
  }

  async #read(): Promise<void> {
    const reader = new FrameReader();
    let first = this.#manner.reads !== 'header';
    let early = Buffer.alloc(0);
    try {
      for await (const chunk of this.#child.stdout) {
        early = Buffer.concat([early, this.#manner.reads === 'pieces' ? asText(chunk) : chunk]);
        const start = first ? early.indexOf('Content-Length') : 0;
        if (start < 0) continue;
        first = false;
        for (const { body } of reader.push(early.subarray(start))) this.#receive(JSON.parse(body) as Heard);
        early = Buffer.alloc(0);
      }
      this.#lose('the output has ended');
    } catch (error) {
      this.#lose(error);
    }
  }

  #receive(message: Heard): void {
    const { id, method, params } = message;
    this.heard.push(message);
    if (method === undefined) {
      this.#waiting.get(Number(id))?.(message as Reply);
      this.#waiting.delete(Number(id));
    } else if (id !== undefined) this.#reply(id, method, params);
    else this.#hear(method, params);
    for (const listener of [...this.#listeners]) listener();
  }

  #reply(id: Id, method: string, params: unknown): void {
    this.#asked += 1;
    const reply = this.#manner.reply?.(method, params, this.#asked) ?? usual(method, params);
    const own = this.#manner.idOf ?? ((same: Id) => same);
    if (reply !== 'silence') this.#send({ id: own(id), ...reply });
  }

  #hear(method: string, params: unknown): void {
    this.#manner.hears?.(method, params);
    const waits = JSON.stringify(params ?? null).includes('waiting for the change of');
    if (!waits || this.#manner.watchesNothing === true) return;
    const uri = uriIn(this.workspace, 'Hello', 'obj', 'project.assets.json');
    this.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
  }

  #lose(why: unknown): void {
    this.#broken ??= why;
    for (const resolve of this.#waiting.values()) resolve('lost');
    this.#waiting.clear();
  }
}

const asText = (chunk: Uint8Array): Buffer => Buffer.from(Buffer.from(chunk).toString('utf8'));
