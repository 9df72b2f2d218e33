/** `diagnostics`: what the compiler has to say about a file. */
import { decodeCursor, encodeCursor } from '../answer/cursor.ts';
import { diagnosticsPage, reaches } from '../answer/diagnostics.ts';
import { leftOut } from '../answer/page.ts';
import { severities } from '../model/codes.ts';
import { resolvePath } from '../workspace/paths.ts';
import { shownPath } from '../workspace/places.ts';
import { fileProblems } from '../workspace/problems.ts';
import type { View } from '../workspace/view.ts';
import { cursor, defaultLimit, defaultMaxTokens, limit, maxTokens } from './params.ts';
import { budgetOf } from './size.ts';
import { type Args, type ToolContext, type ToolResult, readOnly, tool } from './tool.ts';

const params = {
  path: { is: '1 <= string <= 4096', must: 'a path', about: 'C# file, relative to the workspace root' },
  severity: {
    is: "'error'|'warning'|'information'|'hint'",
    must: `one of ${severities.join(', ')}`,
    optional: true,
    about: 'The least severe problem shown; by default the setting diagnostics.severity',
  },
  ids: { is: 'string[]', must: 'a list of ids such as CS0246', optional: true, about: 'Only problems with these ids' },
  limit,
  maxTokens,
  cursor,
} as const;

export const diagnostics = tool({
  name: 'diagnostics',
  title: 'Compiler problems of a file',
  description:
    'Tells the compiler’s errors, warnings and hints about a C# file as it is on disk now, without a build; counts come first. ' +
    'Call it after an edit. Analyzers are not run, and what the compiler tells only of whole projects is not in it (unused fields: CS0169, CS0414, CS0649).',
  annotations: readOnly,
  params,
  run: (args, context) => context.read((view) => answer(args, view, context)),
});

async function answer(args: Args<typeof params>, view: View, context: ToolContext): Promise<ToolResult> {
  const path = resolvePath(view, args.path);
  const severity = args.severity ?? context.settings.severity();
  const question = { path, severity, ids: args.ids };
  const problems = (await fileProblems(view, path)).filter(({ id }) => args.ids?.includes(id) ?? true);
  const wanted = problems.filter((each) => reaches(each.severity, severity));
  const offset = decodeCursor(args.cursor, view.snapshot.snapshotId, question);
  const page = diagnosticsPage({
    path: shownPath(view.root, path),
    problems,
    severity,
    rows: wanted.slice(offset, offset + (args.limit ?? defaultLimit)),
    offset,
    rowCount: wanted.length,
    cursorAt: (next) => encodeCursor(view.snapshot.snapshotId, question, next),
    ...budgetOf(args.maxTokens ?? defaultMaxTokens, view.snapshot, []),
  });
  return { data: page.data, text: page.text, snapshot: view.snapshot, warnings: leftOut(page) };
}
