/** How a dotnet command is run and ended; a shell stands in for dotnet. */
import { describe, expect, test } from 'bun:test';
import { runDotnet } from '../../src/dotnet/run.ts';
import { markedTree } from '../support/processes.ts';

function script(text: string, options: { onLine?: (line: string) => void; signal?: AbortSignal; timeout?: number } = {}) {
  const tree = markedTree();
  const env = { PATH: process.env['PATH'] ?? '', ...tree.env };
  const signal = options.signal ?? new AbortController().signal;
  return {
    tree,
    ended: runDotnet({ timeout: 20_000, ...options, dotnet: '/bin/sh', args: ['-c', text], cwd: '/', env, signal }),
  };
}

/** A program that it starts, which lives on and keeps the pipes open. */
const livesOn = 'sleep 600 & echo ready';

describe('a dotnet command', () => {
  test('tells its lines, whole and without blanks, of both streams, and how it ended', async () => {
    const told: string[] = [];
    const { ended } = script('printf "  one"; printf " line\\r\\n\\ntwo\\n"; printf three >&2; exit 7', {
      onLine: (line) => told.push(line),
    });
    const { succeeded, how, lines } = await ended;
    expect([succeeded, how]).toEqual([false, 'exited with code 7']);
    expect([...lines].sort()).toEqual(['one line', 'three', 'two']);
    expect(told).toEqual([...lines]);
    expect((await script('true').ended).succeeded).toBe(true);
  });

  test('has nothing to read', async () => {
    expect((await script('cat; echo end').ended).lines).toEqual(['end']);
  });

  test('takes with it what it has started', async () => {
    const { tree, ended } = script(livesOn);
    expect((await ended).succeeded).toBe(true);
    expect(await tree.left(5_000)).toEqual([]);
  });

  test('ends with the signal, with all that it has started', async () => {
    const controller = new AbortController();
    const onLine = (): void => controller.abort(new Error('enough'));
    const { tree, ended } = script(`${livesOn}; sleep 600`, { onLine, signal: controller.signal });
    await expect(ended).rejects.toThrow('enough');
    expect(await tree.left(5_000)).toEqual([]);
  });

  test('ends with its time', async () => {
    const { tree, ended } = script('sleep 600 & sleep 600', { timeout: 100 });
    expect(await ended).toEqual({ succeeded: false, how: 'did not end within 0.1 s', lines: [] });
    expect(await tree.left(5_000)).toEqual([]);
  });

  test('is not begun for a signal that was given before', async () => {
    await expect(script('true', { signal: AbortSignal.abort(new Error('before')) }).ended).rejects.toThrow('before');
  });

  test('of many lines keeps the last', async () => {
    const { lines } = await script('seq 5000').ended;
    expect([lines.length, lines.at(-1)]).toEqual([2_000, '5000']);
  });
});
