/** Everything between the wish to load a workspace and a language server that has begun: choose, find, restore, plan. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dotnetEnvironment, findDotnet } from '../../dotnet/find.ts';
import { closureOf } from '../../dotnet/project.ts';
import { restore, unrestored } from '../../dotnet/restore.ts';
import { sdkFolder } from '../../dotnet/sdk.ts';
import { slnxOf } from '../../dotnet/solution.ts';
import type { Plan, Report } from '../../lsp/start.ts';
import { isInside } from '../../machine.ts';
import type { LoadProblem } from '../../model/problem.ts';
import type { FoundServer, LoadTarget } from '../../servers/server.ts';
import { shownPath } from '../places.ts';
import { type Chosen, type LoadChoice, choose } from './choose.ts';
import { type Frameworks, frameworksOf } from './frameworks.ts';
import { ownStateFolder, removeDeadState } from './state.ts';

/** What one load needs to know; values of the settings, without their sources. */
export interface LoadOptions extends LoadChoice {
  readonly root: string;
  /** Finds the language server; throws `server_not_found`. */
  readonly findServer: () => FoundServer;
  readonly dotnetRoot: string | undefined;
  readonly restore: boolean;
  readonly trace: string | undefined;
}

/** What was decided for a load, for status and for names. */
export interface Loaded {
  readonly chosen: Chosen;
  readonly server: FoundServer;
  readonly dotnet: string;
  /** The working folder for dotnet commands about the workspace. */
  readonly cwd: string;
  /** Absolute paths: the chosen projects, then those that they reference. */
  readonly projects: readonly string[];
  /** The workspace root, and what projects reach outside of it; absolute, none below another. */
  readonly folders: readonly string[];
  readonly target: LoadTarget;
  /** Absent where the language server answers for all frameworks by itself. */
  readonly frameworks: Frameworks | undefined;
}

/** Prepares a load; rejects with `no_csharp`, `server_not_found`, `dotnet_not_found` or `workspace_load_failed`. */
export async function prepare(
  options: LoadOptions,
  report: Report,
  signal: AbortSignal,
): Promise<{ plan: Plan; loaded: Loaded }> {
  const { root } = options;
  report({ message: 'looking for solutions and projects' });
  await removeDeadState();
  const chosen = await choose(root, options);
  const server = options.findServer();
  const dotnet = findDotnet(root, options.dotnetRoot);
  const env = dotnetEnvironment(root, dotnet);
  const cwd = await sdkFolder({ dotnet, root, folder: ownStateFolder(), env, signal });
  const closure = await closureOf(chosen.projects);
  const own = ownSolution(chosen);
  const solution = own ?? (await writtenSolution(chosen));
  const target: LoadTarget = {
    folder: [root, ...closure.folders].reduce(commonAncestor),
    solution,
    isWhole: own !== undefined && closure.projects.length === chosen.projects.length,
    projects: closure.projects,
    restore: options.restore,
  };
  const restored = options.restore
    ? await restoreMissing(closure.projects, { dotnet, target: solution, cwd, env, signal }, report)
    : [];
  const problems = [...restored, ...closure.unbuilt.map((project) => unbuiltProblem(shownPath(root, project)))];
  const run = { dotnet, cwd, env, folder: join(ownStateFolder(), 'frameworks'), signal };
  const frameworks = server.adapter.underFrameworks === undefined ? undefined : await frameworksOf(closure.projects, run);
  const folders = topmost([root, ...closure.folders]);
  const loaded: Loaded = { chosen, server, dotnet, cwd, projects: closure.projects, folders, target, frameworks };
  return { plan: await planOf(options, loaded, problems, signal), loaded };
}

/** The plan of a load; `wanted` is a framework under which all projects are loaded that have it. */
export async function planOf(
  { root, trace }: LoadOptions,
  { server, dotnet, cwd, target, frameworks }: Loaded,
  problems: readonly LoadProblem[],
  signal: AbortSignal,
  wanted?: string,
): Promise<Plan> {
  const { adapter } = server;
  const chosen = frameworks?.chosen(wanted);
  const usual = dotnetEnvironment(root, dotnet);
  // The name of a framework is whatever a project file says.
  const name = wanted?.replace(/[^\w-]/g, '_') ?? '';
  const folder = join(ownStateFolder(), `under-${name}`);
  const env = chosen === undefined || chosen.size === 0 ? usual : await adapter.underFrameworks?.(chosen, folder, usual);
  return {
    launch: adapter.launch(server, target, { dotnet, cwd, env: env ?? usual, folder: ownStateFolder() }),
    folder: target.folder,
    capabilities: adapter.capabilities,
    worker: (reply) => adapter.worker?.(reply),
    allowed: (message) => adapter.allowed(message),
    reply: (method, params) => adapter.reply(method, params, target),
    load: async (client, heard, progress) => [...problems, ...(await adapter.load(client, target, heard, progress, signal))],
    probe: adapter.probe,
    trace: trace === undefined || wanted === undefined ? trace : `${trace}.${name}`,
  };
}

/** Roslyn's search for references throws while a generator is missing. */
const unbuiltProblem = (project: string): LoadProblem => ({
  id: 'generator_not_built',
  severity: 'Error',
  message: `${project} is a generator or analyzer of other projects and was never built, so references may fail: run dotnet build ${project}, then lsp with action=restart`,
});

function topmost(folders: readonly string[]): string[] {
  const distinct = [...new Set(folders)];
  return distinct.filter((folder) => !distinct.some((other) => other !== folder && isInside(other, folder)));
}

/** A single solution is opened as it is. */
function ownSolution({ solutions, loose }: Chosen): string | undefined {
  return solutions.length === 1 && loose.length === 0 ? solutions[0] : undefined;
}

/** Anything else is opened through one that the bridge writes into its state folder. */
async function writtenSolution(chosen: Chosen): Promise<string> {
  const folder = ownStateFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'loaded.slnx');
  await writeFile(path, slnxOf(chosen.projects));
  return path;
}

async function restoreMissing(
  projects: readonly string[],
  run: { dotnet: string; target: string; cwd: string; env: Record<string, string>; signal: AbortSignal },
  report: Report,
): Promise<LoadProblem[]> {
  if (unrestored(projects).length === 0) return [];
  report({ message: 'restoring packages' });
  const failure = await restore({ ...run, onLine: () => report({ message: 'restoring packages' }) });
  if (failure === undefined) return [];
  return [{ id: 'restore_failed', severity: 'Error', message: failure }];
}

function commonAncestor(a: string, b: string): string {
  let folder = a;
  while (!isInside(folder, b)) folder = dirname(folder);
  return folder;
}
