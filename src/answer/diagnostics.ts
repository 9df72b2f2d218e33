/**
 * How problems are worded: what many of them come of, counts by id, then by file, one a line; in fewer words where the
 * budget is short.
 */
import { type Severity, severities } from '../model/codes.ts';
import type { CodeProblem } from '../model/diagnostics.ts';
import { type More, type Page, type Rendered, type Window, generatedData, generatedText, moreText, pageOf } from './page.ts';

/** One problem; in a comparison what became of it. */
export interface ProblemRow extends CodeProblem {
  readonly change?: 'new' | 'gone';
}

export interface DiagnosticsAnswer extends Window<ProblemRow> {
  readonly scope: 'file' | 'project' | 'solution' | 'changed';
  /** The file or the projects, where the scope is one of those. */
  readonly name: string | undefined;
  /** The least severe that is shown. */
  readonly severity: Severity;
  /** All problems that the filters let pass, but for their severity. */
  readonly problems: readonly CodeProblem[];
  /** The rows in their order; a window of them is shown. */
  readonly all: readonly ProblemRow[];
  /** Projects in scope, and those of them that problems are known of; absent for a file. */
  readonly projects: { readonly known: number; readonly all: number } | undefined;
  /** Where only what has changed is asked about. */
  readonly changed: { readonly files: number; readonly projects: readonly string[] } | undefined;
  readonly analyzers: boolean;
  /** Problems in generated files that are left out. */
  readonly generated: number;
  /** Whether what is told only of whole projects is among the problems. */
  readonly complete: boolean;
  /** What many errors come of, as sentences. */
  readonly causes: readonly { readonly message: string; readonly errors: number }[];
  readonly since: { readonly snapshotId: string; readonly remaining: number } | undefined;
  /** Of this answer: a later one may be compared with it. */
  readonly snapshotId: string;
  /** Whether this page was asked for by a cursor: then its rows are wanted, and no counts. */
  readonly continued: boolean;
}

/** Longer messages are cut. */
const longestMessage = 500;

/** Whether a severity is at least as severe as another one. */
export const reaches = (severity: Severity, least: Severity): boolean => rank(severity) <= rank(least);

const rank = (severity: Severity): number => severities.indexOf(severity);

/** By file, those with the most severe problems first, in a file by place; what `isLast` does not count for its file. */
export function inOrder(rows: readonly ProblemRow[], isLast: (row: ProblemRow) => boolean): ProblemRow[] {
  const files = [...Map.groupBy(rows, ({ path }) => path)].map(([path, of]) => {
    const telling = of.filter((each) => !isLast(each));
    return { path, of, weight: Math.min(...telling.map(({ severity }) => rank(severity)), severities.length) };
  });
  files.sort((a, b) => a.weight - b.weight || (a.path < b.path ? -1 : 1));
  return files.flatMap(({ of }) => of.toSorted((a, b) => a.line - b.line || a.column - b.column || (a.id < b.id ? -1 : 1)));
}

export function diagnosticsPage(answer: DiagnosticsAnswer): Page {
  const counted = !answer.continued && answer.scope !== 'file' && answer.rowCount > 1;
  const fullest = (rows: readonly ProblemRow[], more: More | undefined): Rendered => ({
    text: [
      ...header(answer, rows),
      ...(counted ? [idsText(answer.all)] : []),
      ...byFile(rows).flatMap((file) => fileLines(answer, file)),
      ...note(answer),
      ...moreText(more),
    ].join('\n'),
    data: {
      ...totals(answer),
      ...(counted ? { ids: idsData(answer.all) } : {}),
      files: byFile(rows).map(([path, of]) => ({ path, ...generated(of), problems: of.map(rowData) })),
      ...(more === undefined ? {} : { cursor: more.cursor }),
    },
  });
  return pageOf(answer, [fullest], answer.continued ? [] : [summary(answer, true), summary(answer, false)]);
}

/** Counts instead of rows: by id, and where they fit by file and id. */
const summary =
  (answer: DiagnosticsAnswer, files: boolean) =>
  ({ by, cursor }: More): Rendered => {
    const shown = files ? byFile(answer.all) : [];
    const how = `the problems do not fit ${by}: narrow with severity, ids, inPath or inProject, or repeat the call with cursor`;
    return {
      text: [
        ...header(answer, []),
        idsText(answer.all),
        ...shown.map(([path, of]) => `${path}${mark(of)}  ${idsText(of)}`),
        ...note(answer),
        `${how} ${cursor}`,
      ].join('\n'),
      data: {
        ...totals(answer),
        ids: idsData(answer.all),
        ...(files ? { files: shown.map(([path, of]) => ({ path, ...generated(of), ids: idsData(of) })) } : {}),
        cursor,
      },
    };
  };

type FileRows = readonly [path: string, rows: readonly ProblemRow[]];

const byFile = (rows: readonly ProblemRow[]): FileRows[] => [...Map.groupBy(rows, (row) => row.path)];

const generated = ([first]: readonly ProblemRow[]): object => (first?.generated === true ? { generated: true } : {});
const mark = ([first]: readonly ProblemRow[]): string => (first?.generated === true ? ' (written by the build)' : '');

/** Of problems that are alike the places stand in one line. */
function fileLines({ scope }: DiagnosticsAnswer, [path, rows]: FileRows): string[] {
  const alike = Map.groupBy(rows, ({ change, severity, id, message }) => {
    return `${change === undefined ? '' : `${change} `}${severity} ${id} ${wording(message)}`;
  });
  const lines = [...alike].map(([what, those]) => `  ${those.map(({ line, column }) => `${line}:${column}`).join(' ')} ${what}`);
  return scope === 'file' ? lines : [`${path}${mark(rows)}`, ...lines];
}

const rowData = ({ path: _, generated: __, message, ...row }: ProblemRow): object => ({ ...row, message: wording(message) });

function wording(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ');
  return line.length <= longestMessage ? line : `${line.slice(0, longestMessage).toWellFormed()}…`;
}

const count = (problems: readonly CodeProblem[], severity: Severity): number =>
  problems.filter((each) => each.severity === severity).length;

const countsOf = (problems: readonly CodeProblem[]): Record<Severity, number> => ({
  error: count(problems, 'error'),
  warning: count(problems, 'warning'),
  information: count(problems, 'information'),
  hint: count(problems, 'hint'),
});

/** Causes first. Severities that are not shown are counted all the same. */
function header(answer: DiagnosticsAnswer, rows: readonly ProblemRow[]): string[] {
  const { scope, name, problems, severity, projects, changed, since, analyzers, offset, rowCount, causes } = answer;
  const counts = countsOf(problems);
  const shown = severities.slice(0, rank(severity) + 1);
  const hidden = severities
    .filter((each) => !shown.includes(each) && counts[each] > 0)
    .map((each) => `${counts[each]} of severity ${each}`);
  const totals = shown.map((each) => `${counts[each]} ${plural(each, counts[each])}`).join(', ');
  const compared = since === undefined ? '' : `${changesText(answer.all)}, ${since.remaining} remaining; now `;
  const range = rows.length > 0 && rows.length < rowCount ? `, rows ${offset + 1}–${offset + rows.length} of ${rowCount}` : '';
  const asked = `${name ?? scope}${analyzers ? ', with analyzers' : ''}${since === undefined ? '' : `, since ${since.snapshotId}`}`;
  const told = `${compared}${totals}${where(projects)}${changed === undefined ? '' : changedText(changed)}`;
  return [
    ...causes.map(({ message, errors }) => `${errors} ${plural('error', errors)} of one cause: ${message}`),
    `${asked}: ${told}${range}${hidden.length > 0 ? ` (not shown: ${hidden.join(', ')})` : ''}${generatedText(answer.generated)}`,
  ];
}

function where(projects: DiagnosticsAnswer['projects']): string {
  if (projects === undefined) return '';
  const { known, all } = projects;
  return ` in ${known === all ? '' : `${known} of `}${all} project${all === 1 ? '' : 's'}`;
}

/** Projects that the header names. */
const mostNamed = 5;

function changedText({ files, projects }: { readonly files: number; readonly projects: readonly string[] }): string {
  if (files === 0) return ' (nothing that a project is made of has changed since the last commit)';
  const more = projects.length > mostNamed ? ` and ${projects.length - mostNamed} more` : '';
  const names = projects.slice(0, mostNamed).join(', ');
  return ` (${files} changed file${files === 1 ? '' : 's'} of ${names}${more}, and what depends on it)`;
}

const changesText = (rows: readonly ProblemRow[]): string =>
  (['new', 'gone'] as const).map((change) => `${rows.filter((row) => row.change === change).length} ${change}`).join(', ');

/** What a quick answer about a file leaves out, where it would have been shown; and with what a later answer can be compared. */
const note = ({ complete, severity, scope, snapshotId }: DiagnosticsAnswer): string[] => [
  ...(complete || severity === 'error'
    ? []
    : ['(unused fields and the like, CS0169 CS0414 CS0649, are told with scope project)']),
  ...(scope === 'file' ? [] : [`(snapshot ${snapshotId}, for since)`]),
];

const plural = (severity: Severity, many: number): string =>
  many === 1 || severity === 'information' ? severity : `${severity}s`;

interface IdCount {
  readonly id: string;
  readonly severity: Severity;
  readonly change?: 'new' | 'gone';
  readonly count: number;
}

/** The most severe first, of these the most frequent. */
function idsData(rows: readonly ProblemRow[]): IdCount[] {
  const groups = [...Map.groupBy(rows, ({ change, severity, id }) => `${change} ${severity} ${id}`).values()];
  const counts = groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { id, severity, change } = first;
    return [{ id, severity, ...(change === undefined ? {} : { change }), count: group.length }];
  });
  const late = ({ change }: IdCount): number => Number(change === 'gone');
  return counts.sort(
    (a, b) => late(a) - late(b) || rank(a.severity) - rank(b.severity) || b.count - a.count || (a.id < b.id ? -1 : 1),
  );
}

function idsText(rows: readonly ProblemRow[]): string {
  const label = ({ severity, change }: IdCount): string => `${change === undefined ? '' : `${change} `}${plural(severity, 2)}`;
  return [...Map.groupBy(idsData(rows), label)]
    .map(([name, counts]) => `${name}: ${counts.map(({ id, count: many }) => (many === 1 ? id : `${id} ×${many}`)).join(', ')}`)
    .join('; ');
}

function totals(answer: DiagnosticsAnswer): Record<string, unknown> {
  const { scope, name, severity, problems, rowCount, projects, changed, analyzers, complete, causes, since } = answer;
  return {
    scope,
    ...(name === undefined ? {} : { [scope === 'file' ? 'path' : 'project']: name }),
    severity,
    ...(analyzers ? { analyzers } : {}),
    ...(projects === undefined ? {} : { projects }),
    ...(changed === undefined ? {} : { changed: { ...changed, projects: changed.projects.slice(0, mostNamed) } }),
    ...(complete ? {} : { complete }),
    ...(causes.length === 0 ? {} : { causes }),
    total: rowCount,
    counts: countsOf(problems),
    ...generatedData(answer.generated),
    ...(since === undefined ? {} : { since: sinceData(answer.all, since) }),
  };
}

function sinceData(rows: readonly ProblemRow[], { snapshotId, remaining }: { snapshotId: string; remaining: number }): object {
  const many = (change: ProblemRow['change']): number => rows.filter((row) => row.change === change).length;
  return { snapshotId, new: many('new'), gone: many('gone'), remaining };
}
