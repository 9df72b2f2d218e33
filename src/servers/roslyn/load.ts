/**
 * Loading with Microsoft's server: it is told what to open and says when it is through. That word may never come (a path
 * that is wrong, a restore that hangs), so silence is ended by the clock of the start. Before it every question is answered
 * with an empty result. It comes also where projects have failed; only messages tell of those.
 */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { log } from '../../log.ts';
import type { LspClient } from '../../lsp/client.ts';
import { unbounded } from '../../lsp/clock.ts';
import type { Report, Subscribe } from '../../lsp/start.ts';
import type { LoadProblem } from '../../model/problem.ts';
import type { LoadTarget } from '../server.ts';
import { tellOfFiles } from '../watched-files.ts';

/** Milliseconds between two looks at what a restore of the server's writes. */
const restoreLook = 500;

/** Resolves with the load problems that the server told of; rejects with the reason of the signal. */
export async function load(
  client: LspClient,
  target: LoadTarget,
  heard: Subscribe,
  report: Report,
  signal: AbortSignal,
): Promise<readonly LoadProblem[]> {
  const problems = new Map<string, LoadProblem>();
  const add = (problem: LoadProblem): void => void problems.set(problem.message, problem);
  const restores: Promise<void>[] = [];
  const completed = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    heard((method, params) => {
      if (method === 'workspace/projectInitializationComplete') resolve();
      else if (method === '$/progress') reportProgress(params, report);
      else if (method === 'window/_roslyn_showToast' || method === 'window/logMessage') problemsIn(params).forEach(add);
      // Builds from before November 2025 ask for a restore and do not load a project without it.
      else if (method === 'workspace/_roslyn_projectNeedsRestore' && target.restore)
        restores.push(restore(client, params, report, signal).then((failure) => failure && add(failure)));
    });
  });
  // It is awaited below, unless what comes before fails; then nobody else is to hear of it.
  completed.catch((error: unknown) => log.debug(`load: ${String(error)}`));
  report({ message: 'loading' });
  const stop = tellRestored(client, target.projects);
  try {
    // Both would be answered, each with a completion of its own.
    if (target.isWhole) await client.notify('solution/open', { solution: uriOf(target.solution) });
    else await client.notify('project/open', { projects: target.projects.map(uriOf) });
    await completed;
    // The word may come while a restore still runs, without which there is nothing to ask about.
    await Promise.all(restores);
  } finally {
    stop();
  }
  return [...problems.values()];
}

const uriOf = (path: string): string => pathToFileURL(path).href;

/** Never rejects: without it the server has less, and says so. */
async function restore(
  client: LspClient,
  params: unknown,
  report: Report,
  signal: AbortSignal,
): Promise<LoadProblem | undefined> {
  const paths = member(params, 'projectFilePaths');
  report({ message: 'restoring packages' });
  try {
    const projectFilePaths = Array.isArray(paths) ? paths : [];
    await client.request('workspace/_roslyn_restore', { projectFilePaths }, { signal, timeout: unbounded });
    report({ message: 'loading' });
    return undefined;
  } catch (error) {
    return { id: 'restore_failed', severity: 'Error', message: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * A project that the server restores by itself is loaded again at the event of what the restore has written; without
 * that its load never ends. Nobody watches the disk during a load. The result ends it.
 */
function tellRestored(client: LspClient, projects: readonly string[]): () => void {
  const files = projects.map((project) => join(dirname(project), 'obj', 'project.assets.json'));
  const look = (): Map<string, number> =>
    new Map(files.map((path) => [path, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
  let before = look();
  const timer = setInterval(() => {
    const now = look();
    const changed = files.filter((path) => (now.get(path) ?? 0) > 0 && now.get(path) !== before.get(path));
    const changes = changed.map((path) => ({ path, kind: before.get(path) === 0 ? ('created' as const) : ('changed' as const) }));
    before = now;
    // The end of the server is told by the load itself.
    if (changes.length > 0) tellOfFiles(client, changes).catch((error: unknown) => log.debug(`assets: ${String(error)}`));
  }, restoreLook);
  return () => clearInterval(timer);
}

/** A log line may name its category; of type Error only, since warnings are written for projects that work. */
function problemsIn(params: unknown): LoadProblem[] {
  const [type, message] = [member(params, 'type') ?? member(params, 'messageType'), member(params, 'message')];
  if (type !== 1 || typeof message !== 'string') return [];
  const project = /(\/[^'"\n]*?\.csproj|[A-Za-z]:\\[^'"\n]*?\.csproj)\b/.exec(message)?.[1];
  const text = message.replace(/^\[[^\]]*\]\s*/, '').trim();
  return [{ id: 'project_load', severity: 'Error', message: text, ...(project === undefined ? {} : { project }) }];
}

/** `{token, value}`, or the two in an array: both forms are the protocol's. */
function reportProgress(params: unknown, report: Report): void {
  const value: unknown = Array.isArray(params) ? params[1] : member(params, 'value');
  const [title, message, percentage] = [member(value, 'title'), member(value, 'message'), member(value, 'percentage')];
  const text = [title, message].find((each) => typeof each === 'string' && each !== '');
  const done = typeof percentage === 'number' ? { done: Math.round(percentage), total: 100 } : {};
  report({ message: typeof text === 'string' ? text.replace(/\.+$/, '') : 'loading', ...done });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
