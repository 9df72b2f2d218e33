/** The fake language server: csharp-ls as the bridge knows it, with the faults that it was given. */
import { closeSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Deaths } from './deaths.ts';
import type { Faults } from './faults.ts';
import type { Recorder } from './recorder.ts';
import { safe, stopReading } from './nature.ts';
import { Scenario } from './scenario.ts';
import { type Frame, FrameWriter, write } from './wire.ts';

/** A message from the client, as far as it is looked at. */
interface Incoming {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly [key: string]: never };
}

/** Messages without params; everything else has an object. */
const bare = new Set(['shutdown', 'exit']);

export class FakeServer {
  readonly #faults: Faults;
  readonly #record: Recorder;
  readonly #solution: string;
  readonly #writer: FrameWriter;
  readonly #deaths: Deaths;
  readonly #scenario = new Scenario();
  readonly #held = new Set<number | string>();
  readonly #asked = new Map<string, () => void>();
  #introduced = false;
  #configured: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #wedged = false;
  #shutDown = false;
  #dropped = 0;
  #hasty = 0;
  #count = 0;
  #pokes = 0;
  #poked: () => void = () => undefined;

  constructor(faults: Faults, record: Recorder, solution: string) {
    this.#faults = faults;
    this.#record = record;
    this.#solution = solution;
    this.#deaths = new Deaths(faults.dies, record.start);
    this.#writer = new FrameWriter(faults.frames ?? 'whole');
    process.on('SIGUSR2', () => {
      this.#pokes += 1;
      this.#poked();
    });
    this.#deaths.at('start');
  }

  receive({ header, body }: Frame): void {
    this.#record.add({ kind: 'received', header, body });
    if (this.#wedged) return;
    const message = JSON.parse(body) as Incoming | Incoming[];
    if (Array.isArray(message)) return this.#wedge('a batch');
    const { id, method, params } = message;
    if (method === undefined) return this.#answered(id);
    if (bare.has(method) ? 'params' in message : typeof params !== 'object' || Array.isArray(params)) {
      this.#record.add({ kind: 'complaint', what: `${method} with params ${JSON.stringify(params)}` });
    }
    if (this.#shutDown && method !== 'exit') return this.#wedge(`${method} after shutdown`);
    if (method === this.#faults.stopsReading) stopReading();
    if (method === this.#faults.closesOutput) return this.#closeOutput();
    if (id === undefined) this.#notified(method, params);
    else void this.#requested(id, method, params ?? {});
  }

  #notified(method: string, params: Incoming['params']): void {
    if (!safe.has(method)) this.#wedge(method);
    if (method === 'exit' && this.#faults.ignores?.includes('exit') !== true) process.exit(this.#shutDown ? 0 : 1);
    if (method === '$/cancelRequest') void this.#cancelled(params?.['id'] as unknown as number);
    if (method === 'initialized') this.#sayHello();
    if (method === 'workspace/didChangeWatchedFiles') {
      const changes = params?.['changes'] as unknown as readonly { readonly uri: string }[];
      for (const { uri } of changes) this.#scenario.update(uri);
    }
  }

  async #requested(id: number | string, method: string, params: NonNullable<Incoming['params']>): Promise<void> {
    const { silent = [], holds = [] } = this.#faults;
    if (this.#drops(method) || silent.includes(method) || silent.includes('*')) return;
    if (method === 'initialize') return this.#initialize(id, params['processId'] as unknown as number);
    if (method === 'shutdown') {
      this.#shutDown = true;
      return this.#answer(id, null);
    }
    this.#held.add(id);
    await this.#load();
    // Cancelled meanwhile.
    if (!this.#held.has(id) || this.#wedged) return;
    this.#deaths.at('request', method);
    if (holds.includes(method)) return;
    this.#held.delete(id);
    const result = this.#result(method, params as unknown as { [key: string]: unknown });
    if (result === undefined)
      this.#writer.send({ jsonrpc: '2.0', id, error: { code: -32601, message: `Method not found: '${method}'` } });
    else this.#answer(id, result, method);
  }

  #result(method: string, params: { readonly [key: string]: unknown }): unknown {
    const nothing = this.#faults.failsToLoad !== undefined || this.#lacksDotnet();
    const { hasty } = this.#faults;
    if (hasty?.method === method && this.#hasty < hasty.times) {
      this.#hasty += 1;
      return [];
    }
    return (nothing ? new Scenario() : this.#scenario).answer(method, params);
  }

  #initialize(id: number | string, processId: number): void {
    this.#deaths.at('handshake');
    this.#notify('window/logMessage', { type: 3, message: 'csharp-ls: initializing' });
    if (processId !== process.ppid) this.#record.add({ kind: 'complaint', what: `processId ${processId}` });
    if (this.#introduced || this.#faults.initializeError !== undefined) {
      const message = this.#faults.initializeError ?? 'Internal error: InvalidOperationException';
      return this.#writer.send({ jsonrpc: '2.0', id, error: { code: -32603, message } });
    }
    this.#introduced = true;
    return this.#answer(id, { capabilities: {}, serverInfo: { name: 'fake', version: '0' } });
  }

  #sayHello(): void {
    // A wait for the answer, as csharp-ls has it: a client that does not reply gets no more answers.
    this.#configured = this.#ask('workspace/configuration', { items: [{ section: 'csharp' }] });
    const flood = this.#faults.flood ?? 0;
    for (let left = flood; left > 0; left -= 65_536) write(Buffer.alloc(Math.min(left, 65_536), 'lorem ipsum dolor\n'), 2);
  }

  /** The first request about code begins the load; all of them wait for it. */
  #load(): Promise<void> {
    this.#loading ??= this.#loadNow();
    return this.#loading;
  }

  async #loadNow(): Promise<void> {
    await this.#configured;
    for (const { method, params } of this.#faults.asks ?? []) await this.#ask(method, params);
    await this.#ask('window/workDoneProgress/create', { token: 'load' });
    this.#progress({ kind: 'begin', title: `Loading solution "${this.#solution}"..` });
    for (const message of this.#faults.logs ?? []) this.#notify('window/logMessage', { type: 3, message });
    this.#deaths.at('loading');
    await this.#steps();
    this.#scenario.load(this.#solution);
    const cause =
      this.#faults.failsToLoad ?? (this.#lacksDotnet() ? "An error occurred trying to start process 'dotnet'" : undefined);
    if (cause !== undefined) {
      const message = `csharp-ls: Solution "${this.#solution}" could not be loaded: ${cause}`;
      this.#notify('window/showMessage', { type: 3, message });
    }
    this.#progress({ kind: 'end', message: 'Finished loading' });
  }

  async #steps(): Promise<void> {
    const { load = { steps: 1, every: 0 } } = this.#faults;
    if (load === 'never') {
      this.#progress({ kind: 'report', message: 'Project1 (1/2)', cancellable: false });
      return await new Promise(() => undefined);
    }
    for (let step = 1; step <= load.steps; step += 1) {
      const { every } = load;
      if (every === 'poke') await this.#poke();
      else await Bun.sleep(every);
      this.#progress({ kind: 'report', message: `Project${step} (${step}/${load.steps})`, cancellable: false });
    }
  }

  /** A poke counts, also one that came before it was waited for. */
  async #poke(): Promise<void> {
    while (this.#pokes === 0) await new Promise<void>((resolve) => (this.#poked = resolve));
    this.#pokes -= 1;
  }

  async #cancelled(id: number | string): Promise<void> {
    // During a load the answer to a cancel comes when the load has ended.
    if (this.#loading !== undefined) await this.#loading;
    if (this.#held.delete(id)) this.#writer.send({ jsonrpc: '2.0', id, error: { code: -32800, message: 'Request cancelled' } });
  }

  #ask(method: string, params: unknown): Promise<void> {
    this.#count += 1;
    const id = this.#faults.stringIds === true ? `ask-${this.#count}-é` : this.#count;
    return new Promise((resolve) => {
      this.#asked.set(JSON.stringify(id), resolve);
      this.#writer.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    });
  }

  #answered(id: number | string | undefined): void {
    const key = JSON.stringify(id);
    const resolve = this.#asked.get(key);
    if (resolve === undefined) return this.#record.add({ kind: 'complaint', what: `an answer to ${key}, which asks nothing` });
    this.#asked.delete(key);
    return resolve();
  }

  #answer(id: number | string, result: unknown, method?: string): void {
    const message = { jsonrpc: '2.0', id, result };
    if (this.#deaths.are('answer', method)) this.#writer.sendHalf(message);
    this.#deaths.at('answer', method);
    this.#writer.send(message);
    if (this.#faults.restless === true) {
      for (const kind of ['begin', 'report', 'end', 'end']) this.#progress({ kind, title: 'Again', message: 'Project1 (1/2)' });
    }
  }

  #notify(method: string, params: unknown): void {
    this.#writer.send({ jsonrpc: '2.0', method, params });
  }

  #progress(value: unknown): void {
    this.#notify('$/progress', { token: 'load', value });
  }

  #drops(method: string): boolean {
    const { drops } = this.#faults;
    if (drops?.method !== method || this.#dropped >= drops.times) return false;
    this.#dropped += 1;
    this.#record.add({ kind: 'dropped', method });
    return true;
  }

  /** It has nothing to say any more, and lives on. */
  #closeOutput(): void {
    this.#wedged = true;
    closeSync(1);
  }

  #wedge(what: string): void {
    this.#wedged = true;
    this.#record.add({ kind: 'wedged', what });
  }

  #lacksDotnet(): boolean {
    const folders = (process.env['PATH'] ?? '').split(delimiter);
    return this.#faults.needsDotnet === true && !folders.some((folder) => existsSync(join(folder, 'dotnet')));
  }
}
