/** The language server without the bridge: the least that a client has to say to csharp-ls. */
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { StreamMessageReader, StreamMessageWriter, createMessageConnection } from 'vscode-jsonrpc/node';

export interface RawServer {
  readonly request: (method: string, params: object) => Promise<unknown>;
  readonly close: () => void;
}

/** Resolves when the solution is loaded. */
export async function openRaw(server: string, solution: string, root: string): Promise<RawServer> {
  const child = spawn(server, ['-s', solution], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  connection.onRequest((method: string) => (method === 'workspace/configuration' ? [{}] : null));
  connection.listen();
  const uri = pathToFileURL(root).href;
  const capabilities = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true }, diagnostic: {} } };
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: 'root' }],
    capabilities,
  });
  await connection.sendNotification('initialized', {});
  await connection.sendRequest('workspace/symbol', { query: '\u0001' });
  return {
    request: (method, params) => connection.sendRequest(method, params),
    close: () => {
      connection.dispose();
      child.kill('SIGKILL');
    },
  };
}
