/** The bridge over the strict fake: under every switch its answer is right, and it ends with nothing left behind. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { tempFolder } from '../support/temp.ts';
import { ask, expectCleanEnd, expectRight, right, strictBridge } from './driving.ts';
import { StrictFake } from './fake.ts';
import { type Switch, harmless } from './switches.ts';

setDefaultTimeout(60_000);

test.each(harmless)('%s: one answer, the right one, and a clean end', async (name) => {
  const fake = new StrictFake([name]);
  const bridge = await strictBridge(fake);
  expect((await ask(bridge)).envelope).toMatchObject({ ok: true, data: right, snapshot: { workspaceEpoch: loads(name) } });
  await expectCleanEnd(bridge, fake);
  expect(fake.starts()).toHaveLength(loads(name));
});

/** What the server restored by itself while it loaded, the bridge finds changed after the load. */
const loads = (name: Switch): number => (name === 'awaitsAssets' ? 2 : 1);

test.each([1, 2, 3])('all of them at once, in the order of seed %i', async (seed) => {
  const fake = new StrictFake(harmless, { seed });
  const bridge = await strictBridge(fake);
  await expectRight(bridge);
  await expectCleanEnd(bridge, fake);
});

test('completesTwice: there is one load, and one state', async () => {
  const fake = new StrictFake(['completesTwice']);
  const bridge = await strictBridge(fake);
  for (let call = 1; call <= 3; call += 1) await expectRight(bridge);
  const { envelope } = await bridge.wire.call('lsp', { action: 'status' });
  expect(envelope).toMatchObject({ data: { state: 'ready' }, snapshot: { workspaceEpoch: 1 } });
  expect(fake.methods().filter((method) => /^(?:solution|project)\/open$/.test(method))).toEqual(['solution/open']);
  await expectCleanEnd(bridge, fake);
});

test.each([false, true])('loadsByPokes: nothing is asked of a load that is under way (positionalProgress: %p)', async (also) => {
  const fake = new StrictFake(also ? ['loadsByPokes', 'positionalProgress'] : ['loadsByPokes']);
  const bridge = await strictBridge(fake);
  const { wire } = bridge;
  const id = wire.begin('references', { symbol: 'Greeter.Greet' }, 'token');
  await fake.got('solution/open');
  fake.poke();
  // The name of a project comes from the progress of the server alone.
  await wire.until(({ params }) => String(params?.['message']).includes('Project1'));
  expect(wire.heard.some((message) => message.id === id)).toBe(false);
  expect(fake.methods().some((method) => /symbol|textDocument/i.test(method))).toBe(false);
  fake.poke();
  expect((await wire.tool(id, 'references')).envelope).toMatchObject({ ok: true, data: right });
  await expectCleanEnd(bridge, fake);
});

test('awaitsAssets: with --no-restore the server restores nothing, and nobody waits', async () => {
  const fake = new StrictFake(['awaitsAssets']);
  const bridge = await strictBridge(fake, { args: ['--no-restore'] });
  await expectRight(bridge);
  expect(fake.methods()).not.toContain('workspace/didChangeWatchedFiles');
  await expectCleanEnd(bridge, fake);
});

test('oldProfile: the question for a restore is granted, the restore asked for, and the answer right', async () => {
  const fake = new StrictFake(['oldProfile']);
  const bridge = await strictBridge(fake);
  await expectRight(bridge);
  expect(fake.methods(1)).toContain('workspace/_roslyn_restore');
  await expectCleanEnd(bridge, fake);
});

test('oldProfile and all that is harmless', async () => {
  const fake = new StrictFake(['oldProfile', ...harmless]);
  const bridge = await strictBridge(fake);
  await expectRight(bridge);
  await expectCleanEnd(bridge, fake);
});

test.each([false, true])('ignoresExit: it is ended all the same (otherProcess: %p)', async (other) => {
  const fake = new StrictFake(other ? ['ignoresExit', 'otherProcess'] : ['ignoresExit']);
  const bridge = await strictBridge(fake);
  await expectRight(bridge);
  await expectCleanEnd(bridge, fake);
});

test.each([false, true])('diesMidRequest: it is started again, and asked again (otherProcess: %p)', async (other) => {
  const fake = new StrictFake(other ? ['diesMidRequest', 'otherProcess'] : ['diesMidRequest']);
  const bridge = await strictBridge(fake);
  expect((await ask(bridge)).envelope).toMatchObject({ ok: true, data: right, snapshot: { workspaceEpoch: 2 } });
  await expectCleanEnd(bridge, fake);
  expect(fake.starts()).toHaveLength(2);
});

test('hangsMidRequest: the call ends by its clock, and the next one is answered', async () => {
  const fake = new StrictFake(['hangsMidRequest']);
  const bridge = await strictBridge(fake, { args: ['--request-timeout', '1'] });
  const { envelope, text } = await ask(bridge);
  expect(envelope).toMatchObject({ ok: false, error: { code: 'request_timed_out' } });
  expect(text).toContain('did not answer textDocument/references within 1 s');
  await expectRight(bridge);
  await expectCleanEnd(bridge, fake);
  expect(fake.starts()).toHaveLength(1);
});

test('otherProcess: a server that is ended while it loads takes the other process with it', async () => {
  const fake = new StrictFake(['otherProcess', 'loadsByPokes'], { silent: ['shutdown'] });
  const bridge = await strictBridge(fake);
  bridge.wire.begin('references', { symbol: 'Greeter.Greet' });
  await fake.got('solution/open');
  await expectCleanEnd(bridge, fake);
});

test('emptyProjects: without a solution the projects are opened by name', async () => {
  const fake = new StrictFake();
  const bridge = await strictBridge(fake, { stateHome: tempFolder('state') });
  await Bun.file(`${bridge.workspace}/Hello.slnx`).delete();
  await expectRight(bridge);
  expect(fake.methods().filter((method) => /^(?:solution|project)\/open$/.test(method))).toEqual(['project/open']);
  await expectCleanEnd(bridge, fake);
});
