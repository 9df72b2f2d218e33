/** The compiled bridge under the clients that agents use: the SDK's first generation, and its second in both eras. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tools as declared } from '../../src/tools/index.ts';
import { version } from '../../src/version.ts';
import { binary } from '../support/binary.ts';
import { languageServer } from '../support/language-server.ts';
import { environment } from '../support/environment.ts';
import { asEnvelope } from '../support/envelope.ts';
import { copyOfExample } from '../support/example.ts';
import { root } from '../support/paths.ts';
import { run } from '../support/run.ts';
import { type Tree, markedTree } from '../support/processes.ts';
import { collectReferences } from '../tools/asking.ts';
import { asReferencesCase, parseCases } from '../tools/case-file.ts';
import { compareReferences } from '../tools/comparison.ts';

setDefaultTimeout(180_000);

const workspace = copyOfExample();
const me = { name: 'test', version: '1' };
/** The first load restores and may wait for a slow machine. */
const patience = { timeout: 170_000 };

interface Progress {
  readonly progress: number;
}
interface Result {
  readonly structuredContent?: unknown;
  readonly content?: unknown;
  readonly isError?: unknown;
  readonly [more: string]: unknown;
}

/** A connected client, as all of these tests need it. */
interface Connected {
  readonly listTools: () => Promise<object>;
  readonly call: (name: string, args: Record<string, unknown>, onProgress?: (step: Progress) => void) => Promise<Result>;
  readonly instructions: string | undefined;
  readonly server: unknown;
  readonly protocol: string | undefined;
  readonly tree: Tree;
  readonly close: () => Promise<void>;
}

async function command(tree: Tree) {
  const args = ['--workspace', workspace, '--server', await languageServer()];
  return { command: await binary(), args, env: environment(tree.env), stderr: 'pipe' as const };
}

async function first(): Promise<Connected> {
  const client = new FirstClient(me);
  const tree = markedTree();
  await client.connect(new FirstTransport(await command(tree)) as Parameters<typeof client.connect>[0]);
  return {
    listTools: () => client.listTools(),
    call: async (name, args, onprogress): Promise<Result> =>
      await client.callTool({ name, arguments: args }, undefined, { ...patience, ...(onprogress ? { onprogress } : {}) }),
    instructions: client.getInstructions(),
    server: client.getServerVersion(),
    protocol: '2025-11-25',
    tree,
    close: () => client.close(),
  };
}

async function second(mode: 'legacy' | { pin: '2026-07-28' }): Promise<Connected> {
  const client = new Client(me, { versionNegotiation: { mode } });
  const tree = markedTree();
  await client.connect(new StdioClientTransport(await command(tree)));
  return {
    listTools: () => client.listTools(undefined, { cacheMode: 'refresh' }),
    call: async (name, args, onprogress) =>
      await client.callTool({ name, arguments: args }, { ...patience, ...(onprogress ? { onprogress } : {}) }),
    instructions: client.getInstructions(),
    server: client.getServerVersion(),
    protocol: client.getNegotiatedProtocolVersion(),
    tree,
    close: () => client.close(),
  };
}

const cases = await parseCases(await Bun.file(join(root, 'test', 'expected', 'example.json')).text(), 'example.json');
const asked = cases.find(({ id }) => id === 'example/refs-interface');
if (asked === undefined) throw new Error('the example has no case refs-interface');
const truth = await asReferencesCase(asked);

describe.each([
  ['the first generation', first, '2025-11-25'],
  ['the second, older era', () => second('legacy'), '2025-11-25'],
  ['the second, current era', () => second({ pin: '2026-07-28' }), '2026-07-28'],
] as const)('%s', (_, connect, protocol) => {
  test('finds the tools, gets right answers, with progress, and leaves nothing behind', async () => {
    const client = await connect();
    expect(client.protocol).toBe(protocol);
    expect(client.server).toMatchObject({ name: 'roslyn-bridge', version });
    expect(client.instructions).toContain('workspace_loading');

    const tools = JSON.stringify(await client.listTools());
    expect(JSON.stringify(await client.listTools())).toBe(tools);
    expect(Buffer.byteLength(tools)).toBeLessThanOrEqual(56 * 1024);
    expect(JSON.parse(tools).tools.map((tool: { name: string }) => tool.name)).toEqual(declared.map(({ name }) => name));

    const status = await asEnvelope((await client.call('lsp', { action: 'status' })).structuredContent, 'lsp status');
    expect(status.data).toMatchObject({ state: 'stopped' });

    const steps: number[] = [];
    const answer = await client.call('references', { symbol: 'IOrderRepository' }, ({ progress }) => steps.push(progress));
    await asEnvelope(answer.structuredContent, 'references');
    expect(answer).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: expect.stringContaining(': 14 references, ') }],
    });
    expect(steps.length).toBeGreaterThan(1);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));

    const { file, line, col, signature } = truth.input;
    for (const parameters of [{ symbol: signature }, { path: file, line, column: col }]) {
      const found = await collectReferences(
        async (tool, args) => (await client.call(tool, { ...args })).structuredContent,
        parameters,
      );
      if (!found.ok) throw new Error(found.problem);
      expect(compareReferences(truth, found.pages)).toEqual([]);
    }

    const failed = await client.call('references', { symbol: 'IOrderRepository', lines: 3 });
    expect(failed.isError).toBe(true);
    expect((await asEnvelope(failed.structuredContent)).error?.message).toBe(
      "references: unknown argument 'lines', did you mean 'line'?",
    );

    // The bridge and its language server.
    expect(client.tree.living().length).toBeGreaterThanOrEqual(2);
    await client.close();
    expect(client.tree.living()).toEqual([]);
  });
});

test('the list of tools is the snapshot, with every word of it', async () => {
  const client = await second('legacy');
  const { tools } = (await client.listTools()) as { tools: readonly Record<string, unknown>[] };
  await client.close();
  expect(tools.map(({ outputSchema: _, ...tool }) => tool)).toMatchSnapshot();
  expect(new Set(tools.map(({ outputSchema }) => JSON.stringify(outputSchema))).size).toBe(1);
  expect(tools[0]?.['outputSchema']).toMatchSnapshot();
});

describe('invalid settings', () => {
  const block = [
    '.roslyn-bridge.json is invalid:',
    '- startupTimeout must be from 1 to 600 seconds',
    "- solution 'src/Missing.slnx' does not exist\n",
  ].join('\n');
  const typo = ['.roslyn-bridge.json is invalid:', "- unknown key 'startupTimout', did you mean 'startupTimeout'?\n"].join('\n');
  test.each([
    ['{"startupTimeout": 0, "solution": "src/Missing.slnx"}', block],
    ['{"startupTimout": 5, "startupTimeout": 0, "solution": "src/Missing.slnx"}', typo],
  ])(
    '%s: the client sees the end, and a person the block on standard error',
    async (text, expected) => {
      const folder = copyOfExample();
      writeFileSync(join(folder, '.roslyn-bridge.json'), text);
      const { command: path, env } = await command(markedTree());
      const server = { command: path, args: ['--workspace', folder], env, stderr: 'pipe' as const };
      const transport = new StdioClientTransport(server);
      const said = new Promise<string>((resolve) => {
        let heard = '';
        transport.stderr?.on('data', (chunk: Buffer) => {
          heard += chunk.toString();
          if (heard.length >= expected.length) resolve(heard);
        });
      });
      await expect(new Client(me).connect(transport)).rejects.toThrow('Connection closed');
      expect(await said).toBe(expected);
      // In the current era the client keeps to itself what a server said that ended at its first question.
      const current = new Client(me, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      await expect(current.connect(new StdioClientTransport(server))).rejects.toThrow('the connection closed during');
      const input = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}\n';
      expect(await run([path, '--workspace', folder], { input })).toEqual({ code: 1, stdout: '', stderr: expected });
    },
    30_000,
  );
});
