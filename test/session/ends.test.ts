/** The end of the compiled bridge, whoever brings it about: nothing is left running, and nothing is left behind. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type FakeBridge, fakeBridge } from '../fake/bridge.ts';
import type { Faults } from '../fake/faults.ts';
import { Fake } from '../fake/fake.ts';

setDefaultTimeout(60_000);

/** The bridge in a state of its life, with all that runs then: the server, and a helper as the build host is one. */
interface Life {
  readonly faults: Faults;
  readonly reach: (bridge: FakeBridge, fake: Fake) => Promise<void>;
}

const call = { symbol: 'Greeter.Greet' };
const lives: Readonly<Record<string, Life>> = {
  'idle before any call': { faults: {}, reach: async ({ wire }) => void (await wire.request('tools/list')) },
  ready: { faults: { helper: true }, reach: async ({ wire }) => void (await wire.call('references', call)) },
  starting: {
    faults: { helper: true, silent: ['initialize'] },
    reach: async ({ wire }, fake) => {
      wire.begin('references', call);
      await fake.got('initialize');
    },
  },
  loading: {
    faults: { helper: true, load: 'never' },
    reach: async ({ wire }, fake) => {
      wire.begin('references', call);
      await fake.got('workspace/symbol');
    },
  },
  'asking a server that hangs': {
    faults: { helper: true, silent: ['textDocument/references'], ignores: ['exit', 'eof', 'SIGTERM'] },
    reach: async ({ wire }, fake) => {
      wire.begin('references', call);
      await fake.got('textDocument/references');
    },
  },
  'over a stopped server': {
    faults: { helper: true },
    reach: async ({ wire }, fake) => {
      await wire.call('references', call);
      process.kill(fake.starts()[0]?.pid ?? 0, 'SIGSTOP');
    },
  },
};

describe.each(Object.entries(lives))('the bridge, %s', (_, { faults, reach }) => {
  test.each(['the end of its input', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends at %s in five seconds (R86, R87)',
    async (cause) => {
      const fake = new Fake(faults);
      const bridge = await fakeBridge(fake);
      await reach(bridge, fake);
      const began = performance.now();
      if (cause === 'the end of its input') void bridge.wire.close();
      else bridge.wire.kill(cause);
      const end = await bridge.wire.ended;
      expect(performance.now() - began).toBeLessThan(5500);
      expect({ ...end, stderr: '' }).toEqual({ code: 0, signal: null, stderr: '' });
      expect(await bridge.tree.left(1000)).toEqual([]);
      expect(bridge.states()).toEqual([]);
      expect(bridge.wire.noise).toEqual([]);
    },
  );

  test('leaves nothing running when it is killed (R85, R86)', async () => {
    const fake = new Fake(faults);
    const bridge = await fakeBridge(fake);
    await reach(bridge, fake);
    const running = bridge.tree.living().length;
    bridge.wire.kill('SIGKILL');
    await bridge.wire.ended;
    expect(await bridge.tree.left(2000)).toEqual([]);
    expect(running).toBe(faults.helper === true ? 3 : 1);
    expect(bridge.states()).toHaveLength(faults.helper === true ? 1 : 0);

    // What it could not remove, the next one does.
    const next = await fakeBridge(new Fake(), { stateHome: bridge.stateHome });
    await next.wire.call('references', call);
    expect(next.states()).toHaveLength(1);
    await next.wire.close();
    expect(next.states()).toEqual([]);
  });
});
