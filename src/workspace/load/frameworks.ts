/**
 * The target frameworks of a load: a language server has each project under one of them, and other frameworks are asked
 * for on servers of their own.
 */
import { type EvaluateOptions, evaluate } from '../../dotnet/evaluate.ts';
import { readFrameworks } from '../../dotnet/project-frameworks.ts';
import { type TargetedProject, chooseFrameworks } from '../../dotnet/target-framework.ts';

export interface Frameworks {
  /** The projects that have several; absolute paths. */
  readonly several: ReadonlyMap<string, readonly string[]>;
  /** The framework of each of those where one is wanted, or as they are loaded where none is. */
  readonly chosen: (wanted?: string) => ReadonlyMap<string, string>;
  /** Whether the usual load is all that a framework can be wanted for. */
  readonly isUsual: (framework: string) => boolean;
}

/** Under which of their frameworks one server has loaded the projects. */
export interface LoadedFrameworks {
  /** The frameworks of the projects (absolute paths) that have several. */
  readonly several: ReadonlyMap<string, readonly string[]>;
  /** The one of each of those that this server has loaded. */
  readonly loaded: ReadonlyMap<string, string>;
  /** The same for a server of which a framework is wanted. */
  readonly chosen: (wanted: string) => ReadonlyMap<string, string>;
  /** Those that have a server beside the usual one, which can be asked at once. */
  readonly running: readonly string[];
}

/** Those of a server of which one was wanted; `running` are those of the other servers. */
export const loadedUnder = (
  frameworks: Frameworks | undefined,
  wanted: string | undefined,
  running: readonly string[],
): LoadedFrameworks | undefined => frameworks && { ...frameworks, loaded: frameworks.chosen(wanted), running };

/** What the projects (absolute paths) have; MSBuild is asked only about what reading leaves open. */
export async function frameworksOf(projects: readonly string[], options: EvaluateOptions): Promise<Frameworks> {
  const read = await readFrameworks(projects);
  const known = read.unclear.length === 0 ? read.projects : await withEvaluated(read.projects, read.unclear, options);
  const several = known.filter(({ frameworks }) => frameworks.length > 1);
  const usual = chooseFrameworks(known);
  return {
    several: new Map(several.map(({ project, frameworks }) => [project, frameworks])),
    chosen: (wanted) => (wanted === undefined ? usual : chooseFrameworks(known, wanted)),
    isUsual: (framework) =>
      several.every((each) => !each.frameworks.includes(framework) || usual.get(each.project) === framework),
  };
}

async function withEvaluated(
  projects: readonly TargetedProject[],
  unclear: readonly string[],
  options: EvaluateOptions,
): Promise<readonly TargetedProject[]> {
  // What is broken has no frameworks, and the load tells why; it is loaded as the server does by itself.
  const evaluated = new Map((await evaluate(unclear, options)).map((each) => [each.project, each]));
  return projects.map((each) => ({ ...each, frameworks: evaluated.get(each.project)?.frameworks ?? each.frameworks }));
}
