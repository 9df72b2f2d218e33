/**
 * The main job, shown: `bun run test/tools/first-answer.ts BINARY` starts the bridge as an MCP client does, on a copy of the
 * example solution, asks for the references of one interface, prints the answer and compares it with the right one. Ends with
 * code 1 and the reason on standard error when there is no answer or another one.
 */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { environment } from '../support/environment.ts';
import { copyOfExample } from '../support/example.ts';
import { root } from '../support/paths.ts';
import { removeTempFolders } from '../support/temp.ts';
import { type Call, collectReferences } from './asking.ts';
import { type ReferencesCase, asReferencesCase, parseCases } from './case-file.ts';
import { compareReferences } from './comparison.ts';

/** The case that is shown. */
const shown = 'example/refs-interface';

/** A first load may have to restore and to wait for a slow machine; more than this is a hang. */
const patience = 10 * 60_000;

async function truth(): Promise<ReferencesCase> {
  const file = join(root, 'test', 'expected', 'example.json');
  const found = (await parseCases(await Bun.file(file).text(), file)).find(({ id }) => id === shown);
  if (found === undefined) throw new Error(`${file} has no case ${shown}`);
  return asReferencesCase(found);
}

/** Calls through the client, prints what a reader sees, and asks again for as long as the bridge says that it is loading. */
function caller(client: Client): Call {
  const end = Date.now() + patience;
  return async (name, parameters) => {
    for (;;) {
      const result = await client.callTool({ name, arguments: { ...parameters } }, { timeout: patience });
      const text = result.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
      const loading = result.isError === true && text.includes('workspace_loading') && Date.now() < end;
      (loading ? process.stderr : process.stdout).write(`${text}\n`);
      if (!loading) return result.structuredContent;
      await Bun.sleep(1000);
    }
  };
}

async function main(): Promise<void> {
  const [binary, ...rest] = process.argv.slice(2);
  if (binary === undefined || rest.length > 0) throw new Error('usage: bun run test/tools/first-answer.ts BINARY');
  const expected = await truth();
  const symbol = expected.input.signature.replace(/^.*\./, '');
  const client = new Client({ name: 'first-answer', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const args = ['serve', '--workspace', copyOfExample()];
  await client.connect(new StdioClientTransport({ command: binary, args, env: environment(), stderr: 'inherit' }));
  try {
    process.stdout.write(`> references ${JSON.stringify({ symbol })}\n`);
    const answer = await collectReferences(caller(client), { symbol });
    if (!answer.ok) throw new Error(answer.problem);
    const differences = compareReferences(expected, answer.pages);
    if (differences.length > 0) throw new Error(differences.map(({ what, text }) => `${what}: ${text}`).join('\n'));
  } finally {
    await client.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`first-answer: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  removeTempFolders();
}
