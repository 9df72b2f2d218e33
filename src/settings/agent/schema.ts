/** The JSON Schema of the limits of answers, made from their table, for both files and for editors that complete them. */
import { compile } from '../../model/check.ts';
import { kindWords } from '../../model/kinds.ts';
import type { Spelling } from './judge.ts';
import { type AgentRow, agentRows, builtInPresets, schemaVersion } from './keys.ts';

type Schema = Record<string, unknown>;

/** What a key means, and who obeys it. */
export const aboutOf = ({ about, obeyedBy }: AgentRow): string => `${about} For the ${obeyedBy} (this bridge), not for an IDE.`;

/** The schema of a section as one of the files spells it. */
export async function agentSchema(spelling: Spelling): Promise<Schema> {
  const limits = Object.fromEntries(
    await Promise.all(agentRows.map(async ({ key, row }) => [spelling.key(key), await rowSchema(row)] as const)),
  );
  const preset = Object.fromEntries(Object.entries(limits).map(([key, { default: _, ...schema }]) => [key, schema]));
  return {
    description: 'What an answer may cost, show and wait for. For the MCP server (this bridge), not for an IDE.',
    type: 'object',
    properties: {
      ...limits,
      [spelling.key('preset')]: {
        description: `The preset in force by default: ${Object.keys(builtInPresets).join(', ')}, or one of presets.`,
        type: 'string',
      },
      [spelling.key('presets')]: {
        description: 'Named sets of limits. One of the name of another preset replaces it whole.',
        type: 'object',
        additionalProperties: { type: 'object', properties: preset, additionalProperties: false },
        propertyNames: { minLength: 1, maxLength: 100 },
      },
      [spelling.key('schemaVersion')]: { description: 'The version of this scheme.', const: schemaVersion },
    },
    additionalProperties: false,
  };
}

async function rowSchema(row: AgentRow): Promise<Schema> {
  const shape = row.kinds === true ? { type: 'array', items: { enum: kindWords } } : (await compile(row.is)).jsonSchema();
  return { description: aboutOf(row), ...shape, default: row.default };
}
