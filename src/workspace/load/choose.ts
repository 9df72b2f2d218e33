/** Which solutions and projects are loaded: what the settings name, else what stands at the workspace root. */
import { type Dirent, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectsOf } from '../../dotnet/solution.ts';
import { Problem, resolveExternally } from '../../model/problem.ts';

/** What the settings say about the load; paths relative to the root. */
export interface LoadChoice {
  readonly solution: string | undefined;
  readonly projects: readonly string[] | undefined;
}

export interface Chosen {
  /** Solution files and projects that are loaded, absolute; `projects` holds those of the solutions, too. */
  readonly solutions: readonly string[];
  readonly projects: readonly string[];
  /** Projects that no chosen solution holds. */
  readonly loose: readonly string[];
  /** What was seen and is not loaded, with the reason. */
  readonly passedOver: readonly PassedOver[];
  /** In words: who decided. */
  readonly why: string;
}

interface PassedOver {
  readonly path: string;
  readonly reason: string;
}

/** Folders that the search for projects below the root skips; it does look into folders of `exclude`. */
const skipped: ReadonlySet<string> = new Set(['.git', '.vs', '.idea', 'node_modules', 'bin', 'obj']);

/** Throws `no_csharp` where there is nothing to load. */
export async function choose(root: string, choice: LoadChoice): Promise<Chosen> {
  const entries = listed(root);
  if (entries instanceof Error) {
    const message = `the folder ${root} cannot be read: ${entries.message}`;
    throw new Problem('workspace_load_failed', message, { cause: entries });
  }
  const atRoot = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const chosen = await decide(root, choice, atRoot);
  if (chosen.projects.length > 0) return chosen;
  const overlooked = chosen.passedOver.map(({ path, reason }) => `; ${path} was passed over: ${reason}`).join('');
  throw new Problem(
    'no_csharp',
    `${root} holds no C# project to load${chosen.solutions.length > 0 ? ': the solution names none' : ''}${overlooked}`,
    {
      continuation: resolveExternally(
        'Start the bridge in a folder with a solution or a project, or with --workspace naming one.',
      ),
    },
  );
}

async function decide(root: string, choice: LoadChoice, atRoot: readonly string[]): Promise<Chosen> {
  const solutionsAtRoot = atRoot.filter((name) => /\.(sln|slnx|slnf)$/i.test(name)).map((name) => join(root, name));
  if (choice.solution !== undefined) {
    const solution = resolve(root, choice.solution);
    const passedOver = solutionsAtRoot
      .filter((path) => path !== solution)
      .map((path) => ({ path, reason: 'the setting solution names another' }));
    return { solutions: [solution], projects: await projectsOf(solution), loose: [], passedOver, why: 'the setting solution' };
  }
  if (choice.projects !== undefined) {
    const passedOver = solutionsAtRoot.map((path) => ({ path, reason: 'the setting projects names projects' }));
    const projects = choice.projects.map((path) => resolve(root, path));
    return { solutions: [], projects, loose: projects, passedOver, why: 'the setting projects' };
  }
  return await discover(root, atRoot, solutionsAtRoot);
}

async function discover(root: string, atRoot: readonly string[], solutionsAtRoot: readonly string[]): Promise<Chosen> {
  const filters = solutionsAtRoot.filter((path) => /\.slnf$/i.test(path));
  const passedOver = filters.map((path) => ({
    path,
    reason: 'a solution filter counts only when the setting solution names it',
  }));
  const solutions = solutionsAtRoot.filter((path) => !filters.includes(path));
  const held = (await Promise.all(solutions.map(projectsOf))).flat();
  const loose = atRoot
    .filter((name) => /\.csproj$/i.test(name))
    .map((name) => join(root, name))
    .filter((path) => !held.includes(path));
  if (solutions.length > 0 || loose.length > 0) {
    const projects = [...new Set([...held, ...loose])];
    return { solutions, projects, loose, passedOver, why: 'every solution and project at the workspace root' };
  }
  const unreadable: PassedOver[] = [];
  const below = projectsBelow(root, unreadable);
  const why = 'every project below the workspace root';
  return { solutions: [], projects: below, loose: below, passedOver: [...passedOver, ...unreadable], why };
}

/**
 * Links are not followed: a link can lead out of the workspace or in a circle. A folder that cannot be read is put to
 * those passed over: it need not hold anything.
 */
function projectsBelow(folder: string, unreadable: PassedOver[]): string[] {
  const entries = listed(folder);
  if (entries instanceof Error) {
    unreadable.push({ path: folder, reason: `the folder cannot be read: ${entries.message}` });
    return [];
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const here = entries
    .filter((entry) => entry.isFile() && /\.csproj$/i.test(entry.name))
    .map((entry) => join(folder, entry.name));
  const below = entries.filter((entry) => entry.isDirectory() && !skipped.has(entry.name));
  return [...here, ...below.flatMap((entry) => projectsBelow(join(folder, entry.name), unreadable))];
}

function listed(folder: string): Dirent[] | Error {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
