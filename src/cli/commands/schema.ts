/** `roslyn-bridge schema`: the JSON Schema of a settings file. */
import { projectSchema, userSchema } from '../../settings/schema.ts';
import type { Invocation } from '../commands.ts';
import { print } from '../output.ts';

export async function run({ words }: Invocation): Promise<number> {
  await print(JSON.stringify(await (words[0] === 'settings-toml' ? userSchema() : projectSchema()), null, 2));
  return 0;
}
