/** What the server says in its handshake that it can do. */
import type { Capabilities } from './registrations.ts';

/** The reply to initialize, but for its process. */
export const helloOf = (client: Capabilities, old: boolean): object => ({
  capabilities: capabilitiesOf(client, old),
  serverInfo: { name: 'CSharpVisualBasicLanguageServerFactory' },
});

/** The same for every client, but for problems: those it registers where it may. */
function capabilitiesOf(client: Capabilities, old: boolean): object {
  const problems = client.textDocument?.diagnostic;
  return {
    textDocumentSync: { openClose: true, change: 2, save: {} },
    hoverProvider: true,
    definitionProvider: true,
    typeDefinitionProvider: true,
    implementationProvider: true,
    referencesProvider: { workDoneProgress: true },
    documentHighlightProvider: true,
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    codeActionProvider: { codeActionKinds: ['quickfix', 'refactor'], resolveProvider: true },
    renameProvider: { prepareProvider: true },
    executeCommandProvider: { commands: [] },
    ...(old ? {} : { callHierarchyProvider: true, typeHierarchyProvider: true, selectionRangeProvider: true }),
    ...(problems === undefined || problems.dynamicRegistration === true
      ? {}
      : { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } }),
    workspace: {},
  };
}
