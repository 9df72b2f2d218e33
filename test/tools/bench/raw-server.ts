/** The language server without the bridge: the least that a client has to say to csharp-ls. */
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { StreamMessageReader, StreamMessageWriter, createMessageConnection } from 'vscode-jsonrpc/node';

export interface RawServer {
  readonly request: (method: string, params: object) => Promise<unknown>;
  /** Tells it that a file was written. */
  readonly changed: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts it and shakes hands; it loads at the first request, whose answer comes when it has loaded. */
export async function openRaw(server: string, solution: string, root: string): Promise<RawServer> {
  const child = spawn(server, ['-s', solution], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  // Rejects whatever is still waited for.
  const ended = new Promise<void>((resolve) => child.on('close', () => (connection.dispose(), resolve())));
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
  return {
    request: (method, params) => connection.sendRequest(method, params),
    changed: (path) => {
      const changes = [{ uri: pathToFileURL(path).href, type: 2 }];
      return connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    },
    close: () => (child.kill('SIGKILL'), ended),
  };
}
