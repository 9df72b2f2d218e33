/**
 * Limits through the compiled bridge and both files: each level of precedence beats the one below, for three keys; what is
 * answered without a look at the disk says so; and a call whose time ends answers with what it has.
 */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeBridge } from '../fake/bridge.ts';
import { Fake } from '../fake/fake.ts';
import { tempFolder } from '../support/temp.ts';

setDefaultTimeout(60_000);

const many = (names: readonly string[]): string =>
  `namespace Hello;\n\npublic class Many\n{\n${names.map((name) => `    public string ${name}(string name) => name;\n`).join('')}}\n`;
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `Method${at}`);

/** A bridge over many methods, with both files to write; they are read again before each call. */
async function started(fake = new Fake()) {
  const config = tempFolder('config');
  const opened = await fakeBridge(fake, { args: ['--settings-toml', await written(join(config, 'mine.toml'), '')] });
  const { wire, workspace } = opened;
  const source = join(workspace, 'Hello', 'Many.cs');
  writeFileSync(source, many(names(60)));
  const reload = async (project: object, toml: string) => {
    await written(join(workspace, '.roslyn-bridge.json'), JSON.stringify({ agent: project }));
    await written(join(config, 'mine.toml'), toml);
    return await wire.call('lsp', { action: 'reload' });
  };
  const warnings = async (args: object): Promise<string[]> => {
    const { envelope } = await wire.call('symbols', { query: 'Method', match: 'prefix', ...args });
    expect(envelope.ok).toBe(true);
    return (envelope.warnings ?? []).map(({ code, message }) => `${code}: ${message}`);
  };
  return { ...opened, fake, source, reload, warnings };
}

async function written(path: string, text: string): Promise<string> {
  await Bun.write(path, text);
  return path;
}

interface Level {
  readonly project: Record<string, unknown>;
  readonly toml: string;
  readonly call: Record<string, unknown>;
}

const limit = (nodes: number, tokens: number, consistency: string) =>
  `max_nodes_per_query = ${nodes}\nmax_answer_tokens = ${tokens}\nconsistency = "${consistency}"\n`;
const userPreset = `[agent.roslyn_mcp]\npreset = "mine"\n[agent.roslyn_mcp.presets.mine]\n${limit(11, 510, 'stale_ok')}`;
const userKey = userPreset.replace('preset = "mine"\n', `preset = "mine"\n${limit(12, 520, 'fresh')}`);
const presets = {
  presets: {
    team: { maxNodesPerQuery: 13, maxAnswerTokens: 530, consistency: 'stale_ok' },
    asked: { maxNodesPerQuery: 15, maxAnswerTokens: 550, consistency: 'stale_ok' },
  },
};
const projectPreset = { ...presets, preset: 'team' };
const projectKey = { ...projectPreset, maxNodesPerQuery: 14, maxAnswerTokens: 540, consistency: 'fresh' };
const argument = { limit: 16, maxTokens: 560, limits: { consistency: 'fresh' } };

test('each level beats the one below, whichever of three keys is looked at', async () => {
  const { wire, reload, warnings } = await started();
  expect(await warnings({})).toEqual([]);
  const ladder: readonly (readonly [Level, number, string, 'fresh' | 'stale_ok'])[] = [
    [{ project: presets, toml: userPreset, call: {} }, 11, ' (preset mine, settings.toml)', 'stale_ok'],
    [{ project: presets, toml: userKey, call: {} }, 12, ' (settings.toml)', 'fresh'],
    [{ project: projectPreset, toml: userKey, call: {} }, 13, ' (preset team, .roslyn-bridge.json)', 'stale_ok'],
    [{ project: projectKey, toml: userKey, call: {} }, 14, ' (.roslyn-bridge.json)', 'fresh'],
    [{ project: projectKey, toml: userKey, call: { preset: 'asked' } }, 15, ' (preset asked)', 'stale_ok'],
    [{ project: projectKey, toml: userKey, call: { preset: 'asked', ...argument } }, 16, '', 'fresh'],
  ];
  for (const [{ project, toml, call }, nodes, source, consistency] of ladder) {
    await reload(project, toml);
    const label =
      consistency === 'fresh'
        ? []
        : [expect.stringMatching(new RegExp(`^stale_answer: .*: consistency stale_ok${RegExp.escape(source)}$`))];
    // Whichever of the two cuts first is named; the other one is made wide.
    const byLimit = [...label, `limit_reached: ${60 - nodes} rows left out by limit ${nodes}${source}; the cursor brings them`];
    expect(await warnings({ ...call, maxTokens: 9000 })).toEqual(byLimit);
    const [...told] = await warnings({ ...call, limit: 60 });
    expect(told.pop()).toEndWith(`rows left out by maxTokens ${500 + (nodes - 10) * 10}${source}; the cursor brings them`);
    expect(told).toEqual(label);
  }
  const { envelope, text } = await wire.call('lsp', { action: 'status' });
  expect(envelope.data?.['settings']).toContainEqual({
    name: 'agent.maxNodesPerQuery',
    value: 14,
    source: '.roslyn-bridge.json',
  });
  expect(text).toContain(
    '  agent.presets = ["overview","refactoring","mine","asked","team"] (.roslyn-bridge.json, settings.toml)',
  );
  await wire.close();
});

test('a reload tells what has changed, of both files, and changes nothing where one is invalid', async () => {
  const { wire, workspace, reload, warnings } = await started();
  const { envelope } = await reload({ maxNodesPerQuery: 9 }, '[agent.roslyn_mcp.presets.overview]\nmax_recursion_depth = 3\n');
  const changes = envelope.data?.['changes'] as { name: string; after: object }[];
  expect(changes.map(({ name, after }) => [name, after])).toEqual([
    ['agent.maxNodesPerQuery', { value: 9, source: '.roslyn-bridge.json' }],
    ['agent.presets', { value: ['overview', 'refactoring'], source: 'settings.toml' }],
    ['agent.presets.overview', { value: { maxRecursionDepth: 3 }, source: 'settings.toml' }],
  ]);
  const failed = await reload({ maxNodesPerQuery: 0 }, '[agent.roslyn_mcp]\nmax_nodes = 3\n');
  expect(failed.envelope).toMatchObject({ ok: false, error: { code: 'invalid_settings' } });
  expect(failed.envelope.error?.message).toBe(
    `.roslyn-bridge.json is invalid:
- agent.maxNodesPerQuery must be from 1 to 5000
settings.toml is invalid:
- unknown key 'agent.roslyn_mcp.max_nodes'`,
  );
  expect(await warnings({})).toEqual([
    'limit_reached: 51 rows left out by limit 9 (.roslyn-bridge.json); the cursor brings them',
  ]);
  const status = await wire.call('lsp', { action: 'status' });
  expect(status.text).toContain('\n.roslyn-bridge.json has changed since it was read: lsp with action=reload applies it.');
  expect(status.text).toContain('\nsettings.toml has changed since it was read: lsp with action=reload applies it.');
  rmSync(join(workspace, '.roslyn-bridge.json'));
  await wire.close();
});

test('stale_ok answers from what is there, labelled, and never with nothing while nothing is loaded', async () => {
  const { wire, source } = await started();
  const stale = { query: 'Method', match: 'prefix', limits: { consistency: 'stale_ok' } };
  const first = await wire.call('symbols', stale);
  expect(first.envelope.error?.code).toBe('workspace_loading');
  const fresh = { query: 'Method', match: 'prefix' };
  const loaded = await wire.call('symbols', fresh);
  expect(loaded.envelope).toMatchObject({ ok: true, data: { total: 60 } });
  expect(loaded.envelope.warnings).toBeUndefined();
  writeFileSync(source, many(names(61)));
  const old = await wire.call('symbols', stale);
  expect(old.envelope).toMatchObject({ ok: true, data: { total: 60 } });
  expect(old.text).toMatch(/\nwarning stale_answer: as of the look at the disk \d+ s ago: consistency stale_ok$/);
  expect(old.envelope.snapshot).toEqual(loaded.envelope.snapshot);
  const missing = await wire.call('references', { symbol: 'Method60', limits: { consistency: 'stale_ok' } });
  expect(missing.envelope).toMatchObject({ ok: false, error: { code: 'symbol_not_found' } });
  expect(missing.envelope.warnings?.map(({ code }) => code)).toEqual(['stale_answer']);
  expect((await wire.call('symbols', fresh)).envelope).toMatchObject({ ok: true, data: { total: 61 } });
  await wire.close();
});

test('a call whose time ends answers with what it has, labelled, or says that it has nothing', async () => {
  const fake = new Fake();
  const { wire } = await started(fake);
  const [known, unknown] = ['Greeter.Greet', 'Greeter.Grüße'];
  expect((await wire.call('references', { symbol: known })).envelope.ok).toBe(true);
  process.kill(fake.starts().at(-1)?.pid ?? 0, 'SIGSTOP');
  const limits = { timeoutSeconds: 1 };
  const began = performance.now();
  const both = await wire.call('references', { symbols: [known, unknown], limits });
  expect(both.envelope).toMatchObject({ ok: true, data: { answers: [{ asked: known, total: 2 }] } });
  expect(both.envelope.warnings).toEqual([
    { code: 'partial_answer', message: `the time of the call ended before ${unknown} could be answered: ask about the rest` },
  ]);
  const alone = await wire.call('references', { symbol: unknown, limits });
  expect(alone.envelope.error).toEqual({ code: 'request_timed_out', message: 'the call did not end within 1 s' });
  expect(performance.now() - began).toBeLessThan(4000);
  process.kill(fake.starts().at(-1)?.pid ?? 0, 'SIGKILL');
  await wire.close();
});

test('a wait for the load ends early enough to say how far it is', async () => {
  const { wire } = await fakeBridge(new Fake({ load: 'never' }));
  const { envelope } = await wire.call('references', { symbol: 'Greeter.Greet', limits: { timeoutSeconds: 1 } });
  expect(envelope).toMatchObject({ ok: false, error: { code: 'workspace_loading' }, continuation: { kind: 'RetryRequest' } });
  await wire.close();
});

test('a call that was given more time than a request gives it to its requests', async () => {
  const fake = new Fake({ holds: ['textDocument/references'] });
  const opened = await fakeBridge(fake, { args: ['--request-timeout', '1', '--settings-toml', 'none'] });
  const ask = async (limits: object) =>
    (await opened.wire.call('references', { symbol: 'Greeter.Greet', limits })).envelope.error;
  expect((await ask({}))?.message).toContain('did not answer textDocument/references within 1 s');
  expect((await ask({ timeoutSeconds: 3 }))?.message).toBe('the call did not end within 3 s');
  await opened.wire.close();
});
