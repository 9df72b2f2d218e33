/**
 * What Microsoft's server tells of problems. A document is asked about while it is open, else the answer is empty; without
 * an identifier the answer joins what the compiler and what analyzers say, and the id of a problem tells the two apart. The
 * pull of the workspace has what the compiler says of all documents that are not open, also of those in `obj`, and only it
 * has what is known of whole projects, such as fields that nobody uses.
 */
import type { Diagnostic, DocumentDiagnosticReport, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol';
import { Problem, retry } from '../../model/problem.ts';
import { foundProblem } from '../found-problem.ts';
import type { Asking, FileReport, FoundProblem, ProblemQuestions } from '../server.ts';
import { type ProjectContext, projectContexts } from './contexts.ts';
import { takenIn } from './disk.ts';

export const problems: ProblemQuestions = {
  async ofFile(uri, analyzers, server) {
    return await server.documents.during(uri, await server.text(uri), () => ofOpen(uri, analyzers, server));
  },

  async ofAll(named, _analyzers, server) {
    for (let attempt = 1; ; attempt += 1) {
      const kept = server.documents.kept;
      const { reports, opened } = await ofClosed(named, kept, server);
      // Another question has opened a document meanwhile, which is then left out.
      if (opened.size > 0 && attempt < mostAttempts) continue;
      const open = [...new Set([...kept, ...opened])];
      return joined(reports, await Promise.all(open.map(async (uri) => ({ uri, problems: await ofHeld(uri, server) }))));
    }
  },

  // It has every document of every project, however many problems a project has.
  leavesOut: false,
  // What analyzers say is told of open documents. The setting that widens it is read too late to be relied upon, and makes
  // every pull of the workspace run them.
  analyzesAll: false,
};

/** The result that is named for a document is none that the server gave, so it reports on the document. */
const pull = (named: readonly string[]): unknown => ({ previousResultIds: named.map((uri) => ({ uri, value: '?' })) });

/** Pulls of the workspace that are tried until none was disturbed. */
const mostAttempts = 3;

/** Fields, events and assignments that are never used: the compiler sees that only of whole projects. */
const toldOfProjects: ReadonlySet<string> = new Set(['CS0067', 'CS0169', 'CS0414', 'CS0649']);

/**
 * A document that was open counts as it tells of itself: it has the text of the disk, whatever the server has taken in of
 * the disk so far. Only what is told of whole projects comes from the pull of the workspace.
 */
function joined(reports: readonly FileReport[], open: readonly FileReport[]): FileReport[] {
  const closed = Map.groupBy(reports, ({ uri }) => uri);
  const ofProjects = (uri: string): FoundProblem[] =>
    (closed.get(uri) ?? []).flatMap(({ problems: all }) => all.filter(({ id }) => toldOfProjects.has(id)));
  const known = new Set(open.map(({ uri }) => uri));
  return [
    ...reports.filter(({ uri }) => !known.has(uri)),
    ...open.map(({ uri, problems: told }) => ({ uri, problems: [...told, ...ofProjects(uri)] })),
  ];
}

/** What the workspace tells of its documents while those that are kept are closed, and what was open all the same. */
async function ofClosed(
  named: readonly string[],
  kept: readonly string[],
  { documents, request, text, signal }: Asking,
): Promise<{ readonly reports: readonly FileReport[]; readonly opened: ReadonlySet<string> }> {
  if (kept.length > 0) await takenIn(documents, signal);
  // The second pull of a workspace is held until something has changed since the first; that documents are closed is a change.
  const uri = named.find((each) => !kept.includes(each));
  if (uri !== undefined) await documents.touch(uri, await text(uri));
  const params = pull([...named, ...kept]);
  const { result, opened } = await documents.aside(() => request<WorkspaceDiagnosticReport>('workspace/diagnostic', params));
  const reports = result.items.flatMap((report) =>
    report.kind === 'full' ? [{ uri: report.uri, problems: report.items.filter(isOfCompiler).map(foundProblem) }] : [],
  );
  return { reports, opened };
}

/** What a document tells of itself; none of a document of no project. */
const ofHeld = async (uri: string, server: Asking): Promise<readonly FoundProblem[]> =>
  (await server.documents.during(uri, await server.text(uri), () => ofOpen(uri, false, server))) ?? [];

/** Undefined where no project has the document; joined over all that have it, and over their frameworks. */
async function ofOpen(uri: string, analyzers: boolean, { request }: Asking): Promise<readonly FoundProblem[] | undefined> {
  const contexts = await projectContexts(uri, request);
  if (contexts.length === 0) return undefined;
  const reports = await Promise.all(contexts.map((context) => pulled(uri, context, request)));
  return reports.flatMap((items) => items.filter((each) => analyzers || isOfCompiler(each)).map(foundProblem));
}

async function pulled(uri: string, context: ProjectContext, request: Asking['request']): Promise<readonly Diagnostic[]> {
  const textDocument = { uri, _vs_projectContext: context };
  const report = await request<DocumentDiagnosticReport | null>('textDocument/diagnostic', { textDocument });
  if (report?.kind === 'full') return report.items;
  // Its project was taken away or is being loaded anew; an empty answer would say that nothing is wrong.
  throw new Problem('server_failed', `the language server tells nothing about ${uri}, though it has it open`, {
    continuation: retry('Ask again.'),
  });
}

/** Analyzers have ids of their own. */
const isOfCompiler = ({ code }: Diagnostic): boolean => /^CS\d/.test(String(code ?? ''));
