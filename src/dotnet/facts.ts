/** The table of project facts: what MSBuild said of all loaded projects, and the questions that are asked of it. */
import { dirname } from 'node:path';
import { isInside } from '../machine.ts';
import type { Evaluated, EvaluatedProject, Reference } from './evaluate-rows.ts';

/** A project of which not everything is known; no answer may be read as if it had nothing. */
export interface BrokenProject {
  readonly project: string;
  /** Those of its frameworks that are not known; empty where that is not known either. */
  readonly frameworks: readonly string[];
  /** In MSBuild's words. */
  readonly reason: string;
}

const none: ReadonlySet<never> = new Set();

/** Every path is absolute. A project that is not in the table has no frameworks, files or dependents. */
export class ProjectFacts {
  /** All projects of the table, the broken ones among them. */
  readonly projects: readonly string[];
  readonly broken: readonly BrokenProject[];
  readonly #projects: ReadonlyMap<string, EvaluatedProject>;
  readonly #homes = new Map<string, Evaluated[]>();
  readonly #dependents = new Map<string, Set<string>>();

  constructor(projects: readonly EvaluatedProject[]) {
    this.#projects = new Map(projects.map((each) => [each.project, each]));
    this.projects = [...this.#projects.keys()];
    this.broken = projects.flatMap(({ project, frameworks, evaluated, failure }) => {
      const missing = frameworks.filter((name) => !evaluated.some(({ framework }) => framework === name));
      return failure === undefined ? [] : [{ project, frameworks: missing, reason: failure }];
    });
    for (const each of projects.flatMap(({ evaluated }) => evaluated)) {
      for (const file of each.files) this.#homes.set(file, [...(this.#homes.get(file) ?? []), each]);
      // What runs in the compiler, or is only built before, lends no symbols.
      for (const { project, kind } of each.references) {
        if (kind !== 'code') continue;
        this.#dependents.set(project, (this.#dependents.get(project) ?? new Set<string>()).add(each.project));
      }
    }
  }

  /** Every project and framework that compiles a file; none where nobody does, or only a project of `doubtful` may. */
  projectsOf(file: string): readonly Evaluated[] {
    return this.#homes.get(file) ?? [];
  }

  /** Broken projects around a file: whether they compile it is not known. */
  doubtful(file: string): readonly BrokenProject[] {
    return this.broken.filter(({ project }) => isInside(dirname(project), file));
  }

  /** What is known of a project under each framework. */
  evaluated(project: string): readonly Evaluated[] {
    return this.#projects.get(project)?.evaluated ?? [];
  }

  /** All target frameworks of a project, in its order; also those that could not be evaluated. */
  frameworks(project: string): readonly string[] {
    return this.#projects.get(project)?.frameworks ?? [];
  }

  /** What a project references under any of its frameworks, each once. */
  references(project: string): readonly Reference[] {
    const found = new Map<string, Reference>();
    for (const each of this.evaluated(project).flatMap(({ references }) => references))
      found.set(`${each.kind} ${each.project}`, each);
    return [...found.values()];
  }

  /** Projects whose code can use that of a project, at any distance; not the project itself. */
  dependents(project: string): ReadonlySet<string> {
    const found = new Set<string>();
    const queue = [project];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const each of this.#dependents.get(next) ?? none) {
        if (found.has(each) || each === project) continue;
        found.add(each);
        queue.push(each);
      }
    }
    return found;
  }

  get testProjects(): readonly string[] {
    return this.projects.filter((project) => this.isTest(project));
  }

  isTest(project: string): boolean {
    return this.evaluated(project).some((each) => each.isTest);
  }

  /** Whether only test projects compile a file. */
  isTestFile(file: string): boolean {
    const homes = this.projectsOf(file);
    return homes.length > 0 && homes.every(({ project }) => this.isTest(project));
  }

  /** Whether a file lies outside of the folder of a project that compiles it, or is compiled by several. */
  isLinked(file: string): boolean {
    const homes = new Set(this.projectsOf(file).map(({ project }) => project));
    return homes.size > 1 || [...homes].some((project) => !isInside(dirname(project), file));
  }

  get linkedFiles(): readonly string[] {
    return [...this.#homes.keys()].filter((file) => this.isLinked(file));
  }

  /** The files of a project under any of its frameworks, each once; generated ones are left out. */
  filesOf(project: string): ReadonlySet<string> {
    return new Set(this.evaluated(project).flatMap(({ files, generated }) => [...files.difference(generated)]));
  }

  /** Of one project; undefined where not everything of it is known. */
  documentCount(project: string): number | undefined {
    const known = this.#projects.get(project);
    return known === undefined || known.failure !== undefined ? undefined : this.filesOf(project).size;
  }

  /** Of all projects: each file once, generated ones left out; what is broken counts as far as it is known. */
  get totalDocuments(): number {
    return new Set(this.projects.flatMap((project) => [...this.filesOf(project)])).size;
  }
}
