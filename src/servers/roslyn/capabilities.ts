/**
 * What the bridge claims towards Microsoft's server. It registers dynamically what it can do for diagnostics and watched
 * files; without that it watches the disk by itself, which is known to fail on large repositories. Refresh requests of kinds
 * that the bridge has no use for are never sent where they are not claimed.
 */
import type { ClientCapabilities } from 'vscode-languageserver-protocol';

export const capabilities: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  window: { workDoneProgress: true, showMessage: {} },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: false },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
    symbol: {},
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    textDocumentContent: { dynamicRegistration: false },
  },
  textDocument: {
    synchronization: { dynamicRegistration: false, didSave: true },
    definition: { linkSupport: false },
    references: {},
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    diagnostic: { dynamicRegistration: true },
    rename: { prepareSupport: true },
    callHierarchy: {},
    typeHierarchy: {},
    codeAction: {
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['', 'quickfix', 'refactor', 'source'] } },
    },
  },
};
