/** `references`: where a symbol is used. */
import { resolve } from 'node:path';
import { decodeCursor, encodeCursor } from '../answer/cursor.ts';
import { type Row, lineText, referencesPage } from '../answer/references.ts';
import type { Warning } from '../model/codes.ts';
import type { Place } from '../model/places.ts';
import { locate } from '../workspace/locate.ts';
import { comparePlaces } from '../workspace/places.ts';
import { findReferences } from '../workspace/references.ts';
import type { View } from '../workspace/view.ts';
import { cursor, limit, maxTokens, target, targetFault, targetOf } from './params.ts';
import { readOnly, tool } from './tool.ts';

/** Rows and tokens of an answer where the call does not say. */
const defaults = { limit: 200, maxTokens: 8000 };

export const references = tool({
  name: 'references',
  title: 'Find references',
  description:
    'Finds every use of a C# symbol in the loaded projects, by file with the text of each line; declarations are marked. ' +
    'Name the symbol (symbol), or give the place where its name stands (path, line, column). An ambiguous name is answered with its candidates. ' +
    'Prefer this to a text search: it knows overloads, inheritance and aliases. A type’s references include those to its constructors.',
  annotations: readOnly,
  params: { ...target, limit, maxTokens, cursor },
  together: targetFault,
  run: async (args, context) => {
    const view = await context.view();
    const question = [args.symbol, args.path, args.line, args.column];
    const offset = decodeCursor(args.cursor, view.snapshot.snapshotId, question);
    const located = await locate(view, targetOf(args));
    const found = await findReferences(view, located);
    const places = [...found.declarations, ...found.uses].sort(comparePlaces);
    const declared = new Set(found.declarations);
    const window = places.slice(offset, offset + (args.limit ?? defaults.limit));
    const page = referencesPage({
      symbol: found.symbol ?? (await nameAt(view, located.place)),
      total: found.uses.length,
      declarations: found.declarations.length,
      fileCount: new Set(places.map((place) => place.path)).size,
      rows: await Promise.all(window.map((place) => rowOf(view, place, declared.has(place)))),
      offset,
      rowCount: places.length,
      cursorAt: (next) => encodeCursor(view.snapshot.snapshotId, question, next),
      maxTokens: args.maxTokens ?? defaults.maxTokens,
      overhead: JSON.stringify([view.snapshot, located.warnings]).length + limitWarning(places.length).message.length,
    });
    const warnings = [...located.warnings, ...(page.left > 0 ? [limitWarning(page.left)] : [])];
    return { data: page.data, text: page.text, snapshot: view.snapshot, warnings };
  },
});

async function rowOf(view: View, place: Place, declaration: boolean): Promise<Row> {
  const line = await lineOf(view, place);
  return { ...place, declaration, text: line === undefined ? undefined : lineText(line, place.column) };
}

/** The name that stands at a place, for symbols that no outline lists (locals, parameters). */
async function nameAt(view: View, place: Place): Promise<string> {
  const line = (await lineOf(view, place)) ?? '';
  const before = /[\p{L}\p{N}_@]*$/u.exec(line.slice(0, place.column - 1))?.[0] ?? '';
  const after = /^[\p{L}\p{N}_@]*/u.exec(line.slice(place.column - 1))?.[0] ?? '';
  return before + after || `${place.path}:${place.line}:${place.column}`;
}

/** A place is worth showing without its text, too: a file that cannot be decoded costs the text and not the answer. */
async function lineOf(view: View, place: Place): Promise<string | undefined> {
  const source = await view.text(resolve(view.root, place.path)).catch(() => undefined);
  return source?.lines[place.line - 1];
}

const limitWarning = (left: number): Warning => ({ code: 'limit_reached', message: `${left} more rows are known; the cursor brings them` });
