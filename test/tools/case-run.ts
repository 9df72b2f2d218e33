/** Runs the cases of a file, kind by kind, and words what came of them. */
import type { Call } from './asking.ts';
import type { Case } from './case-file.ts';
import { caseKinds, type Outcome } from './case-kinds.ts';
import { type Difference, isExcused } from './comparison.ts';

export interface Report {
  /** What to print, line by line. */
  readonly lines: readonly string[];
  readonly passed: boolean;
}

/** How often a repository may rely on a warning instead of the right answer. */
const mostExcused = 2;
/** How many differences of one kind are printed for one answer. */
const mostShown = 10;

/** Runs the cases of the wanted kinds (all that can be run, when none are given) through `call`. */
export async function runCases(cases: readonly Case[], wanted: readonly string[] | undefined, call: Call): Promise<Report> {
  const isRun = ({ kind }: Case): boolean => Object.hasOwn(caseKinds, kind) && (wanted?.includes(kind) ?? true);
  const outcomes: Outcome[] = [];
  for (const each of cases.filter(isRun)) outcomes.push(...((await caseKinds[each.kind]?.(call, each)) ?? []));
  const judged = outcomes.map(judge);
  // Asked by position and by name, one gap in the truth is still one.
  const excused = [...new Set(judged.flatMap((each) => each.excused))];
  const failed = judged.filter((each) => each.real.length > 0).length;
  const impossible = (wanted ?? []).filter((kind) => !Object.hasOwn(caseKinds, kind));
  const allowed = excused.length <= mostExcused;
  return {
    passed: outcomes.length > 0 && failed === 0 && allowed && impossible.length === 0,
    lines: [
      ...judged.flatMap(worded),
      ...excused.map((each) => `excused by a warning: ${each}`),
      ...(allowed ? [] : [`too many are excused: ${excused.length}, at most ${mostExcused} may be`]),
      ...notRun(
        cases.filter((each) => !isRun(each)),
        wanted,
      ),
      ...impossible.map((kind) => `kind ${kind} was asked for and cannot be run`),
      outcomes.length === 0 ? 'nothing was run' : `${outcomes.length - failed} of ${outcomes.length} questions answered rightly`,
    ],
  };
}

interface Judged {
  readonly title: string;
  readonly real: readonly Difference[];
  readonly excused: readonly string[];
}

function judge({ id, title, differences, warnings }: Outcome): Judged {
  const isReal = (each: Difference): boolean => !isExcused(each, warnings);
  return {
    title,
    real: differences.filter(isReal),
    excused: differences.filter((each) => !isReal(each)).map((each) => `${each.what} ${each.text} in ${id}`),
  };
}

function worded({ title, real }: Judged): readonly string[] {
  if (real.length === 0) return [];
  const groups = (['fault', 'missing', 'extra'] as const).map((what) => real.filter((each) => each.what === what));
  return [`wrong: ${title}`, ...groups.flatMap(group)];
}

function group(differences: readonly Difference[]): readonly string[] {
  const shown = differences.slice(0, mostShown).map(({ what, text }) => (what === 'fault' ? `  ${text}` : `  ${what} ${text}`));
  const rest = differences.length - shown.length;
  return rest > 0 ? [...shown, `  … and ${rest} more ${differences[0]?.what}`] : shown;
}

function notRun(cases: readonly Case[], wanted: readonly string[] | undefined): readonly string[] {
  const kinds = [...new Set(cases.map(({ kind }) => kind))].sort();
  return kinds.map((kind) => {
    const count = cases.filter((each) => each.kind === kind).length;
    const reason = wanted?.includes(kind) === false ? 'not asked for' : 'this runner cannot ask them yet';
    return `not run: ${count} of kind ${kind}, ${reason}`;
  });
}
