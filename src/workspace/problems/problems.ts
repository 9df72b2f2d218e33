/**
 * What the compiler has to say about code. A file is asked about by itself, in milliseconds; anything larger is answered
 * from what the server tells of everything that is loaded, once for each state of the code.
 */
import type { Warning } from '../../model/codes.ts';
import type { CodeProblem } from '../../model/diagnostics.ts';
import { Problem, resolveExternally, revise } from '../../model/problem.ts';
import type { Asking, FileReport } from '../../servers/server.ts';
import { askedPath } from '../names/asked-path.ts';
import { shownPath, uriOf } from '../places.ts';
import { notInProject } from '../names/project-membership.ts';
import { type Cause, causesOf } from './causes.ts';
import { type Part, type Untold, everyFramework, runningFrameworks } from './frameworks.ts';
import { gapWarnings } from './gaps.ts';
import type { Told } from './kept.ts';
import { type Everything, merged, tellAll, told } from './pull.ts';
import { type Scope, type Wanted, fileScope, scopeOf } from './scope.ts';
import type { View } from '../view.ts';

export interface ProblemQuestion {
  readonly wanted: Wanted;
  readonly analyzers: boolean;
  /** The snapshot to compare with. */
  readonly since: string | undefined;
  /** Whether problems in excluded folders are wanted, too. */
  readonly excludedToo: boolean;
}

export interface FoundProblems {
  readonly scope: Scope;
  /** Each once, by place; those of excluded folders are left out unless they are wanted. */
  readonly problems: readonly CodeProblem[];
  /** Those of the snapshot that is compared with; the problems of now are then those that could be known in both. */
  readonly before: readonly CodeProblem[] | undefined;
  /** Problems in excluded folders that are left out. */
  readonly excluded: readonly CodeProblem[];
  /** Whether what is told only of whole projects (unused fields and the like) is among the problems. */
  readonly complete: boolean;
  /** What many of the errors come of. */
  readonly causes: readonly Cause[];
  /** Projects of the scope that problems are known of. */
  readonly known: number;
  readonly warnings: readonly Warning[];
}

interface Gathered {
  readonly scope: Scope;
  readonly parts: readonly Part[];
  readonly untold: readonly Untold[];
  readonly complete: boolean;
}

/**
 * Throws `snapshot_mismatch` for a snapshot of which nothing comparable is kept, `feature_unavailable` for what cannot be
 * compared with or is not known, and what paths and scopes throw.
 */
export async function findProblems(view: View, question: ProblemQuestion): Promise<FoundProblems> {
  const { since } = question;
  if (since !== undefined) refuseUnknown(view, since);
  const { scope, parts, untold, complete } = await gather(view, question);
  const before = since === undefined ? undefined : partsOf(view, since, parts);
  if (before?.length === 0 && parts.length > 0) throw incomparable(scope);
  const compared = before === undefined ? parts : parts.filter(({ key }) => before.some((each) => each.key === key));
  // Of what there was no time for nothing is new or gone.
  const late = new Set(since === undefined ? [] : parts.flatMap(({ told }) => told.late ?? []));
  const inScope = (those: readonly Part[]): CodeProblem[] =>
    merged(those.flatMap((part) => part.told.problems)).filter(({ path }) => scope.includes(path) && !late.has(path));
  const isExcluded = ({ path, generated }: CodeProblem): boolean =>
    !question.excludedToo && generated !== true && view.excluded(path) !== undefined;
  const problems = inScope(compared);
  const shown = problems.filter((each) => !isExcluded(each));
  const gaps = parts.map((part) => part.told);
  return {
    scope,
    problems: shown,
    before: before && inScope(before).filter((each) => !isExcluded(each)),
    excluded: problems.filter(isExcluded),
    complete,
    causes: await causesOf(view, shown),
    known: scope.projects.filter((project) => !gaps.some(({ unloaded }) => unloaded.includes(project))).length,
    warnings: await gapWarnings(view, scope, gaps, untold),
  };
}

async function gather(view: View, { wanted, analyzers, since }: ProblemQuestion): Promise<Gathered> {
  if (wanted.kind !== 'file') {
    const scope = await scopeOf(view, wanted, view.signal);
    if (scope.kind === 'changed' && scope.projects.length === 0) return { scope, parts: [], untold: [], complete: true };
    return { scope, ...(await everything(view, analyzers, scope.projects)), complete: true };
  }
  const path = await askedPath(view, wanted.path);
  const scope = fileScope(view, path);
  const alone = await fileAlone(view, path, analyzers);
  const comparable = since === undefined || (alone !== undefined && partsOf(view, since, alone.parts).length > 0);
  if (alone === undefined || !comparable) {
    const projects = [...new Set((await view.facts()).projectsOf(path).map(({ project }) => project))];
    return { scope: { ...scope, projects }, ...(await everything(view, analyzers, projects)), complete: true };
  }
  if (since !== undefined) return { scope, ...alone, complete: analyzers };
  // Somebody has asked about all of this code already.
  const kept = view.kept.find(view.snapshot.snapshotId, keyOf('all', analyzers));
  if (kept === undefined) return { scope, ...alone, complete: analyzers };
  return { scope, ...alone, parts: [...alone.parts, { key: keyOf('all', analyzers), told: kept }], complete: true };
}

/** All that is loaded, under all frameworks of the projects that are meant (absolute paths). */
async function everything(
  view: View,
  analyzers: boolean,
  projects: readonly string[],
): Promise<Pick<Gathered, 'parts' | 'untold'>> {
  const key = keyOf('all', analyzers);
  const { kept, snapshot } = view;
  const { signal } = view.asking();
  return await everyFramework(view, { key, projects }, (under, question, meant) => {
    const ofAll = (named: readonly string[], server: Asking): Promise<readonly FileReport[]> =>
      under.adapter.problems.ofAll(named.map(uriOf), analyzers, server);
    // While analyzers run, nobody else can ask; so that ends with the call.
    const pull: Everything['pull'] = (named) =>
      analyzers
        ? ofAll(named, under.asking())
        : kept.pulled(
            snapshot.snapshotId,
            question,
            (end) => ofAll(named, under.asking({ signal: end, timeout: longestPull })),
            signal,
          );
    return kept.once(snapshot.snapshotId, question, () =>
      inMode(under, analyzers, () => tellAll(under, { analyzers, meant, pull })),
    );
  });
}

/** Milliseconds: a server that compiles hundreds of projects for the first time may take minutes. */
const longestPull = 900_000;

/** Undefined for a file of several projects, about which alone nothing is told. Throws `file_not_in_project`. */
async function fileAlone(view: View, path: string, analyzers: boolean): Promise<Pick<Gathered, 'parts' | 'untold'> | undefined> {
  const key = keyOf(`file ${path}`, analyzers);
  const ask = async (under: View, question: string): Promise<Told> =>
    await view.kept.once(view.snapshot.snapshotId, question, async () => {
      const found = await inMode(under, analyzers, () => under.adapter.problems.ofFile(uriOf(path), analyzers, under.asking()));
      if (found === undefined) throw new OfNoOneProject();
      return told(view.root, path, found);
    });
  try {
    return await runningFrameworks(view, path, key, ask);
  } catch (error) {
    if (!(error instanceof OfNoOneProject)) throw await asUnavailable(view, path, error);
    const projects = new Set((await view.facts()).projectsOf(path).map(({ project }) => project));
    const missing = projects.size > 1 ? undefined : await notInProject(view, path);
    if (missing !== undefined) throw missing;
    return undefined;
  }
}

class OfNoOneProject extends Error {}

/** csharp-ls fails about a file with a problem that `#line` puts into another file, and would fail again. */
async function asUnavailable(view: View, path: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Problem) || error.code !== 'server_failed') return error;
  const shown = shownPath(view.root, path);
  const text = (await view.readable(shown))?.text ?? '';
  if (!/^\s*#\s*line\b/m.test(text)) return error;
  return new Problem('feature_unavailable', `${view.adapter.name} fails about ${shown}, where #line names other files`, {
    continuation: resolveExternally('dotnet build tells what is wrong there.'),
    cause: error,
  });
}

/** Runs the body while the server runs analyzers, or does not. */
async function inMode<T>(view: View, analyzers: boolean, body: () => Promise<T>): Promise<T> {
  const { kept, adapter } = view;
  const [on, off] = [adapter.problems.analyzers?.(true), adapter.problems.analyzers?.(false)];
  if (on === undefined || off === undefined) return await body();
  if (!analyzers) return await kept.during(false, body);
  return await kept.during(true, async () => {
    await view.notify(on.method, on.params);
    try {
      return await body();
    } finally {
      await view.notify(off.method, off.params);
    }
  });
}

const keyOf = (what: string, analyzers: boolean): string => `${what}${analyzers ? ' with analyzers' : ''}`;

/** What is kept of the same questions in another snapshot. */
function partsOf(view: View, snapshotId: string, parts: readonly Part[]): Part[] {
  return parts.flatMap(({ key }) => {
    const kept = view.kept.find(snapshotId, key);
    return kept === undefined ? [] : [{ key, told: kept }];
  });
}

function refuseUnknown(view: View, since: string): void {
  if (since.toUpperCase() === 'HEAD') {
    const why = 'the language server has the files of the disk, not those of the last commit';
    throw new Problem('feature_unavailable', `problems cannot be compared with HEAD: ${why}`, {
      continuation: revise('Give the snapshotId of an earlier answer of diagnostics; scope changed shows what has changed code.'),
    });
  }
  if (view.kept.knows(since)) return;
  throw new Problem('snapshot_mismatch', `no answer of diagnostics is kept of the snapshot '${since}'`, {
    continuation: revise(
      'Ask without since. The snapshotId of that answer can be compared with while it is one of the last five.',
    ),
  });
}

const incomparable = ({ kind, name }: Scope): Problem =>
  new Problem('snapshot_mismatch', `what is kept of that snapshot is not about ${kind === 'file' ? name : `the scope ${kind}`}`, {
    continuation: revise('Ask without since, or with the scope and includeAnalyzers of the answer that gave that snapshot.'),
  });
