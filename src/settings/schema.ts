/** The JSON Schemas of both settings files, made from the tables, for editors that complete them. */
import { compile } from '../model/check.ts';
import { inJson, inToml } from './agent/judge.ts';
import { agentSchema } from './agent/schema.ts';
import { definition } from './shape.ts';
import { exclusive, groups, type SettingRow, settingRows } from './table.ts';
import { fileName, userFileName } from './wording.ts';

type Schema = Record<string, unknown>;

/** The dialect that every editor knows. */
const dialect = 'http://json-schema.org/draft-07/schema#';

/** The schema of the user's file, of which one section is ours. */
export async function userSchema(): Promise<Schema> {
  const [outer = '', inner = ''] = inToml.section.split('.');
  return {
    $schema: dialect,
    title: `roslyn-bridge: ${userFileName}`,
    description: 'What answers may cost, in every workspace of the user. Other sections belong to other programs.',
    type: 'object',
    properties: { [outer]: { type: 'object', properties: { [inner]: await agentSchema(inToml) } } },
  };
}

/** The schema of the project's file. */
export async function projectSchema(): Promise<Schema> {
  const properties: Record<string, Schema> = {};
  const inner: Record<string, Record<string, Schema>> = {};
  for (const { key, row } of settingRows) {
    const [group = '', name] = key.split('.');
    if (name === undefined) {
      properties[key] = await rowSchema(row);
      continue;
    }
    const members = (inner[group] ??= {});
    members[name] = await rowSchema(row);
    properties[group] = { description: groups[group], type: 'object', properties: members, additionalProperties: false };
  }
  properties[inJson.section] = await agentSchema(inJson);
  return {
    $schema: dialect,
    title: `roslyn-bridge: ${fileName}`,
    description: 'Settings of roslyn-bridge that are true for the project. Comments and trailing commas are allowed.',
    type: 'object',
    properties,
    additionalProperties: false,
    not: { required: [...exclusive] },
  };
}

async function rowSchema(row: SettingRow): Promise<Schema> {
  const one = definition(row.shape);
  const { jsonSchema } = await compile(row.list === undefined ? one : [one, '[]']);
  return {
    description: row.about,
    ...jsonSchema(),
    // The checker sorts them; people want the most severe first.
    ...(row.shape.kind === 'word' ? { enum: row.shape.words } : {}),
    ...(row.list?.empty === undefined ? {} : { minItems: 1 }),
    ...(row.default === undefined ? {} : { default: row.default }),
  };
}
