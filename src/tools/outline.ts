/** `outline`: what a file or a type holds. */
import { decodeCursor, encodeCursor } from '../answer/cursor.ts';
import { type OutlineRow, outlinePage } from '../answer/outline.ts';
import { leftOut } from '../answer/page.ts';
import { excludedFolders } from '../answer/warnings.ts';
import { type Limits, kindFilter, kindsText } from '../model/limits.ts';
import type { Member } from '../workspace/symbols/members.ts';
import { outlineOfFile, outlineOfType } from '../workspace/symbols/outline-of.ts';
import { shownOf } from '../workspace/text/generated.ts';
import type { View } from '../workspace/view.ts';
import { cursor, kinds, limit, limited, maxTokens, target, targetFault, targetOf } from './params.ts';
import { answerEach, severalFault } from './several.ts';
import { budgetOf, shownBy } from './size.ts';
import { type Args, type ToolResult, readOnly, tool } from './tool.ts';

const params = { ...target, kinds, limit, maxTokens, cursor, ...limited } as const;
type OutlineArgs = Args<typeof params>;

export const outline = tool({
  name: 'outline',
  title: 'Outline a file or type',
  description:
    'Lists what a C# file (path alone) or a type (symbol, or a place; all parts of a partial type) declares, nested, with kind, accessibility, ' +
    'signature and lines. Use it before reading a file, or instead; use definition with source for the text of one member.',
  annotations: readOnly,
  params,
  together: (args, limits) => (fileOf(args) === undefined ? targetFault(args) : undefined) ?? severalFault(args, limits),
  run: (args, context) => answerEach(args, context, answer),
});

/** The path, where nothing beside it narrows it or points into it. */
function fileOf({ path, symbol, symbols, project, line, column, text, occurrence, span }: OutlineArgs): string | undefined {
  const others = [symbol, symbols, project, line, column, text, occurrence, span];
  return others.every((each) => each === undefined) ? path : undefined;
}

async function answer(args: OutlineArgs, view: View, limits: Limits): Promise<ToolResult> {
  const file = fileOf(args);
  const question = { target: file ?? targetOf(args), ...shownBy(limits) };
  const offset = decodeCursor(args.cursor, view.snapshot.snapshotId, question);
  const found = file === undefined ? await outlineOfType(view, targetOf(args)) : await outlineOfFile(view, file);
  const wanted = kindFilter(limits);
  const { shown, generated } = shownOf(view, found.members, limits.includeGenerated.value, ({ place }) => place.path);
  const members = shown.filter(({ kind }) => wanted(kind));
  const all = members.map((each) => rowOf(view, each));
  const rows = all.slice(offset, offset + limits.limit.value);
  const always = [...found.warnings, ...excludedFolders(rows.map((row) => row.excluded))];
  const page = outlinePage({
    of: found.of,
    kind: found.kind,
    notes: found.notes,
    all: args.cursor === undefined ? all : undefined,
    others: shown.length - members.length,
    filter: kindsText(limits),
    generated,
    fileCount: new Set(members.map(({ place }) => place.path)).size,
    rows,
    offset,
    rowCount: all.length,
    cursorAt: (next) => encodeCursor(view.snapshot.snapshotId, question, next),
    ...budgetOf(limits, view.snapshot, always),
  });
  return { data: page.data, text: page.text, snapshot: view.snapshot, warnings: [...always, ...leftOut(page)] };
}

const rowOf = (view: View, { written: _, ...member }: Member): OutlineRow => ({
  ...member,
  excluded: view.excluded(member.place.path)?.name,
});
