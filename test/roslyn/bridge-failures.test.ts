/** Loads by Microsoft's server that never end: the bridge says so, with the last words, and can begin anew. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { ask, expectCleanEnd, expectRight, strictBridge } from './driving.ts';
import { StrictFake } from './fake.ts';
import type { Switch } from './switches.ts';

setDefaultTimeout(60_000);

const never: readonly (readonly [Switch, string])[] = [
  ['refusesSolution', 'Exception thrown while loading: Error: System.Exception: The solution has an unsupported format'],
  ['restoreStalls', 'Determining projects to restore...'],
];

test.each(never)('%s: the load fails with the last words, and lsp restart mends it', async (name, says) => {
  const fake = new StrictFake([name, 'otherProcess']);
  const bridge = await strictBridge(fake, { args: ['--startup-timeout', '1'] });
  const { wire } = bridge;
  expect((await ask(bridge)).envelope).toMatchObject({ ok: false });
  let state = 'loading';
  while (['loading', 'starting'].includes(state)) {
    await Bun.sleep(10);
    state = String((await wire.call('lsp', { action: 'status' })).envelope.data?.['state']);
  }
  expect(state).toBe('failed');
  const { envelope, text } = await ask(bridge);
  expect(envelope).toMatchObject({
    ok: false,
    error: { code: 'workspace_load_failed' },
    continuation: { kind: 'CallTool', tool: 'lsp' },
  });
  expect(text).toContain('the load made no progress for 1 s');
  expect(text).toContain(says);
  expect(fake.starts()).toHaveLength(1);
  fake.turn([]);
  expect((await wire.call('lsp', { action: 'restart' })).envelope).toMatchObject({ ok: true, data: { state: 'ready' } });
  await expectRight(bridge);
  await expectCleanEnd(bridge, fake);
});
