/** `bun run generate`: writes what is made from declarations; a test tells when it is out of date. */
import { readFile, writeFile } from 'node:fs/promises';
import { generatedFiles } from '../support/generated.ts';

for (const { path, make } of generatedFiles) await writeFile(path, await make(await readFile(path, 'utf8').catch(() => '')));
