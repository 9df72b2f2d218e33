/**
 * What Microsoft's server may be sent, and what it is answered. It asks a lot (a hundred registrations of watchers for two
 * projects), and waits for each answer; of a method that it asks for in vain it has to hear that there is none.
 */
import type { OutgoingMessage } from '../../lsp/connection.ts';
import type { LoadTarget } from '../server.ts';

const notifications: ReadonlySet<string> = new Set([
  'initialized',
  'exit',
  '$/cancelRequest',
  'solution/open',
  'project/open',
  'textDocument/didOpen',
  'textDocument/didChange',
  'textDocument/didClose',
  'workspace/didChangeConfiguration',
  'workspace/didChangeWatchedFiles',
]);

const requests: ReadonlySet<string> = new Set([
  'initialize',
  'shutdown',
  'workspace/symbol',
  'workspace/diagnostic',
  'workspace/textDocumentContent',
  'workspace/_roslyn_restore',
  'sourceGeneratedDocument/_roslyn_getText',
  'textDocument/documentSymbol',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/hover',
  'textDocument/diagnostic',
  'textDocument/_vs_getProjectContexts',
  'textDocument/codeAction',
  'codeAction/resolve',
  'codeAction/resolveFixAll',
]);

/** Whether the message is one that the server knows, or an answer. Its text documents are kept right by lsp/documents.ts. */
export function allowed(message: OutgoingMessage): boolean {
  return message.method === undefined || notifications.has(message.method) || requests.has(message.method);
}

/** Requests of the server that are granted and need nothing else; `_roslyn_projectNeedsRestore` is of old builds. */
const granted: ReadonlySet<string> = new Set([
  'client/registerCapability',
  'client/unregisterCapability',
  'window/workDoneProgress/create',
  'window/showMessageRequest',
  'workspace/diagnostic/refresh',
  'workspace/_roslyn_projectNeedsRestore',
]);

/** The answer to a request of the server; undefined where there is no such method. */
export function reply(method: string, params: unknown, target: LoadTarget): unknown {
  if (method === 'workspace/configuration') return itemsOf(params).map((item) => configured(item, target));
  return granted.has(method) ? null : undefined;
}

/** A thin program may be what was started; it names the process that has the code in its reply to initialize. */
export function worker(reply: unknown): number | undefined {
  const id = typeof reply === 'object' && reply !== null && '_roslyn_processId' in reply ? reply._roslyn_processId : undefined;
  return typeof id === 'number' && Number.isInteger(id) ? id : undefined;
}

/** One answer an item, also where an item is nothing that one can read; null means the server's default. */
function configured(item: unknown, { restore }: LoadTarget): unknown {
  const section = typeof item === 'object' && item !== null && 'section' in item ? String(item.section) : '';
  // A change of scope later on is not seen by the questions that follow it, so it is set before the first one.
  if (section.endsWith('background_analysis.dotnet_compiler_diagnostics_scope')) return 'fullSolution';
  if (section.endsWith('background_analysis.dotnet_analyzer_diagnostics_scope')) return 'openFiles';
  if (section.endsWith('projects.dotnet_enable_automatic_restore')) return restore;
  // A link to sources is followed over the network.
  if (section.endsWith('navigation.dotnet_navigate_to_source_link_and_embedded_sources')) return false;
  if (section.endsWith('navigation.dotnet_navigate_to_decompiled_sources')) return true;
  return null;
}

function itemsOf(params: unknown): readonly unknown[] {
  const items = typeof params === 'object' && params !== null && 'items' in params ? params.items : undefined;
  return Array.isArray(items) ? items : [];
}
