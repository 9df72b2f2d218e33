/**
 * What Microsoft's server tells of problems. A document is asked about while it is open, else the answer is empty; without
 * an identifier the answer joins what the compiler and what analyzers say, and the id of a problem tells the two apart. The
 * pull of the workspace has what the compiler says of all documents that are not open, also of those in `obj`.
 */
import type { Diagnostic, DocumentDiagnosticReport, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol';
import type { Severity } from '../../model/codes.ts';
import type { Asking, FileReport, FoundProblem, ProblemQuestions } from '../server.ts';
import { type ProjectContext, projectContexts } from './contexts.ts';

const severities: Readonly<Record<number, Severity>> = { 1: 'error', 2: 'warning', 3: 'information', 4: 'hint' };

export const problems: ProblemQuestions = {
  async ofFile(uri, analyzers, server) {
    return await server.documents.during(uri, await server.text(uri), () => ofOpen(uri, analyzers, server));
  },

  async ofAll(named, _analyzers, server) {
    await changeSomething(named, server);
    const { documents, request } = server;
    const [all, open] = [await request<WorkspaceDiagnosticReport>('workspace/diagnostic', pull(named)), documents.uris];
    const reports = all.items.flatMap((report): FileReport[] =>
      report.kind === 'full' ? [{ uri: report.uri, problems: report.items.filter(isOfCompiler).map(found) }] : [],
    );
    const others = open.map(async (uri): Promise<FileReport> => ({ uri, problems: (await ofOpen(uri, false, server)) ?? [] }));
    return [...reports, ...(await Promise.all(others))];
  },

  // It has every document of every project, however many problems a project has.
  leavesOut: false,
  // What analyzers say is told of open documents. The setting that widens it is read too late to be relied upon, and makes
  // every pull of the workspace run them.
  analyzesAll: false,
};

/** The result that is named for a document is none that the server gave, so it reports on the document. */
const pull = (named: readonly string[]): unknown => ({ previousResultIds: named.map((uri) => ({ uri, value: '?' })) });

/** The second pull of a workspace is held until something has changed since the first. */
async function changeSomething(named: readonly string[], { documents, text }: Asking): Promise<void> {
  const [uri] = named;
  if (uri !== undefined) await documents.touch(uri, await text(uri));
}

/** Undefined where no project has the document; joined over all that have it, and over their frameworks. */
async function ofOpen(uri: string, analyzers: boolean, { request }: Asking): Promise<readonly FoundProblem[] | undefined> {
  const contexts = await projectContexts(uri, request);
  if (contexts.length === 0) return undefined;
  const reports = await Promise.all(contexts.map((context) => pulled(uri, context, request)));
  return reports.flatMap((items) => items.filter((each) => analyzers || isOfCompiler(each)).map(found));
}

async function pulled(uri: string, context: ProjectContext, request: Asking['request']): Promise<readonly Diagnostic[]> {
  const textDocument = { uri, _vs_projectContext: context };
  const report = await request<DocumentDiagnosticReport | null>('textDocument/diagnostic', { textDocument });
  if (report?.kind === 'full') return report.items;
  throw new Error(`the language server tells nothing about ${uri}, which is open`);
}

/** Analyzers have ids of their own. */
const isOfCompiler = ({ code }: Diagnostic): boolean => /^CS\d/.test(String(code ?? ''));

const found = ({ range, severity, code, message }: Diagnostic): FoundProblem => ({
  range,
  severity: severities[severity ?? 1] ?? 'error',
  id: String(code ?? ''),
  message: typeof message === 'string' ? message : message.value,
});
