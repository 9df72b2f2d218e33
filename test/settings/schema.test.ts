/** The JSON Schema of the settings file: what editors are shown, and that it agrees with what the bridge accepts. */
import { describe, expect, test } from 'bun:test';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { projectSchema } from '../../src/settings/schema.ts';
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
      if (value.type === 'object') collect(value.properties, `${prefix}${key}.`);
      else keys.push(prefix + key);
    }
  };
  collect(schema['properties'] as object, '');
  expect(keys).toEqual(settingRows.map(({ key }) => key));
});

describe('agrees with the bridge on', () => {
  // The validator knows the newer dialect only; the keywords in use mean the same in both.
  const { $schema: _, ...plain } = schema;
  const validator = fromJsonSchema(plain)['~standard'];
  const accepts = async (value: unknown): Promise<boolean> => (await validator.validate(value)).issues === undefined;

  test.each([
    ['nothing', {}],
    ['a solution', { $schema: 'x', exclude: ['a b'], startupTimeout: 1, requestTimeout: 600, solution: 'a/B.SLNX' }],
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
    ['null', { diagnostics: null }],
  ])('what is wrong: %s', async (_name, value) => {
    expect(await accepts(value)).toBe(false);
  });
});
