/** `describe`: what is known of one symbol. */
import { describeAnswer } from '../answer/describe.ts';
import { excludedFolders, limitReached } from '../answer/warnings.ts';
import type { Limits } from '../model/limits.ts';
import { describeSymbol } from '../workspace/symbols/describe.ts';
import type { View } from '../workspace/view.ts';
import { limit, limited, maxTokens, target, targetFault, targetOf } from './params.ts';
import { answerEach, severalFault } from './several.ts';
import { budgetOf, cutBy } from './size.ts';
import { type Args, type ToolResult, readOnly, tool } from './tool.ts';

const params = { ...target, limit, maxTokens, ...limited } as const;

export const describe = tool({
  name: 'describe',
  title: 'Describe a symbol',
  description:
    'Tells what a C# symbol is: kind, accessibility, signature, documentation, attributes, base types, the type or namespace that holds it, ' +
    'where it is declared, and the overloads beside it. Name it, or point at a place; symbols of assemblies are described at a place where they stand. ' +
    'Use definition for the text of a declaration and outline for the members of a type.',
  annotations: readOnly,
  params,
  together: (args, limits) => targetFault(args) ?? severalFault(args, limits),
  run: (args, context) => answerEach(args, context, answer),
});

async function answer(args: Args<typeof params>, view: View, limits: Limits): Promise<ToolResult> {
  const found = await describeSymbol(view, targetOf(args));
  const folders = found.declared.map(({ place }) => view.excluded(place.path)?.name);
  const always = [...found.warnings, ...excludedFolders(folders)];
  const budget = budgetOf(limits, view.snapshot, always);
  const { text, data, left } = describeAnswer({ ...found, mostRows: limits.limit.value, ...budget });
  const most = Math.max(found.declared.length, found.overloads.length);
  const warnings = left === undefined ? always : [...always, limitReached(left, cutBy(limits, most))];
  return { data, text, snapshot: view.snapshot, warnings };
}
