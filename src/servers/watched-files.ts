/** workspace/didChangeWatchedFiles: what a server is told of files on disk. */
import { pathToFileURL } from 'node:url';
import type { LspClient } from '../lsp/client.ts';
import type { DiskChange } from './server.ts';

/** The numbers of LSP's FileChangeType. */
export const changeTypes = { created: 1, changed: 2, deleted: 3 } as const;

/** Rejects as LspClient.notify does. */
export const tellOfFiles = (client: LspClient, changes: readonly Pick<DiskChange, 'path' | 'kind'>[]): Promise<void> =>
  client.notify('workspace/didChangeWatchedFiles', {
    changes: changes.map(({ path, kind }) => ({ uri: pathToFileURL(path).href, type: changeTypes[kind] })),
  });
