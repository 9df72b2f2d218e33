/** How problems are worded: counts first, then one a line. */
import { type Severity, severities } from '../model/codes.ts';
import type { CodeProblem } from '../model/diagnostics.ts';
import { fitting, tokensOf } from './budget.ts';

export interface DiagnosticsAnswer {
  readonly path: string;
  /** All problems of the file that the filters let pass, but for their severity. */
  readonly problems: readonly CodeProblem[];
  /** The least severe that is shown. */
  readonly severity: Severity;
  readonly offset: number;
  readonly limit: number;
  readonly cursorAt: (offset: number) => string;
  readonly maxTokens: number;
  readonly overhead: number;
}

export interface DiagnosticsPage {
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly left: number;
}

/** The largest page that keeps the budget; at least one row. */
export function diagnosticsPage(answer: DiagnosticsAnswer): DiagnosticsPage {
  const wanted = answer.problems.filter(({ severity }) => severities.indexOf(severity) <= severities.indexOf(answer.severity));
  const window = wanted.slice(answer.offset, answer.offset + answer.limit);
  const render = (count: number): DiagnosticsPage => {
    const rows = window.slice(0, count);
    const end = answer.offset + rows.length;
    const left = wanted.length - end;
    const cursor = left > 0 ? answer.cursorAt(end) : undefined;
    return { text: textOf(answer, rows, left, cursor), data: dataOf(answer, wanted.length, rows, cursor), left };
  };
  const sizes = (count: number): number[] => {
    const { text, data } = render(count);
    return [tokensOf(text), tokensOf(JSON.stringify(data)) + Math.ceil(answer.overhead / 4)];
  };
  return render(Math.max(Math.min(1, window.length), fitting(window.length, answer.maxTokens, sizes)));
}

const countsOf = (problems: readonly CodeProblem[]): Record<Severity, number> => {
  const count = (severity: Severity): number => problems.filter((each) => each.severity === severity).length;
  return { error: count('error'), warning: count('warning'), information: count('information'), hint: count('hint') };
};

/** Severities that are not shown are counted all the same. */
function textOf(
  { path, problems, severity }: DiagnosticsAnswer,
  rows: readonly CodeProblem[],
  left: number,
  cursor: string | undefined,
): string {
  const counts = countsOf(problems);
  const shown = severities.slice(0, severities.indexOf(severity) + 1);
  const hidden = severities
    .filter((each) => !shown.includes(each) && counts[each] > 0)
    .map((each) => `${counts[each]} of severity ${each}`);
  const header = `${path}: ${shown.map((each) => `${counts[each]} ${plural(each, counts[each])}`).join(', ')}`;
  const lines = rows.map(({ line, column, severity: own, id, message }) => `  ${line}:${column} ${own} ${id} ${message}`);
  return [
    hidden.length > 0 ? `${header} (not shown: ${hidden.join(', ')})` : header,
    ...lines,
    ...(cursor === undefined ? [] : [`${left} more: repeat the call with cursor ${cursor}`]),
  ].join('\n');
}

const plural = (severity: Severity, count: number): string =>
  count === 1 || severity === 'information' ? severity : `${severity}s`;

function dataOf(
  { path, problems, severity }: DiagnosticsAnswer,
  total: number,
  rows: readonly CodeProblem[],
  cursor: string | undefined,
): Record<string, unknown> {
  return {
    path,
    severity,
    total,
    counts: countsOf(problems),
    problems: rows.map(({ path: _, ...problem }) => problem),
    ...(cursor === undefined ? {} : { cursor }),
  };
}
