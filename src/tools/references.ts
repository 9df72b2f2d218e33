/** `references`: where a symbol is used. */
import { resolve } from 'node:path';
import { decodeCursor, encodeCursor } from '../answer/cursor.ts';
import { type Row, lineText, referencesPage } from '../answer/references.ts';
import type { Warning } from '../model/codes.ts';
import type { Place } from '../model/places.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { locate } from '../workspace/locate.ts';
import { comparePlaces } from '../workspace/places.ts';
import { findReferences } from '../workspace/references.ts';
import type { View } from '../workspace/view.ts';
import { cursor, limit, maxTokens, target, targetFault, targetOf } from './params.ts';
import { type Args, type ToolResult, readOnly, tool } from './tool.ts';

/** Rows and tokens of an answer where the call does not say. */
const defaults = { limit: 200, maxTokens: 8000 };

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
  const window = places.slice(offset, offset + (args.limit ?? defaults.limit));
  const rows = await Promise.all(window.map((place) => rowOf(view, place, declared.has(place))));
  const always = [...located.warnings, ...found.warnings, ...excludedWarning(rows)];
  const page = referencesPage({
    symbol: found.symbol,
    total: found.uses.length,
    declarations: found.declarations.length,
    fileCount: new Set(places.map((place) => place.path)).size,
    rows,
    offset,
    rowCount: places.length,
    cursorAt: (next) => encodeCursor(view.snapshot.snapshotId, question, next),
    maxTokens: args.maxTokens ?? defaults.maxTokens,
    overhead: envelopeBytes(view.snapshot, [...always, limitWarning(places.length)]),
  });
  const warnings = page.left > 0 ? [...always, limitWarning(page.left)] : always;
  return { data: page.data, text: page.text, snapshot: view.snapshot, warnings };
}

async function rowOf(view: View, place: Place, declaration: boolean): Promise<Row> {
  const line = await lineOf(view, place);
  return {
    ...place,
    declaration,
    excluded: view.excluded(place.path)?.name,
    text: line === undefined ? undefined : lineText(line, place.column),
  };
}

/** A place is worth showing without its text, too: a file that cannot be decoded costs the text and not the answer. */
async function lineOf(view: View, place: Place): Promise<string | undefined> {
  const source = await view.text(resolve(view.root, place.path)).catch(() => undefined);
  return source?.lines[place.line - 1];
}

/** Excluded folders are loaded and not watched. */
function excludedWarning(rows: readonly Row[]): Warning[] {
  const names = [...new Set(rows.flatMap((row) => row.excluded ?? []))];
  if (names.length === 0) return [];
  return [{ code: 'excluded_folders', message: `places in excluded folders (${names.join(', ')}) are as of the last load` }];
}

/** Bytes of an envelope without its data. */
const envelopeBytes = (snapshot: Snapshot, warnings: readonly Warning[]): number =>
  Buffer.byteLength(JSON.stringify({ ok: true, data: '', snapshot, warnings }));

const limitWarning = (left: number): Warning => ({
  code: 'limit_reached',
  message: `${left} more rows are known; the cursor brings them`,
});
