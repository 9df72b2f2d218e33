/** `definition`: where a symbol is declared. */
import { type DefinitionPart, definitionAnswer } from '../answer/definition.ts';
import { limitReached } from '../answer/warnings.ts';
import type { Warning } from '../model/codes.ts';
import type { Limits } from '../model/limits.ts';
import type { Part } from '../workspace/symbols/definition.ts';
import { definitionEverywhere, locateEverywhere } from '../workspace/symbols/everywhere.ts';
import type { View } from '../workspace/view.ts';
import { limit, limited, maxTokens, target, targetFault, targetOf } from './params.ts';
import { answerEach, severalFault } from './several.ts';
import { budgetOf, cutBy } from './size.ts';
import { type Args, type ToolResult, readOnly, tool } from './tool.ts';

const params = {
  ...target,
  source: {
    is: 'boolean',
    must: 'true or false',
    optional: true,
    about: 'Add the text of the whole declaration with line numbers',
  },
  limit,
  maxTokens,
  ...limited,
} as const;

export const definition = tool({
  name: 'definition',
  title: 'Go to definition',
  description:
    'Finds where a C# symbol is declared: every part of a partial type, with the range of its lines, and with its text where source is true. ' +
    'A symbol from an assembly is answered with its signature, documentation, assembly and decompiled declaration. ' +
    'Name the symbol, or point at a place where it is used. Use it instead of reading whole files; use references for its uses.',
  annotations: readOnly,
  params,
  together: (args, limits) => targetFault(args) ?? severalFault(args, limits),
  run: (args, context) => answerEach(args, context, answer),
});

async function answer(args: Args<typeof params>, view: View, limits: Limits): Promise<ToolResult> {
  const standing = await locateEverywhere(view, targetOf(args));
  const { located } = standing;
  const found = await definitionEverywhere(standing);
  const parts = await Promise.all(found.parts.map((part) => partOf(view, part, args.source === true)));
  const always = [...located.warnings, ...found.warnings, ...(args.source === true ? withoutSource(parts) : [])];
  const worded = definitionAnswer({
    symbol: found.symbol,
    kind: found.kind,
    note: located.note,
    parts,
    mostParts: limits.limit.value,
    metadata: found.metadata,
    ...budgetOf(limits, view.snapshot, always),
  });
  const warnings = worded.left === undefined ? always : [...always, limitReached(worded.left, cutBy(limits, parts.length))];
  return { data: worded.data, text: worded.text, snapshot: view.snapshot, warnings };
}

/** A file that is gone, too big or not text costs its source, which is said. */
function withoutSource(parts: readonly DefinitionPart[]): Warning[] {
  const paths = parts.filter(({ source }) => source === undefined).map(({ path }) => path);
  return paths.length === 0 ? [] : [{ code: 'partial_answer', message: `the text of ${paths.join(', ')} cannot be read` }];
}

async function partOf(view: View, { place, lines }: Part, withSource: boolean): Promise<DefinitionPart> {
  // A place is worth showing without its text, too.
  const source = await view.readable(place.path);
  const text = source?.lines[place.line - 1];
  const wanted = withSource ? (lines ?? { first: place.line, last: place.line }) : undefined;
  return { ...place, text, lines, source: wanted === undefined ? undefined : source?.lines.slice(wanted.first - 1, wanted.last) };
}
