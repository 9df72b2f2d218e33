/** What is made from declarations is up to date. */
import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { generatedFiles } from './support/generated.ts';

for (const { path, make } of generatedFiles) {
  test(`${basename(path)} is what \`bun run generate\` writes`, async () => {
    const text = await readFile(path, 'utf8');
    expect(text).toBe(await make(text));
  });
}
