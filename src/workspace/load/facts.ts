/**
 * The table of project facts of a load, in step with the disk. MSBuild is asked when somebody first asks, once for all who
 * do: the work belongs to nobody's call. What it said holds for a later load, too, where the project's files say the same.
 * A file that comes or goes is judged by the default pattern where that decides, else its projects are evaluated again.
 */
import { existsSync } from 'node:fs';
import { type CompileRules, compileRules, judge } from '../../dotnet/compile-rules.ts';
import type { Evaluated, EvaluatedProject } from '../../dotnet/evaluate-rows.ts';
import { evaluate } from '../../dotnet/evaluate.ts';
import { evaluationKeys } from '../../dotnet/evaluation-key.ts';
import { ProjectFacts } from '../../dotnet/facts.ts';
import { dotnetEnvironment } from '../../dotnet/find.ts';
import { Problem, resolveExternally, retry } from '../../model/problem.ts';

/** Evaluates projects (absolute paths), each with what is known of it. */
export type Evaluate = (projects: readonly string[], signal: AbortSignal) => Promise<readonly EvaluatedProject[]>;

/** Evaluates with the dotnet and in the environment of a load. */
export const evaluation =
  (root: string, { dotnet, cwd }: { readonly dotnet: string; readonly cwd: string }, folder: string): Evaluate =>
  (projects, signal) =>
    evaluate(projects, { dotnet, cwd, env: dotnetEnvironment(root, dotnet), folder, signal });

/** What is loaded; every path is absolute. */
export interface FactsOptions {
  readonly rules: readonly CompileRules[];
  /** The source files on the disk as of the last look. */
  readonly sources: () => Iterable<string>;
  /** All files of the last look. */
  readonly files: () => Iterable<string>;
  readonly evaluate: Evaluate;
}

interface Known {
  readonly evaluated: EvaluatedProject;
  /** The source files that were on the disk before the evaluation. */
  readonly sources: ReadonlySet<string>;
}

/** What earlier loads have learned, by project, with a hash of what decided about it. */
export type Kept = Map<string, Known & { readonly key: string }>;

/** One for each load. */
export class Facts {
  readonly #options: FactsOptions;
  readonly #kept: Kept;
  readonly #rules: Map<string, CompileRules>;
  readonly #known = new Map<string, Known>();
  /** Of each project, before the first evaluation of this load. */
  readonly #keys = new Map<string, string>();
  readonly #ending = new AbortController();
  /** Every project that the table has: those of the load, and those that only an evaluation finds references to. */
  #wanted: readonly string[];
  #running: Promise<void> | undefined;
  /** An evaluation that failed as a whole is not tried again before the next load. */
  #failure: { readonly error: unknown } | undefined;
  #table: ProjectFacts | undefined;

  constructor(options: FactsOptions, kept: Kept) {
    this.#options = options;
    this.#kept = kept;
    this.#rules = new Map(options.rules.map((rules) => [rules.project, rules]));
    this.#wanted = [...this.#rules.keys()];
  }

  /** Rejects with `workspace_load_failed` where MSBuild fails as a whole, or with the reason of the signal. */
  async table(signal: AbortSignal): Promise<ProjectFacts> {
    for (;;) {
      const known = this.known;
      if (known !== undefined) return known;
      await this.#settle(this.#wanted, signal);
      await this.#follow();
    }
  }

  /** The table where nothing has to be asked for it. */
  get known(): ProjectFacts | undefined {
    const moved = this.#movedSince();
    if (this.#table === undefined && this.#beyond().length === 0 && this.#stale(this.#wanted, moved).length === 0)
      this.#table = new ProjectFacts(this.#wanted.flatMap((project) => this.#now(project, moved)));
    return this.#table;
  }

  /** What projects compile; rejects as `table` does, and where one of them is broken. */
  async evaluated(projects: readonly string[], signal: AbortSignal): Promise<readonly Evaluated[]> {
    while (this.#stale(projects, this.#movedSince()).length > 0) await this.#settle(projects, signal);
    const found = projects.flatMap((project) => this.#known.get(project)?.evaluated ?? []);
    const broken = found.find(({ failure }) => failure !== undefined);
    if (broken === undefined) return found.flatMap((each) => each.evaluated);
    throw new Problem('workspace_load_failed', `${broken.project} cannot be evaluated: ${broken.failure}`, {
      continuation: resolveExternally('Repair the project.'),
    });
  }

  /** Source files may have come or gone. */
  doubt(): void {
    this.#table = undefined;
  }

  /** Ends what runs; whoever waits is told to ask again. */
  end(): void {
    const why = 'the workspace was stopped, or began to load again, while its projects were evaluated';
    this.#ending.abort(new Problem('server_lost', why, { continuation: retry('Ask again.') }));
  }

  /** Evaluates what is not known of the projects, or waits for what is being evaluated. */
  async #settle(projects: readonly string[], signal: AbortSignal): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#running ??= this.#run(projects).finally(() => (this.#running = undefined));
    await within(this.#running, signal);
  }

  async #run(projects: readonly string[]): Promise<void> {
    await this.#recall(projects);
    const sources = new Set(this.#options.sources());
    const stale = this.#stale(projects, this.#movedSince());
    if (stale.length === 0) return;
    try {
      const evaluated = await this.#options.evaluate(stale, this.#ending.signal);
      const after = await this.#keysOf(stale);
      for (const each of evaluated) {
        const [key, known] = [this.#keys.get(each.project), { evaluated: each, sources }];
        this.#known.set(each.project, known);
        // What changed meanwhile leads to another load; which of the two states MSBuild has read is not known.
        const lasts = each.failure === undefined && key !== undefined && key === after.get(each.project);
        if (lasts) this.#kept.set(each.project, { ...known, key });
        else this.#kept.delete(each.project);
      }
      this.#table = undefined;
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#failure = { error };
      throw error;
    }
  }

  /** Takes over what an earlier load has learned from the same files. */
  async #recall(projects: readonly string[]): Promise<void> {
    const open = projects.filter((project) => !this.#keys.has(project));
    for (const [project, key] of await this.#keysOf(open)) {
      this.#keys.set(project, key);
      const kept = this.#kept.get(project);
      if (kept?.key === key) this.#known.set(project, kept);
    }
  }

  #keysOf(projects: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rules = projects.flatMap((project) => this.#rules.get(project) ?? []);
    return evaluationKeys(rules, this.#options.files());
  }

  /** Projects that are referenced and not in the table: properties and patterns hide them from a reader. */
  #beyond(): string[] {
    const references = this.#wanted.flatMap((project) => this.#known.get(project)?.evaluated.evaluated ?? []);
    const projects = new Set(references.flatMap((each) => each.references.map(({ project }) => project)));
    return [...projects].filter((path) => !this.#rules.has(path) && /\.csproj$/i.test(path) && existsSync(path));
  }

  async #follow(): Promise<void> {
    for (const rules of await compileRules(this.#beyond())) this.#rules.set(rules.project, rules);
    this.#wanted = [...this.#rules.keys()];
  }

  /** Projects that were not evaluated, or not with a file that has come since and of which only an evaluation knows. */
  #stale(projects: readonly string[], moved: MovedSince): string[] {
    return projects.filter((project) => {
      const known = this.#known.get(project);
      if (known === undefined) return true;
      const listed = (path: string): boolean => known.evaluated.evaluated.some(({ files }) => files.has(path));
      return moved(known.sources).come.some((path) => this.#judge(project, path) === 'unclear' && !listed(path));
    });
  }

  /** What is known of a project, with the files that have come and gone since. */
  #now(project: string, moved: MovedSince): EvaluatedProject[] {
    const known = this.#known.get(project);
    if (known === undefined) return [];
    const { come, gone } = moved(known.sources);
    const compiled = new Set(come.filter((path) => this.#judge(project, path) === true));
    if (compiled.size === 0 && gone.size === 0) return [known.evaluated];
    const evaluated = known.evaluated.evaluated.map((each) => ({ ...each, files: each.files.difference(gone).union(compiled) }));
    return [{ ...known.evaluated, evaluated }];
  }

  #judge(project: string, path: string): boolean | 'unclear' {
    const rules = this.#rules.get(project);
    return rules === undefined ? 'unclear' : judge(rules, path);
  }

  #movedSince(): MovedSince {
    const known = new Map<ReadonlySet<string>, Moved>();
    let sources: ReadonlySet<string> | undefined;
    return (before) => {
      sources ??= new Set(this.#options.sources());
      const moved = known.get(before) ?? {
        come: [...sources.difference(before)],
        // What is only not looked at any more is still there.
        gone: new Set([...before.difference(sources)].filter((path) => !existsSync(path))),
      };
      known.set(before, moved);
      return moved;
    };
  }
}

/** What has come to the disk, and gone, since there were these source files. */
type MovedSince = (before: ReadonlySet<string>) => Moved;

interface Moved {
  readonly come: readonly string[];
  readonly gone: ReadonlySet<string>;
}

/** Waits for the work, which goes on without who gives up. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    const leave = (): void => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(leave);
    if (signal.aborted) abort();
  });
}
