/** What a client in order says and answers. */
import type { Reply } from './conversation.ts';

/** Options that every version takes. */
export const portable = ['--stdio', '--logLevel', 'Information', '--extensionLogDirectory', '/tmp', '--telemetryLevel', 'off'];

/** Its capabilities. */
export const profile = {
  window: { workDoneProgress: true },
  workspace: { configuration: true, didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } },
  textDocument: { diagnostic: { dynamicRegistration: true } },
};

const scope = 'csharp|background_analysis.dotnet_compiler_diagnostics_scope';

/** What a client in order answers. */
export function usual(method: string, params: unknown): Reply {
  if (method === 'workspace/configuration') {
    const { items } = params as { readonly items: readonly { readonly section: string }[] };
    return { result: items.map(({ section }) => (section === scope ? 'fullSolution' : null)) };
  }
  const known = ['client/registerCapability', 'window/workDoneProgress/create', 'workspace/_roslyn_projectNeedsRestore'];
  return known.includes(method) ? { result: null } : { error: { code: -32601, message: 'unknown' } };
}
