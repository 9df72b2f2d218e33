/** `roslyn-bridge schema`: the JSON Schema of the settings file. */
import { projectSchema } from '../../settings/schema.ts';
import { print } from '../output.ts';

export async function run(): Promise<number> {
  await print(JSON.stringify(await projectSchema(), null, 2));
  return 0;
}
