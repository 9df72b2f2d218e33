/**
 * What csharp-ls may be sent, and what it is answered. An unknown notification wedges it for good (seen with
 * `$/progress`, `workspace/didCreateFiles` and others: later requests, `shutdown` included, are never answered while
 * the process lives on), so there is a list, and nothing else reaches the pipe.
 */
import type { OutgoingMessage } from '../../lsp/connection.ts';

/** Notifications that were seen to be harmless and that the bridge has a use for. */
const notifications: ReadonlySet<string> = new Set([
  'initialized',
  'exit',
  '$/cancelRequest',
  'workspace/didChangeConfiguration',
  'workspace/didChangeWatchedFiles',
]);

const requests: ReadonlySet<string> = new Set([
  'initialize',
  'shutdown',
  'workspace/symbol',
  'textDocument/documentSymbol',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/hover',
  'textDocument/diagnostic',
  'workspace/diagnostic',
  'csharp/metadata',
]);

/** Whether csharp-ls bears this message. A response (no method) always passes: an unanswered request blocks it. */
export function allowed(message: OutgoingMessage): boolean {
  return message.method === undefined || notifications.has(message.method) || requests.has(message.method);
}

/** `workspace/configuration` wants one object an item (null makes it log an exception); all else is content with null. */
export function reply(method: string, params: unknown): unknown {
  if (method !== 'workspace/configuration') return null;
  const items = typeof params === 'object' && params !== null && 'items' in params ? params.items : [];
  // With useMetadataUris the definition of a name from an assembly is a location; without, it is an empty list.
  return Array.isArray(items) ? items.map(() => ({ useMetadataUris: true })) : [];
}
