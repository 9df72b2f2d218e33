/**
 * How an outline is worded: one declaration a line, indented by what it stands in; in fewer words where the budget is short.
 */
import { type CSharpKind, isType } from '../model/kinds.ts';
import type { Place } from '../model/places.ts';
import { type More, type Page, type Rendered, type Window, generatedData, generatedText, moreText, pageOf } from './page.ts';

/** One declaration; each part as an answer shows it. */
export interface OutlineRow {
  readonly kind: CSharpKind;
  readonly name: string;
  /** Full names of the declaration and of what it stands in (empty for the file). */
  readonly symbol: string;
  readonly container: string;
  readonly depth: number;
  readonly place: Place;
  readonly lastLine: number | undefined;
  readonly accessibility: string | undefined;
  readonly modifiers: readonly string[];
  readonly signature: string;
  /** The `#if` under which it stands. */
  readonly condition: string | undefined;
  /** The name of the excluded folder that it lies in. */
  readonly excluded: string | undefined;
}

export interface OutlineAnswer extends Window<OutlineRow> {
  /** The path of the file, or the full name of the type. */
  readonly of: string;
  /** The kind of the type; undefined for a file. */
  readonly kind: CSharpKind | undefined;
  readonly notes: readonly string[];
  /** All declarations, where the page is not one that a cursor asked for. */
  readonly all: readonly OutlineRow[] | undefined;
  /** How many more there are of other kinds, and in generated files. */
  readonly others: number;
  /** What a file or a preset filters kinds by, in words; empty for nothing. */
  readonly filter: string;
  readonly generated: number;
  readonly fileCount: number;
}

export function outlinePage(answer: OutlineAnswer): Page {
  const wording = (rows: readonly OutlineRow[], more: More | undefined): Rendered => ({
    text: [...header(answer, rows), ...textOf(answer, rows), ...moreText(more)].join('\n'),
    data: { ...totals(answer), files: byFile(rows).map(fileData), ...(more === undefined ? {} : { cursor: more.cursor }) },
  });
  const { all } = answer;
  return pageOf(answer, [wording], all === undefined ? [] : [typesOnly(answer, all), counts(answer, all)]);
}

function header(answer: OutlineAnswer, rows: readonly OutlineRow[]): string[] {
  const { of, kind, rowCount, others, filter, generated, offset, notes, fileCount } = answer;
  const range = rows.length > 0 && rows.length < rowCount ? `, rows ${offset + 1}–${offset + rows.length}` : '';
  const filtered = `${others > 0 ? ` (${others} more of other kinds${filter === '' ? '' : `: ${filter}`})` : ''}${generatedText(generated)}`;
  const files = fileCount > 1 ? ` in ${fileCount} files` : '';
  const named = kind === undefined ? of : `${kind} ${of}`;
  return [`${named}: ${counted(rowCount, 'declaration')}${filtered}${files}${range}`, ...notes.map((each) => `(${cut(each)})`)];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const totals = ({ of, kind, notes, rowCount, others, filter, generated }: OutlineAnswer): Record<string, unknown> => ({
  of,
  ...(kind === undefined ? {} : { kind }),
  ...(notes.length === 0 ? {} : { notes: notes.map(cut) }),
  total: rowCount,
  ...(others > 0 ? { others, ...(filter === '' ? {} : { filter }) } : {}),
  ...generatedData(generated),
});

/** The declarations of one file. */
type FileRows = readonly [path: string, rows: readonly OutlineRow[]];

const byFile = (rows: readonly OutlineRow[]): FileRows[] => [...Map.groupBy(rows, ({ place }) => place.path)];

const shownPath = ([path, [first]]: FileRows): string => (first?.excluded === undefined ? path : `${path} (excluded)`);

/** Where a row does not stand below what holds it, as on a later page, a line names that. */
function textOf({ kind }: OutlineAnswer, rows: readonly OutlineRow[]): string[] {
  return byFile(rows).flatMap((file) => {
    // What the last line at each depth names.
    const above = new Map<number, string>();
    const lines = file[1].flatMap((row) => {
      const { depth, container, symbol } = row;
      const isBelow = depth === 0 || above.get(depth - 1) === container;
      above.set(depth - 1, container).set(depth, symbol);
      return [...(isBelow ? [] : [`${indent(depth - 1)}in ${container}`]), `${indent(depth)}${line(row)}`];
    });
    return kind === undefined ? lines : [shownPath(file), ...lines];
  });
}

const indent = (depth: number): string => '  '.repeat(Math.max(0, depth));

/** Longer signatures and conditions are cut. */
const longest = 400;
const cut = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`);

function line({ kind, accessibility, modifiers, signature, place, lastLine, condition }: OutlineRow): string {
  const range = lastLine === undefined || lastLine === place.line ? `${place.line}` : `${place.line}–${lastLine}`;
  // Some signatures say what they are of.
  const words = [accessibility, ...modifiers, kind === 'operator' || kind === 'extension' ? undefined : kind, cut(signature)];
  const shown = words.filter((each) => each !== undefined).join(' ');
  return `${shown}  ${range}${condition === undefined ? '' : `  #if ${cut(condition)}`}`;
}

/** What stands in one declaration is one group: then its name is written once. */
function fileData(file: FileRows): Record<string, unknown> {
  const groups: { in: string; declarations: Record<string, unknown>[] }[] = [];
  for (const row of file[1]) {
    const last = groups.at(-1);
    if (last?.in === row.container) last.declarations.push(rowData(row));
    else groups.push({ in: row.container, declarations: [rowData(row)] });
  }
  return { path: file[0], ...(file[1][0]?.excluded === undefined ? {} : { excluded: true }), groups };
}

const rowData = (row: OutlineRow): Record<string, unknown> => ({
  kind: row.kind,
  name: row.name,
  ...(row.accessibility === undefined ? {} : { accessibility: row.accessibility }),
  ...(row.modifiers.length === 0 ? {} : { modifiers: row.modifiers.join(' ') }),
  ...(row.signature === row.name ? {} : { signature: cut(row.signature) }),
  line: row.place.line,
  column: row.place.column,
  ...(row.lastLine === undefined || row.lastLine === row.place.line ? {} : { lastLine: row.lastLine }),
  ...(row.condition === undefined ? {} : { condition: cut(row.condition) }),
});

const narrow = ({ by, cursor }: More): string =>
  `the members do not fit ${by}: give a type as symbol, or kinds, or repeat the call with cursor ${cursor}`;

/** Types with the number of their members. */
const typesOnly =
  (answer: OutlineAnswer, all: readonly OutlineRow[]) =>
  (more: More): Rendered => {
    const held = Map.groupBy(all, ({ place, container }) => `${place.path} ${container}`);
    const types = all.filter(({ kind }) => kind === 'namespace' || kind === 'extension' || isType(kind));
    const members = ({ place, symbol }: OutlineRow): number => held.get(`${place.path} ${symbol}`)?.length ?? 0;
    const worded = types.map((row) => {
      const count = row.kind === 'namespace' || row.kind === 'delegate' ? '' : ` (${counted(members(row), 'member')})`;
      return { ...row, signature: `${row.signature}${count}` };
    });
    const data = byFile(types).map((file) => ({
      path: file[0],
      types: file[1].map((row) => ({ kind: row.kind, symbol: row.symbol, line: row.place.line, members: members(row) })),
    }));
    return {
      text: [...header(answer, []), ...textOf(answer, worded), narrow(more)].join('\n'),
      data: { ...totals(answer), types: data, cursor: more.cursor },
    };
  };

/** How many declarations there are of each kind. */
const counts =
  (answer: OutlineAnswer, all: readonly OutlineRow[]) =>
  (more: More): Rendered => {
    const rows = [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, { length }]) => ({ kind, count: length }));
    const ordered = rows.sort((a, b) => b.count - a.count);
    return {
      text: [...header(answer, []), ...ordered.map(({ kind, count }) => `${count}  ${kind}`), narrow(more)].join('\n'),
      data: { ...totals(answer), counts: ordered, cursor: more.cursor },
    };
  };
