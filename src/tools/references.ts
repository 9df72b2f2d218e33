/** `references`: where a symbol is used. */
import { decodeCursor, encodeCursor } from '../answer/cursor.ts';
import type { MentionRow } from '../answer/mentions.ts';
import { leftOut } from '../answer/page.ts';
import { type Around, type Row, type UseCounts, besides, lineText, referencesPage } from '../answer/references.ts';
import { excludedFolders, limitReached } from '../answer/warnings.ts';
import { type Limits, limitText } from '../model/limits.ts';
import type { Mention } from '../model/mention.ts';
import type { Place } from '../model/places.ts';
import { locateEverywhere, referencesEverywhere } from '../workspace/symbols/everywhere.ts';
import { type Use, useAt } from '../workspace/text/uses.ts';
import { shownOf } from '../workspace/text/generated.ts';
import { mentionsOf } from '../workspace/text/mentions.ts';
import { testFiles } from '../workspace/text/test-code.ts';
import { comparePlaces } from '../workspace/places.ts';
import type { View } from '../workspace/view.ts';
import { cursor, inPath, inProject, limit, limited, maxTokens, target, targetFault, targetOf, within } from './params.ts';
import { answerEach, severalFault } from './several.ts';
import { budgetOf, shownBy } from './size.ts';
import { type Args, type ToolResult, readOnly, tool } from './tool.ts';

const useWords = [
  'read',
  'write',
  'call',
  'new',
  'nameof',
  'typeof',
  'cref',
  'attribute',
  'base-list',
  'using',
] as const satisfies readonly Use[];

const params = {
  ...target,
  inPath,
  inProject,
  context: {
    is: '0 <= number.integer <= 10',
    must: 'a whole number from 0 to 10',
    optional: true,
    about: 'Lines to show before and after each use (0)',
  },
  uses: {
    is: 'string[]',
    must: `a list of ${useWords.join(', ')}`,
    optional: true,
    about: `Only uses of these kinds, and those of which the kind is not certain (marked ?): ${useWords.join(', ')}`,
  },
  mentions: {
    is: 'boolean',
    must: 'true or false',
    optional: true,
    about: 'List where the name stands in comments, strings and files of other languages, which are else only counted',
  },
  limit,
  maxTokens,
  cursor,
  ...limited,
} as const;

export const references = tool({
  name: 'references',
  title: 'Find references',
  description:
    'Finds every use of a C# symbol in the loaded projects, by file with the text of each line; declarations are marked. ' +
    'Name the symbol, or point at a place where it stands. Overrides and implementations of a member are listed before its uses, and uses of these count as its own. ' +
    'A type’s references include those to its constructors.',
  annotations: readOnly,
  params,
  together: (args, limits) => targetFault(args) ?? severalFault(args, limits) ?? usesFault(args.uses),
  run: (args, context) => answerEach(args, context, answer),
});

async function answer(args: Args<typeof params>, view: View, limits: Limits): Promise<ToolResult> {
  const target = targetOf(args);
  const question = { ...target, inPath: args.inPath, inProject: args.inProject, uses: args.uses, ...shownBy(limits) };
  const offset = decodeCursor(args.cursor, view.snapshot.snapshotId, question);
  const wanted = within(view, args);
  const standing = await locateEverywhere(view, target);
  const { located } = standing;
  const found = await referencesEverywhere(standing);
  const known = [...found.declarations, ...found.uses];
  const mentions = (await mentionsOf(standing.view, located.place, known)).filter(({ path }) => wanted(path));
  const listed = args.mentions === true;
  const inside = found.uses.filter(({ path }) => wanted(path));
  const fitting = args.uses === undefined ? inside : await ofKinds(view, inside, args.uses);
  const byGenerated = [fitting, found.declarations, found.related].map((some) =>
    shownOf(view, some, limits.includeGenerated.value, ({ path }) => path),
  );
  const [uses = [], declarations = [], related = []] = byGenerated.map(({ shown }) => shown.filter(({ path }) => wanted(path)));
  const places = [...declarations, ...uses].sort(comparePlaces);
  const declared = new Set(declarations);
  const window = places.slice(offset, offset + limits.limit.value);
  const rows = await Promise.all(
    window.map((place) =>
      rowOf(view, place, { declaration: declared.has(place), doubts: args.uses !== undefined, context: args.context ?? 0 }),
    ),
  );
  const unlisted = args.cursor === undefined ? related.length - besides({ maxTokens: limits.maxTokens.value }) : 0;
  const by = limitText('maxTokens', limits.maxTokens);
  const more = unlisted > 0 ? [limitReached(`${unlisted} overrides and implementations`, by)] : [];
  const always = [...located.warnings, ...found.warnings, ...excludedFolders(rows.map((row) => row.excluded)), ...more];
  const page = referencesPage({
    symbol: found.symbol,
    note: located.note,
    uses,
    declarations: declarations.length,
    fileCount: new Set(places.map(({ path }) => path)).size,
    ...(await countsOf(view, uses)),
    projectOf: (path) => view.projectOf(path) ?? path,
    elsewhere: found.uses.length - fitting.length,
    generated: byGenerated.reduce((sum, each) => sum + each.generated, 0),
    mentions: { rows: await Promise.all(mentions.map((each) => mentionRow(view, each, listed))), listed },
    related: await Promise.all(related.map(async (place) => ({ ...place, text: await textAt(view, place) }))),
    continued: args.cursor !== undefined,
    rows,
    offset,
    rowCount: places.length,
    cursorAt: (next) => encodeCursor(view.snapshot.snapshotId, question, next),
    ...budgetOf(limits, view.snapshot, always),
  });
  return { data: page.data, text: page.text, snapshot: view.snapshot, warnings: [...always, ...leftOut(page)] };
}

/** Test code and all other code, told apart. */
async function countsOf(
  view: View,
  uses: readonly Place[],
): Promise<{ readonly tests: UseCounts; readonly production: UseCounts }> {
  const byPath = Map.groupBy(uses, ({ path }) => path);
  const tests = await testFiles(view, byPath.keys());
  const counts = (files: readonly (readonly Place[])[]): UseCounts => ({ uses: files.flat().length, files: files.length });
  const [inTests = [], others = []] = [true, false].map((isTest) =>
    [...byPath].flatMap(([path, places]) => (tests.has(path) === isTest ? [places] : [])),
  );
  return { tests: counts(inTests), production: counts(others) };
}

const usesFault = (words: readonly string[] | undefined): string | undefined => {
  const unknown = words?.find((word) => !useWords.some((each) => each === word));
  return unknown === undefined ? undefined : `uses must be a list of ${useWords.join(', ')}; '${unknown}' is none of them`;
};

/** The places whose kind of use is wanted or not certain; `x += 1` reads and writes. */
async function ofKinds(view: View, places: readonly Place[], kinds: readonly string[]): Promise<Place[]> {
  const uses = await Promise.all(places.map((place) => useAt(view, place)));
  const fits = (use: Use | undefined): boolean =>
    use === undefined || kinds.includes(use) || (use === 'readwrite' && (kinds.includes('read') || kinds.includes('write')));
  return places.filter((_, at) => fits(uses[at]));
}

/** What most uses are is not said of each. */
const usual: ReadonlySet<Use> = new Set(['read', 'call']);

async function rowOf(
  view: View,
  place: Place,
  { declaration, doubts, context }: { readonly declaration: boolean; readonly doubts: boolean; readonly context: number },
): Promise<Row> {
  const use = declaration ? undefined : await useAt(view, place);
  const source = await view.readable(place.path);
  const line = source?.lines[place.line - 1];
  return {
    ...place,
    declaration,
    use: use === undefined || !usual.has(use) ? (use ?? (doubts && !declaration ? '?' : undefined)) : undefined,
    excluded: view.excluded(place.path)?.name,
    text: line === undefined ? undefined : lineText(line, place.column),
    around: context === 0 || source === undefined ? undefined : around(source.lines, place.line, context),
  };
}

const mentionRow = async (view: View, mention: Mention, withText: boolean): Promise<MentionRow> => ({
  ...mention,
  text: withText ? await textAt(view, mention) : undefined,
});

async function textAt(view: View, place: Place): Promise<string | undefined> {
  const line = await view.lineAt(place);
  return line === undefined ? undefined : lineText(line, place.column);
}

/** Longer lines are cut. */
const longestAround = 200;

function around(lines: readonly string[], line: number, context: number): Around {
  const first = Math.max(1, line - context);
  return {
    first,
    lines: lines.slice(first - 1, line + context).map((each) => each.trimEnd().slice(0, longestAround).toWellFormed()),
  };
}
