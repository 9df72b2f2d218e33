/** The end of the compiled bridge over the real dotnet and csharp-ls: while it restores, while it loads, and when it is idle. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { plain, statesIn } from '../fake/bridge.ts';
import { copyOfExample } from '../support/example.ts';
import { type Tree, markedTree } from '../support/processes.ts';
import { tempFolder } from '../support/temp.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(180_000);

interface Started {
  readonly wire: Wire;
  readonly tree: Tree;
  readonly workspace: string;
  readonly stateHome: string;
}

async function start(workspace: string, args: readonly string[] = []): Promise<Started> {
  const tree = markedTree();
  const stateHome = tempFolder('state');
  return {
    wire: await Wire.open({ workspace, args, env: { ...plain, ...tree.env, XDG_STATE_HOME: stateHome } }),
    tree,
    workspace,
    stateHome,
  };
}

/** Begins a call and waits for the words of its progress. */
async function until({ wire }: Started, words: string): Promise<void> {
  wire.begin('references', { symbol: 'Order' }, 'token');
  await wire.until(({ params }) => String(params?.['message']).includes(words));
}

describe('while it restores', () => {
  // Moments of a restore: dotnet starts, MSBuild evaluates, NuGet works.
  test.each([0, 300, 700, 1100])('a bridge that is killed after %p ms leaves nothing running', async (moment) => {
    const started = await start(copyOfExample());
    await until(started, 'restoring packages');
    // The progress is told just before the child is born.
    while (started.tree.living().length < 2) await Bun.sleep(1);
    await Bun.sleep(moment);
    started.wire.kill('SIGKILL');
    await started.wire.ended;
    expect(await started.tree.left(2000)).toEqual([]);
  });

  test('fifty calls that come meanwhile are answered: the restore takes nothing from the client (R21)', async () => {
    const started = await start(copyOfExample());
    await until(started, 'restoring packages');
    const calls = Array.from({ length: 50 }, () => started.wire.begin('lsp', { action: 'status' }));
    for (const call of calls) expect((await started.wire.tool(call, 'lsp status')).envelope).toMatchObject({ ok: true });
    await started.wire.close();
    expect(await started.tree.left(1000)).toEqual([]);
  });

  test('a bridge whose client goes away ends within five seconds and leaves nothing', async () => {
    const started = await start(copyOfExample());
    await until(started, 'restoring packages');
    const began = performance.now();
    expect(await started.wire.close()).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - began).toBeLessThan(5500);
    expect(await started.tree.left(1000)).toEqual([]);
    expect(statesIn(started.stateHome)).toEqual([]);
  });
});

describe('over csharp-ls', () => {
  const workspace = copyOfExample();

  test('an idle bridge that is killed leaves nothing running', async () => {
    const started = await start(workspace);
    expect((await started.wire.call('references', { symbol: 'Order' })).envelope).toMatchObject({ ok: true });
    expect(existsSync(join(workspace, 'src', 'Shop.Core', 'obj', 'project.assets.json'))).toBe(true);
    expect(started.tree.living()).toHaveLength(2);
    started.wire.kill('SIGKILL');
    await started.wire.ended;
    expect(await started.tree.left(2000)).toEqual([]);
  });

  // Moments of a load: the server starts, its build host evaluates, the projects come in.
  test.each(['starting the language server', 'loading', '(1 of'])(
    'a bridge that is killed at "%s" leaves nothing running',
    async (words) => {
      const started = await start(workspace);
      await until(started, words);
      started.wire.kill('SIGKILL');
      await started.wire.ended;
      expect(await started.tree.left(2000)).toEqual([]);
    },
  );

  test('a bridge whose client goes away during a load ends within five seconds', async () => {
    const started = await start(workspace);
    await until(started, 'loading');
    const began = performance.now();
    expect(await started.wire.close()).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - began).toBeLessThan(5500);
    expect(await started.tree.left(1000)).toEqual([]);
    expect(statesIn(started.stateHome)).toEqual([]);
  });

  test('csharp-ls that is killed in the middle of a call: the same call answers, on the next one', async () => {
    const { wire, tree } = await start(workspace);
    await wire.call('references', { symbol: 'Order' });
    const [server] = tree.living().filter((pid) => pid !== wire.pid);
    // What was asked before is known, also without a server.
    const call = wire.begin('references', { symbol: 'Money' });
    process.kill(server ?? 0, 'SIGKILL');
    expect((await wire.tool(call, 'references')).envelope).toMatchObject({ ok: true, snapshot: { workspaceEpoch: 2 } });
    await wire.close();
    expect(await tree.left(1000)).toEqual([]);
  });
});
