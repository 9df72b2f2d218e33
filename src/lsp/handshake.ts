/**
 * initialize and initialized. The capabilities claim what the bridge does and nothing more; everywhere
 * `dynamicRegistration` is false, because csharp-ls then announces all it can do in its reply, and a registration that
 * is not needed is one request less to answer.
 */
import { pathToFileURL } from 'node:url';
import { basename } from 'node:path';
import type { InitializeParams, InitializeResult } from 'vscode-languageserver-protocol';
import { name, version } from '../version.ts';
import type { LspClient, RequestOptions } from './client.ts';

const off = { dynamicRegistration: false } as const;

/** Introduces the bridge to the server; `folder` is the absolute path of the one workspace folder. */
export async function introduce(client: LspClient, folder: string, options: RequestOptions): Promise<InitializeResult> {
  const result = await client.request<InitializeResult>('initialize', initializeParams(folder), options);
  await client.notify('initialized', {});
  return result;
}

function initializeParams(folder: string): InitializeParams {
  const uri = pathToFileURL(folder).href;
  return {
    processId: process.pid,
    clientInfo: { name, version },
    rootUri: uri,
    workspaceFolders: [{ uri, name: basename(folder) || folder }],
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      window: { workDoneProgress: true, showMessage: {} },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        didChangeConfiguration: off,
        didChangeWatchedFiles: off,
        symbol: off,
      },
      textDocument: {
        synchronization: off,
        definition: { ...off, linkSupport: false },
        references: off,
        documentSymbol: { ...off, hierarchicalDocumentSymbolSupport: true },
        diagnostic: off,
      },
    },
  };
}
