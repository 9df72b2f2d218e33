/** The state of a workspace as plain data. */
import type { ProjectFacts } from '../dotnet/facts.ts';
import type { SessionState } from '../lsp/session.ts';
import type { Diagnostic } from '../model/problem.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { LoadStatus, ProjectStatus, WatchStatus, WorkspaceStatus } from '../model/status.ts';
import type { Loaded } from './load/loading.ts';
import { shownPath } from './places.ts';

export function statusOf(of: {
  root: string;
  snapshot: Snapshot;
  state: SessionState;
  loaded: Loaded | undefined;
  /** Where they are known already. */
  facts: ProjectFacts | undefined;
  watch: WatchStatus;
  /** Servers for other target frameworks. */
  others: NonNullable<LoadStatus['others']>;
}): WorkspaceStatus {
  const { root, snapshot, state, loaded, facts, watch, others } = of;
  const load =
    loaded === undefined
      ? {}
      : { load: { ...loadStatus(root, loaded, state, facts), ...(others.length === 0 ? {} : { others }) } };
  return { root, snapshot, state: state.kind, detail: detailOf(state), ...load, problems: problemsOf(state), watch };
}

function loadStatus(root: string, loaded: Loaded, state: SessionState, facts: ProjectFacts | undefined): LoadStatus {
  const { chosen, server, dotnet, projects } = loaded;
  const pid = state.kind === 'ready' ? { pid: state.client.process.pid } : {};
  const asked = new Set(chosen.projects);
  return {
    server: { name: server.adapter.name, path: server.path, origin: server.origin, ...pid },
    dotnet,
    why: chosen.why,
    solutions: chosen.solutions.map((path) => shownPath(root, path)),
    projects: projects.map((path) => ({
      path: shownPath(root, path),
      ...(asked.has(path) ? {} : { referenced: true as const }),
      ...factsOf(path, loaded, facts),
    })),
    ...(facts === undefined || facts.broken.length > 0 ? {} : { documents: facts.totalDocuments }),
    passedOver: chosen.passedOver.map(({ path, reason }) => ({ path: shownPath(root, path), reason })),
  };
}

function factsOf(project: string, loaded: Loaded, facts: ProjectFacts | undefined): Omit<ProjectStatus, 'path'> {
  const frameworks = loaded.frameworks?.several.get(project) ?? facts?.frameworks(project) ?? [];
  const loadedAs = loaded.frameworks?.chosen().get(project);
  const documents = facts?.documentCount(project);
  return {
    ...(frameworks.length === 0 ? {} : { frameworks }),
    ...(loadedAs === undefined ? {} : { loadedAs }),
    ...(documents === undefined ? {} : { documents }),
    ...(facts?.isTest(project) === true ? { test: true } : {}),
  };
}

function detailOf(state: SessionState): string {
  switch (state.kind) {
    case 'stopped':
      return 'the first call that asks about code loads';
    case 'starting':
    case 'loading': {
      const { message, done, total } = state.progress;
      return `${message}${done === undefined || total === undefined ? '' : ` (${done} of ${total})`}, ${Math.round((Date.now() - state.since) / 1000)} s so far`;
    }
    case 'ready':
      return `loaded in ${state.loadSeconds.toFixed(1)} s`;
    case 'failed':
      return `${state.problem.code}: ${state.problem.message}`;
  }
}

/** The messages name the projects; where they lie is for the bridge to know. */
function problemsOf(state: SessionState): readonly Diagnostic[] {
  const problems = state.kind === 'ready' ? state.problems : state.kind === 'failed' ? state.problem.diagnostics : [];
  return problems.map(({ id, severity, message }) => ({ id, severity, message }));
}
