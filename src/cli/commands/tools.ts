/** `roslyn-bridge tools`: what an agent can ask, as a person reads it. */
import { tools } from '../../tools/index.ts';
import { kebabCase } from '../call-arguments.ts';
import { print } from '../output.ts';

export async function run(): Promise<number> {
  await print(tools.map(describeTool).join('\n\n'));
  return 0;
}

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly params: Readonly<Record<string, { readonly must: string; readonly optional?: true; readonly about: string }>>;
}

/** A tool with its parameters, spelled as `call` takes them. */
export function describeTool({ name, title, description, params }: Described): string {
  const lines = Object.entries(params).flatMap(([param, { must, optional, about }]) => [
    `  --${kebabCase(param)}: ${must}${optional === true ? '' : ' (required)'}`,
    `      ${about}`,
  ]);
  return [`${name}: ${title}`, ...description.split('\n').map((line) => `  ${line}`.trimEnd()), ...lines].join('\n');
}
