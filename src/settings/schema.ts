/** The JSON Schema of `.roslyn-bridge.json`, made from the table, for editors that complete the file. */
import { compile } from '../model/check.ts';
import { definition } from './shape.ts';
import { exclusive, groups, type SettingRow, settingRows } from './table.ts';
import { fileName } from './wording.ts';

type Schema = Record<string, unknown>;

/** The schema of the file, in the dialect that every editor knows. */
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
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
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
