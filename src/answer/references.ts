/**
 * How references are worded: a header with totals, then by file, then by line with its text; in fewer words where the
 * budget is short.
 */
import type { Place } from '../model/places.ts';
import { type Mentions, mentionsData, mentionsText } from './mentions.ts';
import { type RelatedRow, relatedData, relatedText } from './related.ts';
import { type More, type Page, type Rendered, type Window, generatedData, generatedText, moreText, pageOf } from './page.ts';

/** One place with the text of its line, where that could be read. */
export interface Row extends Place {
  readonly declaration: boolean;
  /** How it is used, where that is not the usual; `?` where it is not certain and was asked for. */
  readonly use?: string | undefined;
  /** The name of the excluded folder that it lies in. */
  readonly excluded: string | undefined;
  readonly text: string | undefined;
  /** Lines around it, where they were asked for. */
  readonly around?: Around | undefined;
}

/** Lines of a file, from the number (from 1) of the first. */
export interface Around {
  readonly first: number;
  readonly lines: readonly string[];
}

export interface ReferencesAnswer extends Window<Row> {
  /** What was asked about, as full a name as is known. */
  readonly symbol: string;
  /** Said where the place is not exactly the one that was asked for. */
  readonly note: string | undefined;
  /** Uses in all, without declarations. */
  readonly uses: readonly Place[];
  readonly declarations: number;
  readonly fileCount: number;
  /** Uses in test code and in all other code. */
  readonly tests: UseCounts;
  readonly production: UseCounts;
  /** Names the project of a path. */
  readonly projectOf: (path: string) => string;
  /** Uses that the filters left out, and places in generated files. */
  readonly elsewhere: number;
  readonly generated: number;
  readonly mentions: Mentions;
  /** Declarations of overrides and implementations, and of what is overridden or implemented. */
  readonly related: readonly RelatedRow[];
  /** Whether this page was asked for by a cursor: then its places are wanted, and no counts. */
  readonly continued: boolean;
}

export interface UseCounts {
  readonly uses: number;
  readonly files: number;
}

/** Longer lines are cut around the name. */
const longestLine = 160;

export function referencesPage(answer: ReferencesAnswer): Page {
  const wording =
    (style: Style) =>
    (rows: readonly Row[], more: More | undefined): Rendered => ({
      text: [...header(answer, rows), ...byFile(rows).flatMap(style.lines), ...moreText(more)].join('\n'),
      data: { ...totals(answer), files: byFile(rows).map(style.data), ...(more === undefined ? {} : { cursor: more.cursor }) },
    });
  const counted = answer.continued ? [] : [counts(answer, 'path', (path) => path), counts(answer, 'project', answer.projectOf)];
  const around = answer.rows.some((row) => row.around !== undefined);
  const shorter = around ? [withText, placesOnly] : [placesOnly];
  return pageOf(answer, [wording(around ? withLinesAround : withText), ...shorter.map(wording)], counted);
}

/** The text of a line as a row shows it: without indentation, cut around the column (1-based) where it is long. */
export function lineText(line: string, column: number): string {
  const text = line.trim();
  if (text.length <= longestLine) return text;
  const at = column - 1 - (line.length - line.trimStart().length);
  const start = Math.max(0, Math.min(at - longestLine / 2, text.length - longestLine));
  const cut = text.slice(start, start + longestLine).toWellFormed();
  return `${start > 0 ? '…' : ''}${cut}${start + longestLine < text.length ? '…' : ''}`;
}

function header(answer: ReferencesAnswer, rows: readonly Row[]): string[] {
  const { symbol, note, uses, declarations, fileCount, elsewhere, generated, offset, rowCount } = answer;
  const range = rows.length > 0 && rows.length < rowCount ? `, rows ${offset + 1}–${offset + rows.length} of ${rowCount}` : '';
  const counts = `${counted(uses.length, 'reference')}${testsText(answer)}, ${counted(declarations, 'declaration')} (*) in ${counted(fileCount, 'file')}`;
  const others = elsewhere > 0 ? ` (${elsewhere} more, left out by the filters)` : '';
  return [
    `${symbol}: ${counts}${others}${generatedText(generated)}${range}`,
    ...(note === undefined ? [] : [`(${note})`]),
    ...(firstPage(answer)
      ? [...relatedText(answer.related, besides(answer)), ...mentionsText(answer.mentions, besides(answer))]
      : []),
  ];
}

function testsText({ tests, production }: ReferencesAnswer): string {
  if (tests.uses === 0) return '';
  if (production.uses === 0) return ' (all in tests)';
  return ` (${production.uses} in ${counted(production.files, 'file')}, tests ${tests.uses} in ${tests.files})`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Relatives, and mentions, that are listed beside the places: a row takes some 70 tokens, and the places come first. */
export const besides = ({ maxTokens }: { readonly maxTokens: number }): number => Math.max(1, Math.floor(maxTokens / 250));

/** What is said once, and not on every page. */
const firstPage = ({ offset, continued }: ReferencesAnswer): boolean => offset === 0 && !continued;

const totals = (answer: ReferencesAnswer): Record<string, unknown> => {
  const { symbol, note, uses, declarations, fileCount, tests, elsewhere, generated, mentions, related } = answer;
  return {
    symbol,
    ...(note === undefined ? {} : { note }),
    total: uses.length,
    ...(tests.uses > 0 ? { tests } : {}),
    declarations,
    fileCount,
    ...(elsewhere > 0 ? { elsewhere } : {}),
    ...generatedData(generated),
    ...(firstPage(answer) ? { ...relatedData(related, besides(answer)), ...mentionsData(mentions, besides(answer)) } : {}),
  };
};

/** The places of one file. */
type FileRows = readonly [path: string, rows: readonly Row[]];

/** One of the ways to show the places of a file. */
interface Style {
  readonly lines: (file: FileRows) => string[];
  readonly data: (file: FileRows) => Record<string, unknown>;
}

const withText: Style = {
  lines: ([path, rows]) => [
    named(path, rows),
    ...byLine(rows).map((group) => `  ${numbers(group)}${group[0]?.text === undefined ? '' : `  ${group[0].text}`}`),
  ],
  data: (file) => fileData(file, ({ text }) => (text === undefined ? {} : { text })),
};

const placesOnly: Style = {
  lines: ([path, rows]) => [`${named(path, rows)}  ${byLine(rows).map(numbers).join(' ')}`],
  data: (file) => fileData(file, () => ({})),
};

const withLinesAround: Style = {
  lines: ([path, rows]) => [named(path, rows), ...linesAround(rows)],
  data: (file) =>
    fileData(file, ({ text, around }) => {
      if (around === undefined) return text === undefined ? {} : { text };
      return { firstLine: around.first, lines: around.lines.join('\n') };
    }),
};

const named = (path: string, [first]: readonly Row[]): string => (first?.excluded === undefined ? path : `${path} (excluded)`);

const numbers = (group: readonly Row[]): string =>
  `${group[0]?.line}:${group.map((row) => `${row.column}${row.declaration ? '*' : row.use === undefined ? '' : `(${row.use})`}`).join(',')}`;

/** What `detail` tells of a line stands at its first place. */
function fileData([path, rows]: FileRows, detail: (row: Row) => Record<string, unknown>): Record<string, unknown> {
  const places = byLine(rows).flatMap((group) =>
    group.map((row, at) => ({
      line: row.line,
      column: row.column,
      ...(row.declaration ? { declaration: true } : {}),
      ...(row.use === undefined ? {} : { use: row.use }),
      ...(at === 0 ? detail(row) : {}),
    })),
  );
  return { path, ...(rows[0]?.excluded === undefined ? {} : { excluded: true }), places };
}

/** Each line once, however many places are near it; `--` between lines that do not follow each other. */
function linesAround(rows: readonly Row[]): string[] {
  const shown = new Map<number, string>();
  for (const { around, line, text } of rows) {
    if (around === undefined) shown.set(line, text ?? '');
    for (const [at, each] of around?.lines.entries() ?? []) shown.set((around?.first ?? line) + at, each);
  }
  const asked = new Map(byLine(rows).map((group) => [group[0]?.line, numbers(group)]));
  const ordered = [...shown].sort(([a], [b]) => a - b);
  return ordered.flatMap(([line, text], at) => {
    const before = ordered[at - 1]?.[0];
    return [...(before !== undefined && before < line - 1 ? ['  --'] : []), `  ${asked.get(line) ?? `${line}-`}  ${text}`];
  });
}

/** How often each file or project has uses, instead of the places; the most first. */
const counts =
  (answer: ReferencesAnswer, key: 'path' | 'project', nameOf: (path: string) => string) =>
  ({ by, cursor }: More): Rendered => {
    const of = new Map<string, number>();
    for (const [path, { length }] of Map.groupBy(answer.uses, (use) => use.path)) {
      const name = nameOf(path);
      of.set(name, (of.get(name) ?? 0) + length);
    }
    const rows = [...of].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
    const how = `the places do not fit ${by}: narrow with inPath or inProject, or repeat the call with cursor ${cursor}`;
    return {
      text: [...header(answer, []), ...rows.map(([name, count]) => `${count}  ${name}`), how].join('\n'),
      data: { ...totals(answer), counts: rows.map(([name, count]) => ({ [key]: name, count })), cursor },
    };
  };

const byFile = (rows: readonly Row[]): FileRows[] => [...Map.groupBy(rows, (row) => row.path)];

const byLine = (rows: readonly Row[]): Row[][] => [...Map.groupBy(rows, (row) => row.line).values()];
