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
  /** The process that does the work, where the reply to initialize names one; it ends with the one that was started. */
  readonly worker: (reply: unknown) => number | undefined;
}

/** Introduces the bridge to the server. */
export async function introduce(client: LspClient, introduction: Introduction, options: RequestOptions): Promise<void> {
  const worker = introduction.worker(await client.request('initialize', initializeParams(introduction), options));
  if (worker !== undefined) client.process.worksIn(worker);
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
