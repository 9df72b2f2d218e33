/** How problems are worded: counts first, then one a line. */
import { type Severity, severities } from '../model/codes.ts';
import type { CodeProblem } from '../model/diagnostics.ts';
import { type More, type Page, type Window, moreText, pageOf } from './page.ts';

export interface DiagnosticsAnswer extends Window<CodeProblem> {
  readonly path: string;
  /** All problems of the file that the filters let pass, but for their severity. */
  readonly problems: readonly CodeProblem[];
  /** The least severe that is shown. */
  readonly severity: Severity;
}

/** Whether a severity is at least as severe as another one. */
export const reaches = (severity: Severity, least: Severity): boolean =>
  severities.indexOf(severity) <= severities.indexOf(least);

export function diagnosticsPage(answer: DiagnosticsAnswer): Page {
  return pageOf(answer, [(rows, more) => ({ text: textOf(answer, rows, more), data: dataOf(answer, rows, more) })]);
}

const countsOf = (problems: readonly CodeProblem[]): Record<Severity, number> => {
  const count = (severity: Severity): number => problems.filter((each) => each.severity === severity).length;
  return { error: count('error'), warning: count('warning'), information: count('information'), hint: count('hint') };
};

/** Severities that are not shown are counted all the same. */
function textOf({ path, problems, severity }: DiagnosticsAnswer, rows: readonly CodeProblem[], more: More | undefined): string {
  const counts = countsOf(problems);
  const shown = severities.slice(0, severities.indexOf(severity) + 1);
  const hidden = severities
    .filter((each) => !shown.includes(each) && counts[each] > 0)
    .map((each) => `${counts[each]} of severity ${each}`);
  const header = `${path}: ${shown.map((each) => `${counts[each]} ${plural(each, counts[each])}`).join(', ')}`;
  const lines = rows.map(({ line, column, severity: own, id, message }) => `  ${line}:${column} ${own} ${id} ${message}`);
  return [hidden.length > 0 ? `${header} (not shown: ${hidden.join(', ')})` : header, ...lines, ...moreText(more)].join('\n');
}

const plural = (severity: Severity, count: number): string =>
  count === 1 || severity === 'information' ? severity : `${severity}s`;

function dataOf(
  { path, problems, severity, rowCount: total }: DiagnosticsAnswer,
  rows: readonly CodeProblem[],
  more: More | undefined,
): Record<string, unknown> {
  return {
    path,
    severity,
    total,
    counts: countsOf(problems),
    problems: rows.map(({ path: _, ...problem }) => problem),
    ...(more === undefined ? {} : { cursor: more.cursor }),
  };
}
