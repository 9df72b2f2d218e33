/** `csharp:/…/decompiled/System.Guid.cs`: csharp-ls decompiles the type of a definition and gives the text on request. */
import type { Ask, MetadataSource } from '../server.ts';

interface Answer {
  readonly assemblyName?: string;
  readonly symbolName?: string;
  readonly source?: string;
}

export async function metadata(uri: string, ask: Ask): Promise<MetadataSource | undefined> {
  if (!uri.startsWith('csharp:')) return undefined;
  // It gives the URI with blanks and letters beyond ASCII as they are, and knows it only with all of them escaped.
  const escaped = new URL(uri).href;
  const answer = await ask<Answer | null>('csharp/metadata', { textDocument: { uri: escaped } });
  if (answer?.source === undefined) return undefined;
  return { assembly: answer.assemblyName ?? '', type: answer.symbolName ?? '', text: answer.source };
}
