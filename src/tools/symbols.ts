/** `symbols`: what is declared under a name. */
import { defaultMaxTokens } from '../answer/budget.ts';
import { decodeCursor, encodeCursor } from '../answer/cursor.ts';
import { leftOut } from '../answer/page.ts';
import { type SymbolRow, symbolsPage } from '../answer/symbols.ts';
import { excludedFolders } from '../answer/warnings.ts';
import type { Declaration } from '../workspace/symbols/outline.ts';
import { symbolsEverywhere } from '../workspace/symbols/everywhere.ts';
import { symbolMatches } from '../workspace/symbols/symbols.ts';
import type { View } from '../workspace/view.ts';
import { cursor, defaultLimit, inPath, inProject, kinds, kindsFault, kindsOf, limit, maxTokens, within } from './params.ts';
import { budgetOf } from './size.ts';
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
} as const;

export const symbols = tool({
  name: 'symbols',
  title: 'Find symbols',
  description:
    'Lists the declarations of a name in the loaded projects, with kind, full name with the types of parameters, and place; each can be passed as symbol to the other tools. ' +
    'Use it to find out what exists and how it is spelled; use references for uses and definition for the text.',
  annotations: readOnly,
  params,
  together: (args) => kindsFault(args.kinds),
  run: (args, context) => context.read((view) => answer(args, view)),
});

async function answer(args: Args<typeof params>, view: View): Promise<ToolResult> {
  const { query, match = 'exact' } = args;
  const question = { query, match, kinds: args.kinds, inPath: args.inPath, inProject: args.inProject };
  const offset = decodeCursor(args.cursor, view.snapshot.snapshotId, question);
  const found = await symbolsEverywhere(view, { query, match, kinds: kindsOf(args.kinds), within: within(view, args) });
  const rows = found.declarations.slice(offset, offset + (args.limit ?? defaultLimit)).map((each) => rowOf(view, each));
  const always = [...found.warnings, ...excludedFolders(rows.map((row) => row.excluded))];
  const page = symbolsPage({
    query,
    rows,
    offset,
    rowCount: found.declarations.length,
    cursorAt: (next) => encodeCursor(view.snapshot.snapshotId, question, next),
    others: found.others,
    near: found.declarations.length + found.others > 0 ? [] : await nearTo(view, query.split('.').at(-1) ?? query),
    ...budgetOf(args.maxTokens ?? defaultMaxTokens, view.snapshot, always),
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
