/** Cases of kind diags: the question for all problems of a solution, and its answer held against the truth. */
import { type Case, type Spot, insist } from './case-file.ts';
import { type Difference, fault, keyOf, miscounted, repeated } from './comparison.ts';

/** A problem as the truth has it; without a file where it has no place. */
interface TrueProblem extends Partial<Spot> {
  readonly id: string;
  readonly severity: string;
  readonly message: string;
}

/** A question for everything that is at least so severe, of one project or all. */
export interface DiagsCase extends Case {
  readonly input: { readonly min: string; readonly project?: string | null };
  readonly expected: { readonly count: number; readonly diagnostics: readonly TrueProblem[] };
}

interface Row {
  readonly line: number;
  readonly column: number;
  readonly severity: string;
  readonly id: string;
  readonly message: string;
}

/** The part of an answer's `data` that is compared; one that is short of room has no rows, and a cursor. */
export interface DiagsPage {
  readonly total: number;
  readonly projects: { readonly known: number; readonly all: number };
  readonly files?: readonly { readonly path: string; readonly problems?: readonly Row[] }[];
  readonly cursor?: string;
}

const open = { '+': 'ignore' };
const count = 'number.integer >= 0';
const position = 'number.integer > 0';
const rowShape = { ...open, line: position, column: position, severity: 'string', id: 'string', message: 'string' };
export const diagsShape = {
  total: count,
  projects: { ...open, known: count, all: count },
  'files?': [{ ...open, path: 'string', 'problems?': [rowShape, '[]'] }, '[]'],
};
const problem = {
  ...open,
  id: 'string',
  severity: 'string',
  message: 'string',
  'file?': 'string | null',
  'line?': 'number.integer | null',
  'col?': 'number.integer | null',
};
const diagsCase = {
  ...open,
  input: { ...open, min: 'string', 'project?': 'string | null' },
  expected: { ...open, count, diagnostics: [problem, '[]'] },
};

/** Checks the parts that only a case of kind diags has. */
export async function asDiagsCase(each: Case): Promise<DiagsCase> {
  await insist(each, diagsCase, each.id);
  const checked = each as DiagsCase;
  if (checked.expected.count !== checked.expected.diagnostics.length)
    throw new Error(`${each.id}: the count is not that of the list`);
  return checked;
}

/** The words of the truth, and ours. */
const severities: Readonly<Record<string, string>> = { info: 'information', hidden: 'hint' };

/** How the question is asked. */
export function diagsAsking({ input: { min, project } }: DiagsCase): {
  how: string;
  parameters: Readonly<Record<string, unknown>>;
} {
  const severity = severities[min] ?? min;
  if (typeof project !== 'string') return { how: 'by solution', parameters: { scope: 'solution', severity } };
  return { how: 'by project', parameters: { scope: 'project', inProject: project, severity } };
}

/**
 * Everything in which the pages differ from the truth. Problems in excluded folders are left out and have to be counted in
 * a warning; what has no place in a file cannot be listed, and then a warning has to say that the answer is not all.
 */
export function compareDiags(
  { expected }: DiagsCase,
  pages: readonly DiagsPage[],
  warnings: readonly string[],
): readonly Difference[] {
  const listed = pages.flatMap(({ files = [] }) =>
    files.flatMap(({ path, problems = [] }) => problems.map((row) => worded({ ...row, file: path, col: row.column }))),
  );
  const left = leftOut(warnings);
  const excluded = (file: string): boolean => left.names.some((name) => file.split('/').slice(0, -1).includes(name));
  const placed = expected.diagnostics.flatMap(({ file, line, col, ...rest }) =>
    typeof file === 'string' ? [{ ...rest, file, line: line ?? 0, col: col ?? 0 }] : [],
  );
  const needed = new Set(placed.filter(({ file }) => !excluded(file)).map(worded));
  const uncounted = placed.filter(({ file }) => excluded(file)).length - left.count;
  const placeless = expected.diagnostics.length - placed.length;
  const partial = warnings.some((each) => each.startsWith('partial_answer: '));
  return [
    ...repeated(listed),
    ...miscounted(
      'total',
      pages.map(({ total }) => total),
      listed.length,
    ),
    ...[...needed].filter((each) => !listed.includes(each)).map((text) => ({ what: 'missing' as const, text })),
    ...listed.filter((each) => !needed.has(each)).map((text) => ({ what: 'extra' as const, text })),
    ...(uncounted === 0 ? [] : [fault(`${left.count} are said to be in excluded folders, ${uncounted} more are`)]),
    ...(placeless === 0 || partial ? [] : [fault(`${placeless} without a place are not mentioned`)]),
    ...pages.flatMap(({ projects: { known, all } }) => (known === all ? [] : [fault(`${known} of ${all} projects are known`)])),
  ];
}

const worded = ({ id, severity, message, ...spot }: Spot & Omit<TrueProblem, keyof Spot>): string =>
  `${keyOf(spot)} ${severities[severity] ?? severity} ${id} ${message.replaceAll(/\s+/g, ' ')}`;

function leftOut(warnings: readonly string[]): { readonly count: number; readonly names: readonly string[] } {
  const found = warnings.flatMap((each) => /^excluded_folders: (\d+) problems? .*in excluded folders \((.*?)\)/.exec(each) ?? []);
  const [, number, names] = found;
  return number === undefined || names === undefined
    ? { count: 0, names: [] }
    : { count: Number(number), names: names.split(', ') };
}
