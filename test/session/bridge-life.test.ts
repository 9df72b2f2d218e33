/** A session of the compiled bridge with a client: deaths, cancels, loads that take their time, and two thousand calls. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { fakeBridge } from '../fake/bridge.ts';
import { Fake } from '../fake/fake.ts';

setDefaultTimeout(60_000);

const greet = { symbol: 'Greeter.Greet' };
const right = { symbol: 'Hello.Greeter.Greet(string)', total: 2, declarations: 1, fileCount: 1 };
const dies = 'It dies for a reason';

test('a server that dies at each start is given up after five, until lsp restart', async () => {
  const fake = new Fake({ dies: { at: 'loading', says: dies } });
  const { wire } = await fakeBridge(fake);
  const { envelope, text } = await wire.call('references', greet);
  expect(envelope).toMatchObject({
    ok: false,
    error: { code: 'server_failed' },
    continuation: { kind: 'CallTool', tool: 'lsp' },
  });
  expect(text).toContain(dies);
  for (let call = 1; call <= 3; call += 1) await wire.call('references', greet);
  expect(fake.starts()).toHaveLength(5);
  fake.become({});
  await wire.call('lsp', { action: 'restart' });
  expect((await wire.call('references', greet)).envelope).toMatchObject({
    ok: true,
    data: right,
    snapshot: { workspaceEpoch: 6 },
  });
  await wire.close();
});

test('a read in flight when the server dies is asked again once, and the epoch grows', async () => {
  const fake = new Fake({ holds: ['textDocument/references'] });
  const { wire } = await fakeBridge(fake);
  const call = wire.begin('references', greet);
  await fake.got('textDocument/references');
  fake.become({});
  process.kill(fake.starts()[0]?.pid ?? 0, 'SIGKILL');
  const { envelope } = await wire.tool(call, 'references');
  expect(envelope).toMatchObject({ ok: true, data: right, snapshot: { workspaceEpoch: 2 } });
  expect(fake.starts()).toHaveLength(2);
  await wire.close();
});

test('a call that the client cancels is cancelled at the server, has no answer, and suspects nobody (R79)', async () => {
  const fake = new Fake({ holds: ['textDocument/references'] });
  const { wire } = await fakeBridge(fake);
  const id = wire.begin('references', greet);
  await fake.got('textDocument/references');
  const probes = (): number => fake.methods().filter((method) => method === 'workspace/symbol').length;
  const before = probes();
  wire.notify('notifications/cancelled', { requestId: id, reason: 'enough' });
  await fake.got('$/cancelRequest');
  expect((await wire.call('lsp', { action: 'status' })).envelope).toMatchObject({ data: { state: 'ready' } });
  expect(wire.heard.filter((message) => message.id === id)).toEqual([]);
  expect(probes()).toBe(before);
  await wire.close();
  expect(fake.complaints()).toEqual([]);
});

test('while a load takes its time, the tools are listed and the state is told (R07)', async () => {
  const fake = new Fake({ load: { steps: 2, every: 'poke' } });
  const { wire } = await fakeBridge(fake);
  const call = wire.begin('references', greet, 'token');
  await fake.got('workspace/symbol');
  fake.poke();
  await wire.until(({ params }) => String(params?.['message']).includes('Project1 (1 of 2)'));
  expect((await wire.request('tools/list'))['tools']).toBeArray();
  const { envelope } = await wire.call('lsp', { action: 'status' });
  expect(envelope).toMatchObject({ data: { state: 'loading', detail: expect.stringContaining('Project1 (1 of 2)') } });
  expect(wire.heard.some(({ id }) => id === call)).toBe(false);
  fake.poke();
  expect((await wire.tool(call, 'references')).envelope).toMatchObject({ ok: true, data: right });
  await wire.close();
});

test('two thousand calls, answered, failed and cancelled, leave the memory of the bridge flat', async () => {
  const fake = new Fake({ silent: ['textDocument/definition'] });
  const { wire } = await fakeBridge(fake);
  const resident = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${wire.pid}/status`, 'utf8'))?.[1]) / 1024;
  const calls = async (count: number): Promise<void> => {
    for (let call = 0; call < count; call += 2) {
      const id = wire.begin('references', greet);
      expect((await wire.call('references', { symbol: 'Nobody' })).envelope).toMatchObject({
        error: { code: 'symbol_not_found' },
      });
      wire.notify('notifications/cancelled', { requestId: id });
    }
  };
  await calls(1000);
  const before = resident();
  await calls(2000);
  // What a collection of garbage would free is not told from outside, so this is no sharp bound; a leak of one waiter for
  // each call was 180 MB.
  expect(resident() - before).toBeLessThan(20);
  await wire.close();
  expect(fake.starts()).toHaveLength(1);
  expect(fake.complaints()).toEqual([]);
});
