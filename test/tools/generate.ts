/** `bun run generate`: writes what is made from declarations into the source; a test tells when it is out of date. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GeneratedTool, schemasSource } from '../support/schemas.ts';
import { getErrorDetails } from '../../src/tools/get-error-details.ts';
import { lsp } from '../../src/tools/lsp.ts';
import { references } from '../../src/tools/references.ts';

export const declared: readonly GeneratedTool[] = [references, lsp, getErrorDetails];
export const schemasFile: string = join(import.meta.dir, '../../src/tools/schemas.generated.ts');

if (import.meta.main) await writeFile(schemasFile, await schemasSource(declared));
