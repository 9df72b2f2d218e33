/** How a load goes, and what those who wait for it are told. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { ManualClock } from '../fake/clock.ts';
import { Fake } from '../fake/fake.ts';
import { isAlive } from '../support/processes.ts';
import { failureOf, hello, never } from '../fake/session.ts';

setDefaultTimeout(30_000);

test('a load without faults ends ready, and the server has nothing to complain of', async () => {
  const fake = new Fake();
  const { session, ready, ask } = hello(fake);
  const heard: string[] = [];
  const client = await ready(undefined, ({ message }) => heard.push(message));
  expect(session.state.kind).toBe('ready');
  expect(heard).toContain('loading Project1');
  expect((await ask(client)) as unknown[]).toHaveLength(2);
  await session.stop();
  expect(session.state.kind).toBe('stopped');
  expect(fake.complaints()).toEqual([]);
});

test('startupTimeout ends the waiting, and not the load while it makes progress (R07)', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ load: { steps: 5, every: 'poke' } });
  const { session, ready } = hello(fake, { clock, startupTimeout: 10_000 });
  const first = failureOf(ready());
  await fake.got('workspace/symbol');
  for (let step = 1; step <= 4; step += 1) {
    const moved = new Promise<void>((resolve) => {
      const waiting = session.ready({
        signal: never,
        patience: 600_000,
        progress: ({ done }) => done === step && resolve(),
      });
      // The last of these waits for the end, and all others for no longer than the timeout.
      waiting.catch(() => undefined);
    });
    fake.poke();
    await moved;
    // Nine of ten seconds without a sign, again and again.
    clock.advance(9_000);
  }
  expect(await first).toMatchObject({ code: 'workspace_loading', continuation: { kind: 'RetryRequest' } });
  expect((await first).message).toContain('loading Project2, 2 of 5; 10 s so far');
  expect(session.state.kind).toBe('loading');
  const last = ready();
  fake.poke();
  await last;
  expect(session.state).toMatchObject({ kind: 'ready', loadSeconds: 36 });
  await session.stop();
});

test('no progress for startupTimeout fails the load with the last words of the server (R05)', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ load: 'never', logs: ['csharp-ls: msbuildWorkspace.Diagnostics: [Failure] Lib.csproj is broken'] });
  const { session, ready } = hello(fake, { clock, startupTimeout: 10_000 });
  const moved = Promise.withResolvers<void>();
  const waiting = failureOf(ready(undefined, ({ done }) => done === 1 && moved.resolve()));
  await moved.promise;
  clock.advance(10_000);
  // The waiting ends with the same seconds; what counts is what the next call is told.
  expect(await waiting).toMatchObject({ code: 'workspace_loading' });
  const next = await failureOf(ready());
  expect(next).toMatchObject({ code: 'workspace_load_failed', continuation: { kind: 'CallTool', tool: 'lsp' } });
  expect(next.message).toStartWith('the load made no progress for 10 s:\n');
  expect(next.message).toContain('[Failure] Lib.csproj is broken');
  expect(fake.starts()).toHaveLength(1);
  // Not one more start before somebody asks for it.
  fake.become({});
  await session.stop();
  await ready();
  await session.stop();
});

test('a cancelled call leaves the load running for others', async () => {
  const fake = new Fake({ load: { steps: 1, every: 'poke' } });
  const { session, ready, ask } = hello(fake);
  const cancel = new AbortController();
  const cancelled = failureOf(ready(cancel.signal));
  const other = ready();
  await fake.got('workspace/symbol');
  cancel.abort(new Error('the agent turned away'));
  expect((await cancelled).message).toBe('the agent turned away');
  expect(session.state.kind).toBe('loading');
  fake.poke();
  expect((await ask(await other)) as unknown[]).toHaveLength(2);
  expect(fake.starts()).toHaveLength(1);
  expect(fake.methods()).not.toContain('$/cancelRequest');
  await session.stop();
});

test('an impatient call is told what is being waited for, and the load goes on', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ load: { steps: 2, every: 'poke' } });
  const { session, ready } = hello(fake, { clock });
  const moved = Promise.withResolvers<void>();
  const waiting = session.ready({ signal: never, patience: 3000, progress: ({ done }) => done === 1 && moved.resolve() });
  await fake.got('workspace/symbol');
  fake.poke();
  await moved.promise;
  clock.advance(3000);
  expect((await failureOf(waiting)).message).toBe('the workspace is still loading (loading Project1, 1 of 2; 3 s so far)');
  const patient = ready();
  fake.poke();
  await patient;
  await session.stop();
});

test('a server that tells of loads again and again after it was ready stays ready (R06)', async () => {
  const clock = new ManualClock();
  const fake = new Fake({ restless: true, logs: ['csharp-ls: msbuildWorkspace.Diagnostics: [Failure] broken'] });
  const { session, ready, ask } = hello(fake, { clock, startupTimeout: 10_000 });
  const client = await ready();
  for (let call = 1; call <= 3; call += 1) await ask(client);
  expect(session.state).toMatchObject({ kind: 'ready', problems: [{ message: 'broken' }] });
  expect(clock.running()).toEqual([]);
  await session.stop();
  expect(fake.complaints()).toEqual([]);
});

test('a load that ends with "could not be loaded" has failed, though every request is answered', async () => {
  const fake = new Fake({
    failsToLoad: 'No file format header found',
    logs: ['csharp-ls: msbuildWorkspace.Diagnostics: [Failure] Msbuild failed when processing Lib2.csproj'],
  });
  const { session, ready } = hello(fake);
  const failure = await failureOf(ready());
  expect(failure).toMatchObject({
    code: 'workspace_load_failed',
    message: 'csharp-ls could not load the solution: No file format header found',
    diagnostics: [{ id: 'project_load', severity: 'Error' }],
  });
  expect(session.state.kind).toBe('failed');
  // The process that is of no use is not left running, and its end is no death.
  expect(isAlive(fake.starts()[0]?.pid)).toBe(false);
  expect(await failureOf(ready())).toBe(failure);
  expect(fake.starts()).toHaveLength(1);
  expect(fake.complaints()).toEqual([]);
});

test('failures and warnings of single projects are load problems of a ready session', async () => {
  const fake = new Fake({
    logs: [
      'csharp-ls: msbuildWorkspace.Diagnostics: [Failure] Project file not found: Gone.csproj',
      'csharp-ls: msbuildWorkspace.Diagnostics: [Warning] Found project reference without a matching metadata reference: Lib',
      'csharp-ls: loading',
    ],
  });
  const { session, ready } = hello(fake);
  await ready();
  expect(session.state).toMatchObject({
    kind: 'ready',
    problems: [
      { severity: 'Error', message: 'Project file not found: Gone.csproj' },
      { severity: 'Info', message: 'Found project reference without a matching metadata reference: Lib' },
    ],
  });
  await session.stop();
});

test('an error in answer to initialize fails the load with the last words of the server, and every call tries again', async () => {
  const fake = new Fake({ initializeError: 'Internal error: InvalidOperationException' });
  const { session, ready } = hello(fake);
  for (let call = 1; call <= 7; call += 1) {
    const failure = await failureOf(ready());
    expect(failure).toMatchObject({ code: 'server_failed', continuation: { kind: 'RetryRequest' } });
    expect(failure.message).toContain('could not answer initialize: Internal error: InvalidOperationException:\n');
    expect(failure.message).toContain('csharp-ls: initializing');
  }
  expect(fake.starts()).toHaveLength(7);
  fake.become({});
  await ready();
  expect(session.epoch).toBe(8);
  await session.stop();
});

test('a program that cannot be started is told as the operating system tells it', async () => {
  const launch = { command: '/nowhere/ls', args: [], cwd: '/', env: {} };
  const missing = await failureOf(hello(new Fake(), { plan: { launch } }).ready());
  expect(missing).toMatchObject({
    code: 'server_failed',
    message: expect.stringMatching(/\/nowhere\/ls.*(not found|No such file)/s),
  });
  const nowhere = await failureOf(hello(new Fake(), { plan: { launch: { ...launch, cwd: '/nowhere' } } }).ready());
  expect(nowhere).toMatchObject({ code: 'workspace_load_failed', message: expect.stringContaining('ENOENT') });
});
