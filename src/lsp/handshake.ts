/** initialize and initialized. What the bridge claims to be able to do depends on the server, and is its adapter's. */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClientCapabilities, InitializeParams } from 'vscode-languageserver-protocol';
import { name, version } from '../version.ts';
import type { LspClient, RequestOptions } from './client.ts';

export interface Introduction {
  /** Absolute path of the one workspace folder. */
  readonly folder: string;
  readonly capabilities: ClientCapabilities;
}

/** The reply to initialize, as far as it is looked at. */
interface Reply {
  /** Microsoft's server may be a thin program in front of the one that has the code. */
  readonly _roslyn_processId?: unknown;
}

/** Introduces the bridge to the server. */
export async function introduce(client: LspClient, introduction: Introduction, options: RequestOptions): Promise<void> {
  const reply = await client.request<Reply>('initialize', initializeParams(introduction), options);
  const worker = reply._roslyn_processId;
  if (typeof worker === 'number' && Number.isInteger(worker)) client.process.worksIn(worker);
  await client.notify('initialized', {});
}

function initializeParams({ folder, capabilities }: Introduction): InitializeParams {
  const uri = pathToFileURL(folder).href;
  return {
    processId: process.pid,
    clientInfo: { name, version },
    rootUri: uri,
    workspaceFolders: [{ uri, name: basename(folder) || folder }],
    capabilities,
  };
}
