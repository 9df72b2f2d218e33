/**
 * Edits by somebody else, each followed at once by a question to the compiled bridge. The right answers come from how the
 * edits are made.
 */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { binary } from '../support/binary.ts';
import { languageServer } from '../support/language-server.ts';
import { collectReferences } from '../tools/asking.ts';
import { startBatch } from '../tools/batch-process.ts';
import { World } from './world.ts';

setDefaultTimeout(15 * 60_000);

describe.each([
  ['auto', { mode: 'watcher' }],
  ['off', { mode: 'sweep', why: '--watch off' }],
])('with --watch %s', (watch, mode) => {
  test('200 edits have 200 true answers', async () => {
    const world = new World(20261130);
    const command = [
      await binary(),
      'call',
      '--batch',
      '--workspace',
      world.root,
      '--watch',
      watch,
      '--server',
      await languageServer(),
    ];
    const bridge = startBatch(command);
    const ask = async (): Promise<string[]> => {
      const answer = await collectReferences(bridge.call, { symbol: 'Hub.Call', limit: 5000, maxTokens: 50_000 });
      if (!answer.ok) return [answer.problem];
      const files = answer.pages.flatMap((page) => page.files);
      const places = files.flatMap(({ path, places }) =>
        places.flatMap(({ line, declaration }) => (declaration === true ? [] : [`${path}:${line}`])),
      );
      return [...places, ...answer.warnings].sort();
    };
    expect(await ask()).toEqual(world.truth());
    expect(await bridge.call('lsp', { action: 'status' })).toMatchObject({ ok: true, data: { state: 'ready', watch: mode } });
    const wrong: string[] = [];
    const edits = world.edits();
    expect(edits.length).toBe(200);
    for (const { name, make } of edits) {
      const where = make();
      const [answer, truth] = [await ask(), world.truth()];
      if (!Bun.deepEquals(answer, truth)) wrong.push(`${name}, ${where}: ${difference(answer, truth)}`);
    }
    expect(wrong).toEqual([]);
    expect(await bridge.end()).toBe(0);
  });
});

const difference = (answer: readonly string[], truth: readonly string[]): string =>
  [
    ...truth.filter((each) => !answer.includes(each)).map((each) => `-${each}`),
    ...answer.filter((each) => !truth.includes(each)).map((each) => `+${each}`),
  ].join(' ');
