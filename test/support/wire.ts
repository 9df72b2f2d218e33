/**
 * The compiled bridge as an MCP client sees it, line by line: every byte on standard output is kept and has to be protocol,
 * progress and answers are told apart, and how it ends is seen.
 */
import { binary } from './binary.ts';
import { languageServer } from './language-server.ts';
import { environment } from './environment.ts';
import { type Envelope, asEnvelope } from './envelope.ts';

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The answer of a tool, held against the contract. */
export interface ToolAnswer {
  readonly envelope: Envelope;
  readonly text: string;
}

export interface End {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

export interface WireOptions {
  readonly workspace: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** False: the bridge looks for a language server itself. */
  readonly server?: false;
}

export class Wire {
  readonly pid: number;
  /** All that was written to standard output so far, as messages. */
  readonly heard: Message[] = [];
  /** Lines of standard output that are no messages. */
  readonly noise: string[] = [];
  readonly ended: Promise<End>;
  readonly #child: Bun.Subprocess<'pipe', 'pipe', 'pipe'>;
  readonly #listeners = new Set<() => void>();
  #id = 0;
  #over = false;

  private constructor(child: Bun.Subprocess<'pipe', 'pipe', 'pipe'>) {
    this.#child = child;
    this.pid = child.pid;
    const stderr = child.stderr.text();
    const read = this.#read();
    this.ended = child.exited.then(async () => {
      await read;
      return { code: child.exitCode, signal: child.signalCode === null ? null : String(child.signalCode), stderr: await stderr };
    });
  }

  /** Starts the bridge and says nothing to it. */
  static async start({ workspace, args = [], env = {}, server }: WireOptions): Promise<Wire> {
    const words = ['--workspace', workspace, ...(server === false ? [] : ['--server', await languageServer()]), ...args];
    const options = { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe', cwd: workspace, env: environment(env) } as const;
    return new Wire(Bun.spawn([await binary(), ...words], options));
  }

  /** Starts the bridge and shakes hands in the older era of the protocol. */
  static async open(options: WireOptions): Promise<Wire> {
    const wire = await Wire.start(options);
    const clientInfo = { name: 'test', version: '1' };
    await wire.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    wire.notify('notifications/initialized');
    return wire;
  }

  notify(method: string, params: Record<string, unknown> = {}): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request without waiting for its answer; gives its id. */
  send(method: string, params: Record<string, unknown>): number {
    this.#id += 1;
    this.#send({ jsonrpc: '2.0', id: this.#id, method, params });
    return this.#id;
  }

  /** Sends a request; rejects where the answer is an error of the protocol. */
  async request(method: string, params: Record<string, unknown> = {}): Promise<Readonly<Record<string, unknown>>> {
    return await this.answer(this.send(method, params));
  }

  /** The answer to a request that was sent. */
  async answer(id: number): Promise<Readonly<Record<string, unknown>>> {
    const { result, error } = await this.until((message) => message.id === id);
    if (result === undefined) throw new Error(`${error?.code}: ${error?.message}`);
    return result;
  }

  /** The first message that was or will be heard and that is the wanted one; rejects when the bridge ends before. */
  until(wanted: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = this.heard.find(wanted);
        if (found !== undefined) resolve(found);
        else if (this.#over) void this.ended.then(({ stderr }) => reject(new Error(`the bridge has ended\n${stderr}`)));
        else return;
        this.#listeners.delete(look);
      };
      this.#listeners.add(look);
      look();
    });
  }

  /** Begins a call; with a token, progress is asked for. */
  begin(tool: string, args: Record<string, unknown>, progressToken?: string): number {
    const meta = progressToken === undefined ? {} : { _meta: { progressToken } };
    return this.send('tools/call', { name: tool, arguments: args, ...meta });
  }

  /** The answer of a call that was begun. */
  async tool(id: number, kind?: string): Promise<ToolAnswer> {
    const { content, structuredContent, isError } = await this.answer(id);
    const envelope = await asEnvelope(structuredContent, kind);
    const [block, ...more] = content as readonly { readonly type: string; readonly text: string }[];
    if (block?.type !== 'text' || more.length > 0 || isError !== !envelope.ok) throw new Error(JSON.stringify(content));
    return { envelope, text: block.text };
  }

  async call(tool: string, args: Record<string, unknown>): Promise<ToolAnswer> {
    const kind = tool === 'lsp' && args['action'] !== 'reload' ? 'lsp status' : tool === 'lsp' ? 'lsp reload' : tool;
    return await this.tool(this.begin(tool, args), kind);
  }

  /** Progress for a token, in the order in which it came. */
  progress(token: string): readonly Readonly<Record<string, unknown>>[] {
    return this.heard.flatMap(({ method, params }) =>
      method === 'notifications/progress' && params?.['progressToken'] === token ? [params] : [],
    );
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends standard input, as a client does, and waits for the end. */
  async close(): Promise<End> {
    if (!this.#over) await this.#child.stdin.end();
    return await this.ended;
  }

  #send(message: Message): void {
    const written = Promise.resolve(this.#child.stdin.write(`${JSON.stringify(message)}\n`));
    // A bridge that has ended tells so by `ended`.
    void written.then(() => this.#child.stdin.flush()).catch(() => undefined);
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let open = '';
    for await (const chunk of this.#child.stdout) {
      const lines = (open + decoder.decode(chunk, { stream: true })).split('\n');
      open = lines.pop() ?? '';
      for (const line of lines) this.#hear(line);
      for (const listener of [...this.#listeners]) listener();
    }
    if (open !== '') this.noise.push(open);
    this.#over = true;
    for (const listener of [...this.#listeners]) listener();
  }

  #hear(line: string): void {
    try {
      const message = JSON.parse(line) as Message;
      if (message.jsonrpc === '2.0') this.heard.push(message);
      else this.noise.push(line);
    } catch {
      // Kept for the tests, which expect none.
      this.noise.push(line);
    }
  }
}
