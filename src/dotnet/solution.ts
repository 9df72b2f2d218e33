/** Reads which projects a solution names (.sln, .slnx, .slnf), and writes a solution of our own. */
import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { Problem, resolveExternally } from '../model/problem.ts';

/** Absolute paths of the C# projects that a solution file names, in its order. Throws `workspace_load_failed`. */
export async function projectsOf(solution: string): Promise<string[]> {
  const kind = extname(solution).toLowerCase();
  try {
    const text = (await readFile(solution, 'utf8')).replace(/^\uFEFF/, '');
    const named = kind === '.slnx' ? slnxProjects(text) : kind === '.slnf' ? slnfProjects(text) : slnProjects(text);
    const base = kind === '.slnf' ? dirname(slnfSolution(text, solution)) : dirname(solution);
    return named.filter((path) => /\.csproj$/i.test(path)).map((path) => resolve(base, path.replaceAll('\\', '/')));
  } catch (error) {
    throw new Problem(
      'workspace_load_failed',
      `the solution ${solution} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      {
        continuation: resolveExternally('Repair the solution file, or name another in .roslyn-bridge.json.'),
        cause: error,
      },
    );
  }
}

/**
 * The text of a .slnx that holds the given projects by their absolute paths. Each lies in a solution folder of its own,
 * because two projects of one name may not lie in the same one.
 */
export function slnxOf(projects: readonly string[]): string {
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });
  return builder.build({
    Solution: { Folder: projects.map((path, at) => ({ '@_Name': `/${at + 1}/`, Project: { '@_Path': path } })) },
  }) as string;
}

/** `Project("{type}") = "Name", "path", "{id}"`; folders of the solution have the same form and no project's ending. */
function slnProjects(text: string): string[] {
  if (!/^Microsoft Visual Studio Solution File/m.test(text)) throw new Error('it has no solution header');
  return [...text.matchAll(/^\s*Project\("[^"]*"\)\s*=\s*"[^"]*"\s*,\s*"([^"]*)"/gm)].flatMap((match) => match[1] ?? []);
}

function slnxProjects(text: string): string[] {
  const parser = new XMLParser({ ignoreAttributes: false, preserveOrder: true, htmlEntities: true });
  const found: string[] = [];
  const walk = (nodes: unknown): void => {
    if (!Array.isArray(nodes)) return;
    for (const node of nodes as Record<string, unknown>[]) {
      const attributes = node[':@'] as Record<string, unknown> | undefined;
      if ('Project' in node && typeof attributes?.['@_Path'] === 'string') found.push(attributes['@_Path']);
      for (const [name, children] of Object.entries(node)) if (name !== ':@') walk(children);
    }
  };
  const root: unknown = parser.parse(text, true);
  if (!Array.isArray(root) || !root.some((node: unknown) => typeof node === 'object' && node !== null && 'Solution' in node)) {
    throw new Error('it has no Solution element');
  }
  walk(root);
  return found;
}

interface SolutionFilter {
  readonly solution?: { readonly path?: unknown; readonly projects?: unknown };
}

function slnfProjects(text: string): string[] {
  const projects = (JSON.parse(text) as SolutionFilter).solution?.projects;
  if (!Array.isArray(projects)) throw new Error('it has no list solution.projects');
  return projects.filter((each): each is string => typeof each === 'string');
}

/** The projects of a filter are relative to the solution that it filters. */
function slnfSolution(text: string, filter: string): string {
  const path = (JSON.parse(text) as SolutionFilter).solution?.path;
  if (typeof path !== 'string') throw new Error('it has no solution.path');
  return resolve(dirname(filter), path.replaceAll('\\', '/'));
}
