/** `symbols`: what is declared under a name. */
import { decodeCursor, encodeCursor } from '../answer/cursor.ts';
import { leftOut } from '../answer/page.ts';
import { type SymbolRow, symbolsPage } from '../answer/symbols.ts';
import { excludedFolders } from '../answer/warnings.ts';
import { type Limits, kindFilter, kindsText } from '../model/limits.ts';
import type { Declaration } from '../workspace/symbols/outline.ts';
import { symbolsEverywhere } from '../workspace/symbols/everywhere.ts';
import { symbolMatches } from '../workspace/symbols/symbols.ts';
import { shownOf } from '../workspace/text/generated.ts';
import type { View } from '../workspace/view.ts';
import { cursor, inPath, inProject, kinds, limit, limited, maxTokens, within } from './params.ts';
import { budgetOf, shownBy } from './size.ts';
import { type Args, type ToolResult, readOnly, tool } from './tool.ts';

const params = {
  query: {
    is: '1 <= string <= 1000',
    must: 'a name of 1 to 1000 characters',
    about: 'Name to look for: Total, Order.Total, or with match a part of one',
  },
  match: {
    is: "'exact'|'prefix'|'contains'|'humps'",
    must: `one of ${symbolMatches.join(', ')}`,
    optional: true,
    about: 'exact (default), prefix, contains (both without regard to case), or humps: OrRe for OrderRepository',
  },
  kinds,
  inPath,
  inProject,
  limit,
  maxTokens,
  cursor,
  ...limited,
} as const;

export const symbols = tool({
  name: 'symbols',
  title: 'Find symbols',
  description:
    'Lists the declarations of a name in the loaded projects, with kind, full name with the types of parameters, and place; each can be passed as symbol to the other tools. ' +
    'Use it to find out what exists and how it is spelled; use references for uses and definition for the text.',
  annotations: readOnly,
  params,
  run: (args, context) => context.read((view) => answer(args, view, context.limits)),
});

async function answer(args: Args<typeof params>, view: View, limits: Limits): Promise<ToolResult> {
  const { query, match = 'exact', inPath, inProject } = args;
  const question = { query, match, inPath, inProject, ...shownBy(limits) };
  const offset = decodeCursor(args.cursor, view.snapshot.snapshotId, question);
  const found = await symbolsEverywhere(view, { query, match, kinds: kindFilter(limits), within: within(view, args) });
  const { shown, generated } = shownOf(view, found.declarations, limits.includeGenerated.value, ({ place }) => place.path);
  const rows = shown.slice(offset, offset + limits.limit.value).map((each) => rowOf(view, each));
  const always = [...found.warnings, ...excludedFolders(rows.map((row) => row.excluded))];
  const page = symbolsPage({
    query,
    rows,
    offset,
    rowCount: shown.length,
    cursorAt: (next) => encodeCursor(view.snapshot.snapshotId, question, next),
    others: found.others,
    filter: kindsText(limits),
    generated,
    near: found.declarations.length + found.others > 0 ? [] : await nearTo(view, query.split('.').at(-1) ?? query),
    ...budgetOf(limits, view.snapshot, always),
  });
  return { data: page.data, text: page.text, snapshot: view.snapshot, warnings: [...always, ...leftOut(page)] };
}

/** The word itself can stand in the code all the same: as a local name, or where it is used. */
const nearTo = async (view: View, name: string): Promise<string[]> =>
  (await view.words()).near(name).filter((each) => each !== name);

const rowOf = (view: View, { kind, symbol, place }: Declaration): SymbolRow => ({
  kind,
  symbol,
  ...place,
  excluded: view.excluded(place.path)?.name,
});
