/** `diagnostics`: what the compiler has to say about a file, a project, what has changed, or everything. */
import { decodeCursor, encodeCursor } from '../answer/cursor.ts';
import { type ProblemRow, diagnosticsPage, inOrder, reaches } from '../answer/diagnostics.ts';
import { leftOut } from '../answer/page.ts';
import { excludedFolders } from '../answer/warnings.ts';
import { type Warning, severities } from '../model/codes.ts';
import type { CodeProblem } from '../model/diagnostics.ts';
import { placeKey } from '../workspace/places.ts';
import { type FoundProblems, findProblems } from '../workspace/problems/problems.ts';
import type { Wanted } from '../workspace/problems/scope.ts';
import { compared } from '../workspace/problems/since.ts';
import type { View } from '../workspace/view.ts';
import { cursor, inPath, inProject, limit, limited, maxTokens, within } from './params.ts';
import { budgetOf } from './size.ts';
import { type Args, type ToolContext, type ToolResult, readOnly, tool } from './tool.ts';

const params = {
  scope: {
    is: "'file'|'project'|'solution'|'changed'",
    must: 'one of file, project, solution, changed',
    optional: true,
    about:
      'file (default where path is given), the project that compiles path or that inProject names, the whole solution (default), ' +
      'or changed: projects with files changed since the last git commit, and their dependents',
  },
  path: { is: '1 <= string <= 4096', must: 'a path', optional: true, about: 'C# file, relative to the workspace root' },
  severity: {
    is: "'error'|'warning'|'information'|'hint'",
    must: `one of ${severities.join(', ')}`,
    optional: true,
    about: 'The least severe problem shown; by default the setting diagnostics.severity',
  },
  ids: { is: 'string[]', must: 'a list of ids such as CS0246', optional: true, about: 'Only problems with these ids' },
  inPath,
  inProject,
  includeAnalyzers: {
    is: 'boolean',
    must: 'true or false',
    optional: true,
    about: 'Also run the analyzers of the projects (CA…, IDE…), which takes several times as long',
  },
  since: {
    is: '1 <= string <= 100',
    must: 'a snapshotId',
    optional: true,
    about: 'snapshotId of an earlier answer with the same scope (one of the last five): what is new and gone since then',
  },
  limit,
  maxTokens,
  cursor,
  ...limited,
} as const;

type DiagnosticsArgs = Args<typeof params>;

export const diagnostics = tool({
  name: 'diagnostics',
  title: 'Compiler problems',
  description:
    'Tells the compiler’s errors, warnings and hints as the files are on disk now, without a build; counts come first. Call it after an edit: ' +
    'with path for a quick answer about one file (unused fields, CS0169 CS0414 CS0649, need scope project), with scope changed or solution ' +
    'for what the edit broke elsewhere, and with since for what is new and gone.',
  annotations: readOnly,
  params,
  together: fault,
  run: (args, context) => context.read((view) => answer(args, view, context)),
});

/** What is wrong with the arguments together. */
function fault(args: DiagnosticsArgs): string | undefined {
  const odd = args.ids?.find((id) => !/^[A-Za-z_]\w*$/.test(id));
  if (odd !== undefined) return `ids must be a list of ids such as CS0246; '${odd}' is none`;
  const { path, inPath: below, inProject: project } = args;
  const scope = scopeOf(args);
  if (scope === 'file' && path === undefined) return 'scope file needs path';
  if (scope === 'file' && (below ?? project) !== undefined)
    return 'inPath and inProject narrow the other scopes: path is one file';
  if (path !== undefined && (scope === 'solution' || scope === 'changed')) {
    return `path goes with scope file or project; inPath narrows scope ${scope}`;
  }
  return scope === 'project' && path !== undefined && project !== undefined
    ? 'give either path or inProject, not both'
    : undefined;
}

const scopeOf = ({ scope, path }: DiagnosticsArgs): Wanted['kind'] => scope ?? (path === undefined ? 'solution' : 'file');

function wantedOf(args: DiagnosticsArgs): Wanted {
  const kind = scopeOf(args);
  if (kind === 'project') return { kind, path: args.path, project: args.inProject };
  return kind === 'file' ? { kind, path: args.path ?? '' } : { kind };
}

async function answer(args: DiagnosticsArgs, view: View, context: ToolContext): Promise<ToolResult> {
  const { since, ids, inPath: below, inProject: project } = args;
  const severity = args.severity ?? context.settings.severity();
  const analyzers = args.includeAnalyzers ?? false;
  const wanted = wantedOf(args);
  const includeGenerated = context.limits.includeGenerated.value;
  const question = { wanted, severity, ids, below, project, analyzers, since, includeGenerated };
  const offset = decodeCursor(args.cursor, view.snapshot.snapshotId, question);
  // A project that is the scope is no filter: files that it links lie elsewhere.
  const isInside = within(view, { inPath: below, inProject: wanted.kind === 'project' ? undefined : project });
  // Who names an excluded folder wants what is in it.
  const excludedToo = below !== undefined && view.excluded(below) !== undefined;
  const found = await findProblems(view, { wanted, analyzers, since, excludedToo });
  const passes = ({ id, path }: CodeProblem): boolean => (ids?.includes(id) ?? true) && isInside(path);
  // What does not compile is told wherever it stands.
  const isVisible = (each: CodeProblem): boolean => includeGenerated || each.generated !== true || each.severity === 'error';
  const problems = found.problems.filter(passes).filter(isVisible);
  const isShown = (each: CodeProblem): boolean => reaches(each.severity, severity);
  const hidden = found.problems.filter(passes).filter((each) => isShown(each) && !isVisible(each));
  const before = found.before?.filter((each) => passes(each) && isVisible(each) && isShown(each));
  const { rows, remaining } = rowsOf(problems.filter(isShown), before);
  const causes = found.causes.flatMap(({ message, errors }) => {
    const those = problems.filter((each) => errors.has(each));
    return those.length === 0 ? [] : [{ message, errors: those }];
  });
  const explained = new Set(causes.flatMap(({ errors }) => errors.map(placeKey)));
  const all = inOrder(rows, (row) => row.severity === 'error' && explained.has(placeKey(row)));
  const shownFolders = excludedToo ? rows.map(({ path }) => view.excluded(path)?.name) : [];
  const left = found.excluded.filter(passes).filter(isShown);
  const warnings = [...found.warnings, ...excludedFolders(shownFolders), ...excludedProblems(view, left)];
  const page = diagnosticsPage({
    scope: wanted.kind,
    ...headOf(found),
    severity,
    problems,
    all,
    analyzers,
    generated: hidden.length,
    causes: causes.map(({ message, errors }) => ({ message, errors: errors.length })),
    snapshotId: view.snapshot.snapshotId,
    since: since === undefined ? undefined : { snapshotId: since, remaining },
    continued: args.cursor !== undefined,
    rows: all.slice(offset, offset + context.limits.limit.value),
    offset,
    rowCount: all.length,
    cursorAt: (next) => encodeCursor(view.snapshot.snapshotId, question, next),
    ...budgetOf(context.limits, view.snapshot, warnings),
  });
  return { data: page.data, text: page.text, snapshot: view.snapshot, warnings: [...warnings, ...leftOut(page)] };
}

function rowsOf(
  now: readonly CodeProblem[],
  before: readonly CodeProblem[] | undefined,
): { rows: readonly ProblemRow[]; remaining: number } {
  if (before === undefined) return { rows: now, remaining: 0 };
  const { fresh, gone, remaining } = compared(before, now);
  const rows = [
    ...fresh.map((each) => ({ ...each, change: 'new' as const })),
    ...gone.map((each) => ({ ...each, change: 'gone' as const })),
  ];
  return { rows, remaining: remaining.length };
}

function headOf({ scope, known, complete }: FoundProblems) {
  const { kind, name, projects, changed } = scope;
  return {
    name: kind === 'file' || kind === 'project' ? name : undefined,
    complete,
    projects: kind === 'file' ? undefined : { known, all: projects.length },
    changed: changed && { files: changed.files.length, projects: changed.projects },
  };
}

/** Ids that a warning names. */
const mostIds = 5;

/** Problems in excluded folders are no work of whoever asks. */
function excludedProblems(view: View, left: readonly CodeProblem[]): Warning[] {
  if (left.length === 0) return [];
  const errors = left.filter(({ severity }) => severity === 'error').length;
  const names = [...new Set(left.flatMap(({ path }) => view.excluded(path)?.name ?? []))].join(', ');
  const ids = [...new Set(left.map(({ id }) => id))].slice(0, mostIds).join(', ');
  const counts = `${left.length} problem${left.length === 1 ? '' : 's'} (${errors} error${errors === 1 ? '' : 's'}; ${ids})`;
  return [{ code: 'excluded_folders', message: `${counts} in excluded folders (${names}), as of the last load, are left out` }];
}
