/**
 * What the bridge claims towards csharp-ls: what it does and nothing more. Everywhere `dynamicRegistration` is false,
 * because csharp-ls then announces all it can do in its reply, and a registration that is not needed is one request less to
 * answer.
 */
import type { ClientCapabilities } from 'vscode-languageserver-protocol';

const off = { dynamicRegistration: false } as const;

export const capabilities: ClientCapabilities = {
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
};
