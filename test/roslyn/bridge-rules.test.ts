/** What Microsoft's server always does, and what the bridge makes of it: problems, names, and files that change. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { FakeBridge } from '../fake/bridge.ts';
import { ask, evaluatedBridge, expectCleanEnd, expectRight, strictBridge } from './driving.ts';
import { StrictFake } from './fake.ts';
import { harmless } from './switches.ts';

setDefaultTimeout(60_000);

const pull = 'textDocument/diagnostic';
const file = { scope: 'file', path: 'Hello/Broken.cs' };

async function ids({ wire }: FakeBridge, args: Record<string, unknown>): Promise<unknown> {
  const { envelope, text } = await wire.call('diagnostics', { severity: 'hint', ...args });
  if (!envelope.ok) return text;
  const files = (envelope.data?.['files'] ?? []) as readonly { readonly problems: readonly { readonly id: string }[] }[];
  return files.flatMap(({ problems }) => problems.map(({ id }) => id));
}

/** Each rule alone, and with everything that is harmless. */
const setups = [
  ['alone', []],
  ['with all that is harmless', harmless],
] as const;

describe.each(setups)('%s', (_, on) => {
  test('openPulls, identifiers: the problems of a file that nobody has open, those of analyzers on request', async () => {
    const fake = new StrictFake(on);
    const bridge = await strictBridge(fake);
    expect(await ids(bridge, file)).toEqual(['CS0103']);
    expect(await ids(bridge, { ...file, includeAnalyzers: true })).toEqual(['IDE0005', 'CS0103']);
    await expectCleanEnd(bridge, fake);
  });

  test('openOnce: many calls at once about one file never open it twice', async () => {
    const fake = new StrictFake(on);
    const bridge = await strictBridge(fake);
    await expectRight(bridge);
    const analyzers = [false, true, false, true, false, true];
    const found = await Promise.all(analyzers.map((includeAnalyzers) => ids(bridge, { ...file, includeAnalyzers })));
    expect(found).toEqual(analyzers.map((asked) => (asked ? ['IDE0005', 'CS0103'] : ['CS0103'])));
    expect(fake.methods()).toContain('textDocument/didOpen');
    await expectCleanEnd(bridge, fake);
  });

  test('compilerScope, longPoll: the problems of everything, again and again, and at once', async () => {
    const fake = new StrictFake(on);
    const bridge = await evaluatedBridge(fake);
    const path = join(bridge.workspace, 'Hello', 'Broken.cs');
    const all = { scope: 'solution' };
    expect(await ids(bridge, all)).toEqual(['CS0103']);
    expect(await ids(bridge, { ...all, includeAnalyzers: true })).toEqual(['IDE0005', 'CS0103']);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Missing', 'Missing + Missing'));
    const both = [ids(bridge, all), ids(bridge, { ...all, includeAnalyzers: true }), ids(bridge, file)];
    expect(await Promise.all(both)).toEqual([
      ['CS0103', 'CS0103'],
      ['IDE0005', 'CS0103', 'CS0103'],
      ['CS0103', 'CS0103'],
    ]);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Missing', '0'));
    expect(await ids(bridge, all)).toEqual([]);
    expect(fake.methods().filter((method) => method === 'workspace/diagnostic').length).toBeGreaterThan(2);
    await expectCleanEnd(bridge, fake);
  });

  test('longPoll: a call that is cancelled holds nobody up', async () => {
    const fake = new StrictFake(on);
    const bridge = await evaluatedBridge(fake);
    const { wire } = bridge;
    await expectRight(bridge);
    const id = wire.begin('diagnostics', { scope: 'solution' });
    wire.notify('notifications/cancelled', { requestId: id, reason: 'enough' });
    expect(await ids(bridge, { scope: 'solution' })).toEqual(['CS0103']);
    await expectCleanEnd(bridge, fake);
  });

  test('decoratedNames: an outline in plain words', async () => {
    const fake = new StrictFake(on);
    const bridge = await strictBridge(fake);
    const { text } = await bridge.wire.call('outline', { path: 'Hello/Greeter.cs' });
    expect(text).toContain('Greet(string name)');
    expect(text).not.toContain(' : string');
    await expectCleanEnd(bridge, fake);
  });

  test('lateEvents: a file that has changed is answered as it is', async () => {
    const fake = new StrictFake(on);
    const bridge = await strictBridge(fake);
    await expectRight(bridge);
    const { length } = fake.starts();
    const path = join(bridge.workspace, 'Hello', 'Greeter.cs');
    for (const total of [3, 4, 5]) {
      writeFileSync(path, readFileSync(path, 'utf8').replace('Greet(name) +', 'Greet(name) + Greet(name) +'));
      expect((await ask(bridge)).envelope).toMatchObject({ ok: true, data: { total } });
    }
    expect(fake.starts()).toHaveLength(length);
    await expectCleanEnd(bridge, fake);
  });

  test('nudge: a file that comes and goes is answered as it is', async () => {
    const fake = new StrictFake(on);
    const bridge = await strictBridge(fake);
    await expectRight(bridge);
    const path = join(bridge.workspace, 'Hello', 'Other.cs');
    const text = 'namespace Hello;\n\npublic class Other\n{\n    public string Say(Greeter g) => g.Greet("x");\n}\n';
    for (let time = 1; time <= 2; time += 1) {
      writeFileSync(path, text);
      expect((await ask(bridge)).envelope).toMatchObject({ ok: true, data: { total: 3 } });
      rmSync(path);
      await expectRight(bridge);
    }
    await expectCleanEnd(bridge, fake);
  });
});

test('openOnce: what a call has opened is closed where the call ends early, by its clock or by its client', async () => {
  const fake = new StrictFake([], { silent: [pull] });
  const bridge = await strictBridge(fake, { args: ['--request-timeout', '1'] });
  const { wire } = bridge;
  const late = await Promise.all([ids(bridge, file), ids(bridge, { ...file, includeAnalyzers: true })]);
  for (const each of late) expect(each).toStartWith(`request_timed_out: the language server did not answer ${pull} within 1 s`);
  const asked = fake.methods().filter((method) => method === pull).length;
  const id = wire.begin('diagnostics', file);
  await fake.got(pull, asked + 1);
  wire.notify('notifications/cancelled', { requestId: id, reason: 'enough' });
  await fake.got('$/cancelRequest', asked + 1);
  const count = (method: string): number => fake.methods().filter((each) => each === method).length;
  await fake.until(() => count('textDocument/didOpen') === count('textDocument/didClose'));
  expect(count('textDocument/didOpen')).toBeGreaterThan(1);
  await expectCleanEnd(bridge, fake);
});
