/**
 * Loading with csharp-ls. It loads at the first document or symbol request, not at `initialize`, and answers that request
 * when the load has ended: its answer is the sign of readiness. A load that failed looks like an empty solution; only a
 * message of type Info tells, so the texts are matched.
 */
import type { LspClient } from '../../lsp/client.ts';
import { unbounded } from '../../lsp/clock.ts';
import type { Report, Subscribe } from '../../lsp/start.ts';
import { type LoadProblem, Problem, resolveExternally } from '../../model/problem.ts';
import { probe } from '../program.ts';

const failedSolution = /^csharp-ls: Solution ".*" could not be loaded: ([^\n]*)/s;
const newerPackage = /was not found\. .* was resolved instead\.\s*$/;
const projectNamed = /processing the file '([^']+)'/;
const projectProblem = /msbuildWorkspace\.Diagnostics: \[(Failure|Warning)\] (.*)/s;

/** Resolves with the load problems that the server told of; rejects with `workspace_load_failed`. */
export async function load(
  client: LspClient,
  heard: Subscribe,
  report: Report,
  signal: AbortSignal,
): Promise<readonly LoadProblem[]> {
  const problems: LoadProblem[] = [];
  let failure: string | undefined;
  heard((method, params) => {
    const text = messageOf(params);
    if (method === '$/progress') reportProgress(params, report);
    else if (method === 'window/showMessage') failure ??= failedSolution.exec(text)?.[1];
    else if (method === 'window/logMessage') problems.push(...problemIn(text));
  });
  report({ message: 'loading' });
  await client.request(probe.method, probe.params, { signal, timeout: unbounded });
  if (failure === undefined) return problems;
  throw new Problem('workspace_load_failed', `csharp-ls could not load the solution: ${failure}`, {
    diagnostics: problems,
    continuation: resolveExternally('See what `dotnet build` says about the solution, then use lsp with action=reload.'),
  });
}

/**
 * csharp-ls writes many of these for solutions that work: a warning is a note, and so is NuGet's word that it took a
 * newer version of a package (NU1603), which MSBuild hands on as a failure.
 */
function problemIn(text: string): LoadProblem[] {
  const match = projectProblem.exec(text);
  if (match?.[2] === undefined) return [];
  const harmless = match[1] === 'Warning' || newerPackage.test(match[2]);
  const project = projectNamed.exec(match[2])?.[1];
  return [
    {
      id: 'project_load',
      severity: harmless ? 'Info' : 'Error',
      message: match[2].trim(),
      ...(project === undefined ? {} : { project }),
    },
  ];
}

function messageOf(params: unknown): string {
  return typeof params === 'object' && params !== null && 'message' in params && typeof params.message === 'string'
    ? params.message
    : '';
}

/** `Lib (1/4)`: the message of a progress report names the project and counts. */
function reportProgress(params: unknown, report: Report): void {
  const value = typeof params === 'object' && params !== null && 'value' in params ? params.value : undefined;
  const text = messageOf(value);
  const match = /^(.*) \((\d+)\/(\d+)\)$/.exec(text);
  if (match?.[1] === undefined) report({ message: text === '' ? 'loading' : text });
  else report({ message: `loading ${match[1]}`, done: Number(match[2]), total: Number(match[3]) });
}
