/** The bridge as the plainest MCP client has it: a line out, a line in. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface McpLine {
  readonly pid: number;
  /** The result of a request; rejects with the error of the protocol, and when the bridge ends before. */
  readonly request: (method: string, params: object) => Promise<Readonly<Record<string, unknown>>>;
  /** The envelope of a tool's answer, whatever it says. */
  readonly call: (tool: string, args: object) => Promise<Envelope>;
  /** The `data` of a success; rejects with the tool's own words otherwise. */
  readonly ask: (tool: string, args: object) => Promise<Readonly<Record<string, unknown>>>;
  /** Ends the input and waits for the end. */
  readonly close: () => Promise<void>;
  readonly kill: () => Promise<void>;
}

export interface Envelope {
  readonly ok: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly message: string };
}

interface Message {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** Starts the bridge and shakes hands. */
export async function openMcp(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<McpLine> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const waiting = new Map<number, (message: Message) => void>();
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      for (const settle of waiting.values()) settle({ error: { message: 'the bridge has ended' } });
      resolve();
    });
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  // A bridge that is gone tells so by its end.
  child.stdin.on('error', () => undefined);
  let id = 0;
  const request: McpLine['request'] = (method, params) =>
    new Promise((resolve, reject) => {
      id += 1;
      const own = id;
      waiting.set(own, ({ result, error }) => {
        waiting.delete(own);
        if (result === undefined) reject(new Error(error?.message ?? 'no result'));
        else resolve(result);
      });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: own, method, params })}\n`);
    });
  const call: McpLine['call'] = async (tool, args) =>
    (await request('tools/call', { name: tool, arguments: args }))['structuredContent'] as Envelope;
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return {
    pid: child.pid ?? 0,
    request,
    call,
    ask: async (tool, args) => {
      const { data, error } = await call(tool, args);
      if (data === undefined) throw new Error(`${tool} ${JSON.stringify(args)}: ${error?.code} ${error?.message}`);
      return data;
    },
    close: () => (child.stdin.end(), ended),
    kill: () => (child.kill('SIGKILL'), ended),
  };
}

/** Asks about code until the load that the first call began is through; then every call is warm. */
export async function untilLoaded({ call }: McpLine): Promise<void> {
  for (;;) {
    const { ok, error } = await call('symbols', { query: 'Nowhere' });
    if (ok) return;
    if (error?.code !== 'workspace_loading') throw new Error(`nothing was loaded: ${error?.code} ${error?.message}`);
  }
}
