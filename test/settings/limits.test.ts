/**
 * Which limit is in force for a call: a table of (call, preset, project's file, user's file) → value and source in which each
 * level beats the one below, and rules over all of them at once.
 */
import { describe, expect, test } from 'bun:test';
import { compile } from '../../src/model/check.ts';
import type { Limits } from '../../src/model/limits.ts';
import { type AgentValues, agentDefaults, agentRows, builtInPresets } from '../../src/settings/agent/keys.ts';
import { inJson, judgeAgent, unknownAgentKeys } from '../../src/settings/agent/judge.ts';
import { type AgentFile, type AgentFiles, askedOf, noAgentFile, resolveLimits } from '../../src/settings/agent/resolve.ts';
import { random } from '../support/random.ts';

/** A file as somebody writes it in JSON. */
async function file(written: Record<string, unknown> | undefined): Promise<AgentFile> {
  if (written === undefined) return noAgentFile;
  expect(unknownAgentKeys(written, inJson)).toEqual([]);
  const judged = await judgeAgent(written, inJson);
  if ('faults' in judged) throw new Error(judged.faults.join('\n'));
  return judged.agent;
}

function limitsOf(args: Record<string, unknown>, files: AgentFiles): Limits {
  const found = askedOf(args, files);
  if ('fault' in found) throw new Error(found.fault);
  return resolveLimits(found.asked, files);
}

interface Levels {
  readonly call?: Record<string, unknown>;
  readonly project?: Record<string, unknown>;
  readonly user?: Record<string, unknown>;
}

const big = { presets: { big: { maxNodesPerQuery: 2000, queryTimeoutSeconds: 300, consistency: 'stale_ok' } } };

/** Each row has what the one before has, and one level more, which wins. */
const ladder: readonly (readonly [string, Levels, Partial<Record<keyof Limits, readonly [unknown, string]>>])[] = [
  ['nothing', {}, { limit: [200, 'default'], timeoutSeconds: [50, 'default'], consistency: ['fresh', 'default'] }],
  [
    'the user’s preset',
    { user: { ...big, preset: 'big' } },
    {
      limit: [2000, 'preset big, settings.toml'],
      timeoutSeconds: [300, 'preset big, settings.toml'],
      consistency: ['stale_ok', 'preset big, settings.toml'],
    },
  ],
  [
    'the user’s key',
    { user: { ...big, preset: 'big', maxNodesPerQuery: 10, queryTimeoutSeconds: 11, consistency: 'fresh' } },
    { limit: [10, 'settings.toml'], timeoutSeconds: [11, 'settings.toml'], consistency: ['fresh', 'settings.toml'] },
  ],
  [
    'the project’s preset',
    {
      user: { ...big, preset: 'big', maxNodesPerQuery: 10, queryTimeoutSeconds: 11, consistency: 'fresh' },
      project: { preset: 'team', presets: { team: { maxNodesPerQuery: 20, queryTimeoutSeconds: 21, consistency: 'stale_ok' } } },
    },
    {
      limit: [20, 'preset team, .roslyn-bridge.json'],
      timeoutSeconds: [21, 'preset team, .roslyn-bridge.json'],
      consistency: ['stale_ok', 'preset team, .roslyn-bridge.json'],
    },
  ],
  [
    'the project’s key',
    {
      user: { ...big, preset: 'big', maxNodesPerQuery: 10, queryTimeoutSeconds: 11, consistency: 'stale_ok' },
      project: {
        preset: 'team',
        presets: { team: { maxNodesPerQuery: 20, queryTimeoutSeconds: 21, consistency: 'stale_ok' } },
        ...{ maxNodesPerQuery: 30, queryTimeoutSeconds: 31, consistency: 'fresh' },
      },
    },
    {
      limit: [30, '.roslyn-bridge.json'],
      timeoutSeconds: [31, '.roslyn-bridge.json'],
      consistency: ['fresh', '.roslyn-bridge.json'],
    },
  ],
  [
    'the preset of the call',
    {
      user: { ...big, maxNodesPerQuery: 10, queryTimeoutSeconds: 11, consistency: 'fresh' },
      project: { maxNodesPerQuery: 30, queryTimeoutSeconds: 31, consistency: 'fresh' },
      call: { preset: 'big' },
    },
    { limit: [2000, 'preset big'], timeoutSeconds: [300, 'preset big'], consistency: ['stale_ok', 'preset big'] },
  ],
  [
    'the argument of the call',
    {
      user: { ...big, maxNodesPerQuery: 10, queryTimeoutSeconds: 11 },
      project: { maxNodesPerQuery: 30, queryTimeoutSeconds: 31, consistency: 'stale_ok' },
      call: { preset: 'big', limit: 1, limits: { timeoutSeconds: 2, consistency: 'fresh' } },
    },
    { limit: [1, 'argument'], timeoutSeconds: [2, 'argument'], consistency: ['fresh', 'argument'] },
  ],
];

describe('the strongest level that says something wins:', () => {
  test.each(ladder)('%s', async (_, { call = {}, project, user }, expected) => {
    const limits = limitsOf(call, { project: await file(project), user: await file(user) });
    for (const [name, [value, source]] of Object.entries(expected))
      expect({ name, ...limits[name as keyof Limits] }).toEqual({ name, value, source } as never);
  });

  const none = { project: noAgentFile, user: noAgentFile };

  test('a built-in preset is one that no file replaces', async () => {
    expect(limitsOf({ preset: 'overview' }, none).limit).toEqual({ value: 60, source: 'preset overview' });
    const user = await file({ presets: { overview: { maxAnswerTokens: 700 } } });
    const replaced = limitsOf({ preset: 'overview' }, { ...none, user });
    expect([replaced.limit.value, replaced.maxTokens.value]).toEqual([200, 700]);
    const project = await file({ presets: { overview: { maxAnswerTokens: 800 } } });
    expect(limitsOf({ preset: 'overview' }, { project, user }).maxTokens.value).toBe(800);
  });

  test('a preset that nobody defines, and a kind that is none, are refused', () => {
    expect(askedOf({ preset: 'overviw' }, none)).toEqual({
      fault: "preset must be one of overview, refactoring, not 'overviw'; did you mean 'overview'?",
    });
    expect(askedOf({ preset: 'a\nb' }, none)).toEqual({ fault: "preset must be one of overview, refactoring, not 'a\\nb'" });
    expect(askedOf({ limits: { excludeKinds: ['type', 'klass'] } }, none)).toEqual({
      fault: expect.stringMatching(/^excludeKinds must be a list of namespace, .*; 'klass' is none of them$/),
    });
  });
});

describe('kinds', () => {
  const kinds = async ({ call = {}, project, user }: Levels) => {
    const limits = limitsOf(call, { project: await file(project), user: await file(user) });
    return [limits.kinds.value, limits.excludeKinds.value];
  };

  test('that are wanted at one level cancel those that lower ones exclude', async () => {
    const excluding = { excludedKinds: ['method'] };
    expect(await kinds({ user: excluding })).toEqual([[], ['method']]);
    expect(await kinds({ user: excluding, project: { includedKinds: ['member'] } })).toEqual([['member'], []]);
    expect(await kinds({ project: excluding, user: { includedKinds: ['member'] } })).toEqual([['member'], ['method']]);
    expect(await kinds({ user: { ...excluding, includedKinds: ['member'] } })).toEqual([['member'], ['method']]);
    expect(await kinds({ project: excluding, call: { kinds: [] } })).toEqual([[], []]);
    expect(await kinds({ project: excluding, call: { limits: { excludeKinds: ['type'] }, kinds: ['class'] } })).toEqual([
      ['class'],
      ['type'],
    ]);
  });
});

describe('the time of a call', () => {
  const time = async ({ call = {}, project, user }: Levels) =>
    limitsOf(call, { project: await file(project), user: await file(user) }).timeoutSeconds;

  test.each<[string, Levels, number, string]>([
    ['is raised by a longer wait for the load', { call: { limits: { loadWaitSeconds: 100 } } }, 110, 'argument'],
    ['whichever file says so', { user: { loadWaitSeconds: 100 } }, 110, 'settings.toml'],
    ['and not by a shorter one', { call: { limits: { loadWaitSeconds: 0 } } }, 50, 'default'],
    ['beats what is weaker', { user: { queryTimeoutSeconds: 60 }, project: { loadWaitSeconds: 90 } }, 100, '.roslyn-bridge.json'],
    [
      'and not what is stronger',
      { user: { loadWaitSeconds: 90 }, project: { queryTimeoutSeconds: 60 } },
      60,
      '.roslyn-bridge.json',
    ],
    ['is what is said at the same level', { call: { limits: { loadWaitSeconds: 90, timeoutSeconds: 5 } } }, 5, 'argument'],
  ])('%s', async (_, levels, value, source) => {
    expect(await time(levels)).toEqual({ value, source });
  });
});

test('defaults and built-in presets are of the types that the table says', async () => {
  for (const { key, row } of agentRows) {
    const { check } = await compile(row.is);
    const values = [agentDefaults, ...Object.values(builtInPresets).map((preset) => preset.values)].map((each) => each[key]);
    for (const value of values) if (value !== undefined) expect({ key, faults: check(value) }).toEqual({ key, faults: [] });
  }
  expect(new Set(agentRows.map(({ row }) => row.argument.name)).size).toBe(agentRows.length);
});

test('no order of writing changes the result', async () => {
  const { below, pick } = random(20);
  const value = (key: keyof AgentValues): unknown => {
    if (key === 'consistency') return pick(['fresh', 'stale_ok']);
    if (key === 'includeGenerated' || key === 'includeExternal') return below(2) === 1;
    if (key === 'includedKinds' || key === 'excludedKinds') return [['method'], ['type', 'namespace'], []][below(3)];
    return key === 'maxRecursionDepth' ? 1 + below(8) : 500 + below(101);
  };
  const some = () => Object.fromEntries(agentRows.flatMap(({ key }) => (below(3) === 0 ? [[key, value(key)]] : [])));
  const shuffled = (object: Record<string, unknown>): Record<string, unknown> => {
    const entries = Object.entries(object).map(([key, each]): [string, unknown] => [
      key,
      typeof each === 'object' && each !== null && !Array.isArray(each) ? shuffled(each as Record<string, unknown>) : each,
    ]);
    return Object.fromEntries(
      entries
        .map((entry) => ({ entry, at: below(1000) }))
        .sort((a, b) => a.at - b.at)
        .map(({ entry }) => entry),
    );
  };
  const written = (): Record<string, unknown> => ({
    ...some(),
    presets: { one: some(), two: some(), overview: some() },
    ...(below(2) === 0 ? {} : { preset: pick(['one', 'two', 'overview', 'refactoring']) }),
  });
  for (let round = 0; round < 300; round += 1) {
    const [project, user] = [written(), written()];
    const inside = Object.fromEntries(
      agentRows.flatMap(({ key, row }) => (below(4) === 0 && !row.argument.alone ? [[row.argument.name, value(key)]] : [])),
    );
    const call = {
      limits: inside,
      ...(below(2) === 0 ? {} : { preset: pick(['one', 'two', 'overview', 'refactoring']), limit: 7 }),
    };
    const once = limitsOf(call, { project: await file(project), user: await file(user) });
    const again = limitsOf(shuffled(call), { project: await file(shuffled(project)), user: await file(shuffled(user)) });
    expect(again).toEqual(once);
  }
});
