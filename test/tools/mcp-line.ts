/** The bridge as the plainest MCP client has it: a line out, a line in, one request at a time. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface McpLine {
  /** The result of a request; rejects with the error of the protocol. */
  readonly request: (method: string, params: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly close: () => void;
}

interface Message {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

export async function openMcp(command: readonly string[], cwd: string): Promise<McpLine> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (message: Message) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
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
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return { request, close: () => child.stdin.end() };
}
