/**
 * Which of the loaded projects compile a source file: by MSBuild's default pattern where that holds for certain, else by
 * an evaluation, which happens when a file is first asked about. One for each load: whatever decides changes only with
 * another one.
 */
import { dirname, sep } from 'node:path';
import { type CompileRules, judge } from '../../dotnet/compile-rules.ts';
import type { Evaluated } from '../../dotnet/evaluate-rows.ts';

/** The projects; `unknown` before an evaluation; `varies` where a project compiles the file for some frameworks only. */
export type Homes = readonly CompileRules[] | 'unknown' | 'varies';

/** Tells what projects compile under each of their frameworks; rejects where one of them cannot be evaluated. */
export type AskEvaluation = (projects: readonly string[], signal: AbortSignal) => Promise<readonly Evaluation[]>;

/** What is needed of it here. */
export type Evaluation = Pick<Evaluated, 'project' | 'framework' | 'files'>;

interface Facts {
  readonly frameworks: readonly Evaluation[];
  /** The files that were there: what is not in the frameworks is not compiled. */
  readonly settled: ReadonlySet<string>;
}

export class Compiled {
  readonly #rules: readonly CompileRules[];
  readonly #evaluate: AskEvaluation;
  readonly #facts = new Map<string, Facts>();

  constructor(rules: readonly CompileRules[], evaluate: AskEvaluation) {
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
    const verdict = judge(rules, path);
    if (verdict !== 'unclear') return verdict;
    const facts = this.#facts.get(rules.project);
    if (facts === undefined) return 'unknown';
    const compiling = facts.frameworks.filter(({ files }) => files.has(path)).length;
    if (compiling === 0) return facts.settled.has(path) ? false : 'unknown';
    return compiling === facts.frameworks.length ? true : 'varies';
  }
}

/** A pattern speaks of paths, so what is gone from the disk stays as it was judged. */
function joined(before: Facts | undefined, now: readonly Evaluation[], settled: ReadonlySet<string>): Facts {
  const known = before?.frameworks ?? [];
  const gone = known.filter((old) => !now.some(({ framework }) => framework === old.framework));
  const frameworks = now.map((each) => {
    const old = known.find(({ framework }) => framework === each.framework);
    return { ...each, files: each.files.union(old?.files ?? new Set<string>()) };
  });
  return { frameworks: [...frameworks, ...gone], settled: settled.union(before?.settled ?? new Set<string>()) };
}
