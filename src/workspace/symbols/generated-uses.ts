/** Uses in what source generators wrote: it is in no file, and its documents have URIs of the language server's own. */
import { posix } from 'node:path';
import type { Location } from 'vscode-languageserver-protocol';
import type { Warning } from '../../model/codes.ts';
import { pathOf } from '../places.ts';

/** Documents that are named. */
const mostNamed = 3;

/** Says what of the uses cannot be listed by file and line. */
export function generatedUses(uses: readonly Location[]): Warning[] {
  const generated = uses.filter(({ uri }) => pathOf(uri) === undefined);
  if (generated.length === 0) return [];
  const documents = [...new Set(generated.map(({ uri }) => documentOf(uri)))];
  const shown = documents.slice(0, mostNamed).join(', ') + (documents.length > mostNamed ? ', …' : '');
  const message = `not listed: ${generated.length} in generated code (${shown}), which is in no file`;
  return [{ code: 'partial_answer', message }];
}

function documentOf(uri: string): string {
  const path = URL.parse(uri)?.pathname ?? uri;
  try {
    return posix.basename(decodeURIComponent(path));
  } catch {
    // What is escaped wrongly is shown as it is.
    return posix.basename(path);
  }
}
