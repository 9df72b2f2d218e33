/** How the program of a language server is started, and what it is asked when it is to show that it lives. */
import type { FoundServer } from './server.ts';

/** A .dll is started through dotnet. */
export function programOf({ path }: FoundServer, dotnet: string, args: readonly string[]): { command: string; args: string[] } {
  return /\.dll$/i.test(path) ? { command: dotnet, args: [path, ...args] } : { command: path, args: [...args] };
}

/** A query that no name matches: the cheapest request there is. */
export const probe = { method: 'workspace/symbol', params: { query: '\u0001' } } as const;
