/** What is true of the fake as it is of csharp-ls, and how it stops to read. */

/** The notifications that csharp-ls bears. */
export const safe = new Set([
  'initialized',
  'exit',
  'textDocument/didOpen',
  'textDocument/didChange',
  'textDocument/didClose',
  'textDocument/didSave',
  'textDocument/willSave',
  'workspace/didChangeConfiguration',
  'workspace/didChangeWatchedFiles',
  'workspace/didChangeWorkspaceFolders',
  '$/cancelRequest',
  '$/setTrace',
]);

/** As long as anybody may be writing. A pause of the stream would not do: the runtime reads on. */
export function stopReading(): void {
  for (const parent = process.ppid; process.ppid === parent;) Bun.sleepSync(10_000);
}
