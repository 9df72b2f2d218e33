/**
 * What Microsoft's server tells of problems. A document is asked about while it is open, else the answer is empty; without
 * an identifier the answer joins what the compiler and what analyzers say, and the id of a problem tells the two apart. The
 * pull of the workspace has what the compiler says of all documents that are not open, also of those in `obj`, and only it
 * has what is known of whole projects, such as fields that nobody uses.
 */
import type { Diagnostic, DocumentDiagnosticReport, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol';
import type { Severity } from '../../model/codes.ts';
import type { Asking, FileReport, FoundProblem, ProblemQuestions } from '../server.ts';
import { type ProjectContext, projectContexts } from './contexts.ts';
import { takenIn } from './disk.ts';

const severities: Readonly<Record<number, Severity>> = { 1: 'error', 2: 'warning', 3: 'information', 4: 'hint' };

export const problems: ProblemQuestions = {
  async ofFile(uri, analyzers, server) {
    return await server.documents.during(uri, await server.text(uri), () => ofOpen(uri, analyzers, server));
  },

  async ofAll(named, _analyzers, server) {
    const { documents } = server;
    const held = documents.uris;
    const open = await Promise.all(held.map(async (uri) => [uri, (await ofHeld(uri, server)) ?? []] as const));
    if (held.length > 0) await takenIn(documents);
    const reports = await documents.aside(() => ofClosed([...named, ...held], held, server));
    // Should the server not have taken in what changed there, then what it told of the open document is right all the same.
    const known = new Map(open);
    const others = reports.filter(({ uri }) => !known.has(uri));
    const closed = Map.groupBy(reports, ({ uri }) => uri);
    const more = open.map(([uri, told]): FileReport => {
      const ofProjects = (closed.get(uri) ?? []).flatMap(({ problems: all }) => all.filter(({ id }) => toldOfProjects.has(id)));
      return { uri, problems: [...told, ...ofProjects] };
    });
    return [...others, ...more];
  },

  // It has every document of every project, however many problems a project has.
  leavesOut: false,
  // What analyzers say is told of open documents. The setting that widens it is read too late to be relied upon, and makes
  // every pull of the workspace run them.
  analyzesAll: false,
};

/** The result that is named for a document is none that the server gave, so it reports on the document. */
const pull = (named: readonly string[]): unknown => ({ previousResultIds: named.map((uri) => ({ uri, value: '?' })) });

/** Fields, events and assignments that are never used: the compiler sees that only of whole projects. */
const toldOfProjects: ReadonlySet<string> = new Set(['CS0067', 'CS0169', 'CS0414', 'CS0649']);

async function ofClosed(named: readonly string[], held: readonly string[], server: Asking): Promise<FileReport[]> {
  const { documents, request, text } = server;
  // The second pull of a workspace is held until something has changed since the first; that documents are closed is a change.
  const uri = named.find((each) => !held.includes(each));
  if (uri !== undefined) await documents.touch(uri, await text(uri));
  const { items } = await request<WorkspaceDiagnosticReport>('workspace/diagnostic', pull(named));
  return items.flatMap((report) =>
    report.kind === 'full' ? [{ uri: report.uri, problems: report.items.filter(isOfCompiler).map(found) }] : [],
  );
}

/** What is held may be closed by others at any moment, so it is held here, too. */
const ofHeld = async (uri: string, server: Asking): Promise<readonly FoundProblem[] | undefined> =>
  await server.documents.during(uri, await server.text(uri), () => ofOpen(uri, false, server));

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
