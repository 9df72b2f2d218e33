/** Every file that is made from declarations, wholly or in parts. */
import { join } from 'node:path';
import { definition } from '../../src/tools/definition.ts';
import { describe } from '../../src/tools/describe.ts';
import { diagnostics } from '../../src/tools/diagnostics.ts';
import { getErrorDetails } from '../../src/tools/get-error-details.ts';
import { lsp } from '../../src/tools/lsp.ts';
import { outline } from '../../src/tools/outline.ts';
import { references } from '../../src/tools/references.ts';
import { symbols } from '../../src/tools/symbols.ts';
import { schemasSource } from './schemas.ts';

export interface GeneratedFile {
  readonly path: string;
  /** The text that the file should have, given the text that it has. */
  readonly make: (text: string) => Promise<string>;
}

const root = join(import.meta.dir, '../..');

export const generatedFiles: readonly GeneratedFile[] = [
  {
    path: join(root, 'src/tools/schemas.generated.ts'),
    make: () => schemasSource([symbols, outline, definition, describe, references, diagnostics, lsp, getErrorDetails]),
  },
  // Imported late, both: the list of tools holds the schemas.
  {
    path: join(root, 'docs/MCP-PROTOCOL.md'),
    make: async (text) => (await import('./protocol.ts')).generatedProtocol(text),
  },
  { path: join(root, 'README.md'), make: async (text) => (await import('./readme.ts')).generatedReadme(text) },
];
