/** `references`: where a symbol is used. */
import { decodeCursor, encodeCursor } from '../answer/cursor.ts';
import { type Row, lineText, referencesPage } from '../answer/references.ts';
import { excludedFolders, limitReached } from '../answer/warnings.ts';
import type { Place } from '../model/places.ts';
import { locate } from '../workspace/locate.ts';
import { comparePlaces } from '../workspace/places.ts';
import { findReferences } from '../workspace/references.ts';
import type { View } from '../workspace/view.ts';
import { cursor, defaultLimit, defaultMaxTokens, limit, maxTokens, target, targetFault, targetOf } from './params.ts';
import { envelopeBytes } from './size.ts';
import { type Args, type ToolResult, readOnly, tool } from './tool.ts';

const params = { ...target, limit, maxTokens, cursor };

export const references = tool({
  name: 'references',
  title: 'Find references',
  description:
    'Finds every use of a C# symbol in the loaded projects, by file with the text of each line; declarations are marked. ' +
    'Name the symbol (symbol), or give the place where its name stands (path, line, column). An ambiguous name is answered with its candidates. ' +
    'Prefer this to a text search: it knows overloads, inheritance and aliases. A type’s references include those to its constructors.',
  annotations: readOnly,
  params,
  together: targetFault,
  run: (args, context) => context.read((view) => answer(args, view)),
});

async function answer(args: Args<typeof params>, view: View): Promise<ToolResult> {
  const question = { ...targetOf(args) };
  const offset = decodeCursor(args.cursor, view.snapshot.snapshotId, question);
  const located = await locate(view, targetOf(args));
  const found = await findReferences(view, located);
  const places = [...found.declarations, ...found.uses].sort(comparePlaces);
  const declared = new Set(found.declarations);
  const window = places.slice(offset, offset + (args.limit ?? defaultLimit));
  const rows = await Promise.all(window.map((place) => rowOf(view, place, declared.has(place))));
  const always = [...located.warnings, ...found.warnings, ...excludedFolders(rows.map((row) => row.excluded))];
  const page = referencesPage({
    symbol: found.symbol,
    note: located.note,
    total: found.uses.length,
    declarations: found.declarations.length,
    fileCount: new Set(places.map((place) => place.path)).size,
    rows,
    offset,
    rowCount: places.length,
    cursorAt: (next) => encodeCursor(view.snapshot.snapshotId, question, next),
    maxTokens: args.maxTokens ?? defaultMaxTokens,
    overhead: envelopeBytes(view.snapshot, [...always, limitReached(`${places.length} rows`)]),
  });
  const warnings = page.left > 0 ? [...always, limitReached(`${page.left} rows`)] : always;
  return { data: page.data, text: page.text, snapshot: view.snapshot, warnings };
}

async function rowOf(view: View, place: Place, declaration: boolean): Promise<Row> {
  const line = await view.lineAt(place);
  return {
    ...place,
    declaration,
    excluded: view.excluded(place.path)?.name,
    text: line === undefined ? undefined : lineText(line, place.column),
  };
}
