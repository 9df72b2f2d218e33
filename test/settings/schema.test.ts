/** The JSON Schema of the settings file: what editors are shown, and that it agrees with what the bridge accepts. */
import { describe, expect, test } from 'bun:test';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { agentRows } from '../../src/settings/agent/keys.ts';
import { projectSchema, userSchema } from '../../src/settings/schema.ts';
import { settingRows } from '../../src/settings/table.ts';

const schema = await projectSchema();

test('is what it was', () => {
  expect(JSON.stringify(schema, null, 2)).toMatchSnapshot();
});

test('describes every key of the table and no other', () => {
  const keys: string[] = [];
  const collect = (properties: object, prefix: string): void => {
    for (const [key, value] of Object.entries(properties)) {
      expect(value.description).toBeString();
      if (value.type === 'object' && value.properties !== undefined) collect(value.properties, `${prefix}${key}.`);
      else keys.push(prefix + key);
    }
  };
  collect(schema['properties'] as object, '');
  const agent = [...agentRows.map(({ key }) => key), 'preset', 'presets', 'schemaVersion'];
  expect(keys).toEqual([...settingRows.map(({ key }) => key), ...agent.map((key) => `agent.${key}`)]);
});

test('says of each limit that the MCP server obeys it, and no IDE', () => {
  const { agent } = schema['properties'] as { agent: { properties: Record<string, { description: string }> } };
  for (const { key } of agentRows)
    expect(agent.properties[key]?.description).toEndWith('For the MCP server (this bridge), not for an IDE.');
});

test('of the user’s file has the same keys in their other spelling, and leaves other sections alone', async () => {
  const user = await userSchema();
  expect(JSON.stringify(user, null, 2)).toMatchSnapshot();
  const { $schema: _, ...plain } = user;
  const validator = fromJsonSchema(plain)['~standard'];
  const accepts = async (value: unknown) => (await validator.validate(value)).issues === undefined;
  const roslyn_mcp = {
    max_nodes_per_query: 5,
    presets: { 'a b': { included_kinds: ['type'] } },
    preset: 'a b',
    schema_version: 1,
  };
  expect(await accepts({ agent: { roslyn_mcp, other: 1 }, semantic_map: [] })).toBe(true);
  for (const wrong of [
    { max_nodes: 1 },
    { max_nodes_per_query: 0 },
    { schema_version: 2 },
    { presets: { a: { preset: 'b' } } },
  ]) {
    expect(await accepts({ agent: { roslyn_mcp: wrong } })).toBe(false);
  }
});

describe('agrees with the bridge on', () => {
  // The validator knows the newer dialect only; the keywords in use mean the same in both.
  const { $schema: _, ...plain } = schema;
  const validator = fromJsonSchema(plain)['~standard'];
  const accepts = async (value: unknown): Promise<boolean> => (await validator.validate(value)).issues === undefined;

  test.each([
    ['nothing', {}],
    ['a solution', { $schema: 'x', exclude: ['a b'], startupTimeout: 1, requestTimeout: 600, solution: 'a/B.SLNX' }],
    [
      'limits',
      { agent: { maxNodesPerQuery: 1, excludedKinds: ['member'], preset: 'overview', presets: { a: {} }, schemaVersion: 1 } },
    ],
    ['projects', { projects: ['a.csproj', 'b\\c.CSPROJ'], diagnostics: { severity: 'hint' } }],
  ])('%s', async (_name, value) => {
    expect(await accepts(value)).toBe(true);
  });

  test.each([
    ['a list', []],
    ['an unknown key', { exclud: [] }],
    ['a nested unknown key', { diagnostics: { level: 'error' } }],
    ['an entry that is no folder name', { exclude: ['a/b'] }],
    ['a parent folder', { exclude: ['..'] }],
    ['a timeout out of range', { startupTimeout: 601 }],
    ['a timeout that is not whole', { requestTimeout: 1.5 }],
    ['another extension', { solution: 'a.csproj' }],
    ['no projects', { projects: [] }],
    ['solution and projects', { solution: 'a.sln', projects: ['a.csproj'] }],
    ['an unknown severity', { diagnostics: { severity: 'fatal' } }],
    ['a limit out of range', { agent: { maxRecursionDepth: 9 } }],
    ['an unknown kind', { agent: { includedKinds: ['klass'] } }],
    ['an unknown limit of a preset', { agent: { presets: { a: { preset: 'b' } } } }],
    ['null', { diagnostics: null }],
  ])('what is wrong: %s', async (_name, value) => {
    expect(await accepts(value)).toBe(false);
  });
});
