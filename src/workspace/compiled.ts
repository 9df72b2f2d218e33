/**
 * Which of the loaded projects compile a source file: by MSBuild's default pattern where that holds for certain, else by
 * an evaluation, which happens when a file is first asked about. One for each load: whatever decides changes only with
 * another one.
 */
import { dirname, sep } from 'node:path';
import type { CompileRules } from '../dotnet/compile-rules.ts';
import { type Evaluated, evaluateCompile } from '../dotnet/evaluate.ts';
import { dotnetEnvironment } from '../dotnet/find.ts';

/** The projects; `unknown` before an evaluation; `varies` where a project compiles the file for some frameworks only. */
export type Homes = readonly CompileRules[] | 'unknown' | 'varies';

export type Evaluate = (projects: readonly string[], signal: AbortSignal) => Promise<readonly Evaluated[]>;

/** Evaluates with the dotnet and in the environment of a load. */
export const evaluation =
  (root: string, { dotnet, cwd }: { readonly dotnet: string; readonly cwd: string }, folder: string): Evaluate =>
  (projects, signal) =>
    evaluateCompile(projects, { dotnet, cwd, env: dotnetEnvironment(root, dotnet), folder, signal });

interface Facts {
  readonly frameworks: readonly Evaluated[];
  /** The files that were there: what is not in the frameworks is not compiled. */
  readonly settled: ReadonlySet<string>;
}

export class Compiled {
  readonly #rules: readonly CompileRules[];
  readonly #evaluate: Evaluate;
  readonly #facts = new Map<string, Facts>();

  constructor(rules: readonly CompileRules[], evaluate: Evaluate) {
    this.#rules = rules;
    this.#evaluate = evaluate;
  }

  homes(path: string): Homes {
    const homes: CompileRules[] = [];
    for (const rules of this.#rules) {
      const verdict = this.#judge(rules, path);
      if (verdict === 'unknown' || verdict === 'varies') return verdict;
      if (verdict) homes.push(rules);
    }
    return homes;
  }

  /** The projects in whose folders a file lies, at any depth. */
  above(path: string): readonly CompileRules[] {
    return this.#rules.filter(({ project }) => path.startsWith(dirname(project) + sep));
  }

  /** Whether any loaded project may be loaded more than once. */
  get several(): readonly CompileRules[] {
    return this.#rules.filter(({ severalFrameworks }) => severalFrameworks);
  }

  /** Evaluates, so that `homes` knows about these files; `sources` are all that are on the disk. Rejects as the evaluation does. */
  async settle(paths: readonly string[], sources: Iterable<string>, signal: AbortSignal): Promise<void> {
    const settled = new Set([...sources, ...paths]);
    const open = this.#rules.filter((rules) => paths.some((path) => this.#judge(rules, path) === 'unknown'));
    if (open.length === 0) return;
    const evaluated = Map.groupBy(
      await this.#evaluate(
        open.map(({ project }) => project),
        signal,
      ),
      ({ project }) => project,
    );
    for (const { project } of open)
      this.#facts.set(project, joined(this.#facts.get(project), evaluated.get(project) ?? [], settled));
  }

  #judge(rules: CompileRules, path: string): boolean | 'unknown' | 'varies' {
    if (!isUnclear(rules, path)) return byDefaultPattern(rules.project, path);
    const facts = this.#facts.get(rules.project);
    if (facts === undefined) return 'unknown';
    const compiling = facts.frameworks.filter(({ files }) => files.has(path)).length;
    if (compiling === 0) return facts.settled.has(path) ? false : 'unknown';
    return compiling === facts.frameworks.length ? true : 'varies';
  }
}

/** A pattern speaks of paths, so what is gone from the disk stays as it was judged. */
function joined(before: Facts | undefined, now: readonly Evaluated[], settled: ReadonlySet<string>): Facts {
  const known = before?.frameworks ?? [];
  const gone = known.filter((old) => !now.some(({ framework }) => framework === old.framework));
  const frameworks = now.map((each) => {
    const old = known.find(({ framework }) => framework === each.framework);
    return { ...each, files: each.files.union(old?.files ?? new Set<string>()) };
  });
  return { frameworks: [...frameworks, ...gone], settled: settled.union(before?.settled ?? new Set<string>()) };
}

/** Names in project files are compared as MSBuild compares them, without case. */
function isUnclear({ unclear }: CompileRules, path: string): boolean {
  if (unclear === 'everywhere') return true;
  const folded = path.toLowerCase();
  return unclear.map((place) => place.toLowerCase()).some((place) => folded === place || folded.startsWith(place + sep));
}

/** Everything below the project's folder, except in bin and obj beside it and in folders whose names begin with a dot. */
function byDefaultPattern(project: string, path: string): boolean {
  const folder = dirname(project) + sep;
  if (!path.startsWith(folder)) return false;
  const folders = path.slice(folder.length).split(sep).slice(0, -1);
  return !folders.some((name) => name.startsWith('.')) && !/^(?:bin|obj)$/i.test(folders[0] ?? '');
}
