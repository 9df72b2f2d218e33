/**
 * What csharp-ls 0.28.0 tells of problems. A document pull answers for every file of the solution, open or not, and is
 * empty for any other; only the `resultId` tells the two apart. It says nothing of unused fields and the like. The pull of
 * the workspace has all, but it drops a whole project without a word where anything in it has no place in a file (an
 * executable without a Main, missing basic types) or a place that is no absolute path (`#line`), since the URI of that
 * place cannot be made. Files under `obj` are never in it.
 */
import type { DocumentDiagnosticReport, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol';
import { foundProblem } from '../found-problem.ts';
import type { Asking, FileReport, ProblemQuestions } from '../server.ts';

export const problems: ProblemQuestions = {
  async ofFile(uri, analyzers, { request }) {
    const report = await request<DocumentDiagnosticReport>('textDocument/diagnostic', { textDocument: { uri } });
    if (report.kind !== 'full' || report.resultId === undefined) return undefined;
    insist(report.resultId, analyzers);
    return report.items.map(foundProblem);
  },

  ofAll,
  leavesOut: true,
  analyzesAll: true,

  // What is pushed is taken over beside all that was configured before, and holds for the next request already (seen in
  // 200 of 200 turns).
  analyzers: (run) => ({
    method: 'workspace/didChangeConfiguration',
    params: { settings: { csharp: { analyzersEnabled: run } } },
  }),
};

async function ofAll(named: readonly string[], analyzers: boolean, { request }: Asking): Promise<FileReport[]> {
  // A file with any other result than the project's present one is reported again, also where nothing is wrong with it.
  const previousResultIds = named.map((uri) => ({ uri: reported(uri), value: '?' }));
  const { items } = await request<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds });
  return items.flatMap((report) => {
    if (report.kind !== 'full') throw new Error(`csharp-ls takes ${report.uri} for unchanged, though it was told of no result`);
    insist(report.resultId, analyzers);
    return [{ uri: report.uri, problems: report.items.map(foundProblem) }];
  });
}

/** A URI as csharp-ls writes it (.NET's Uri.ToString), and finds it: nothing is escaped but what would mean something else. */
const reported = (uri: string): string => decodeURI(uri.replaceAll(/%(?=23|25|3F)/gi, '%25'));

/** Each result says whether analyzers ran for it. */
function insist(resultId: string | undefined, analyzers: boolean): void {
  if (resultId?.endsWith(`/${analyzers}`) !== true) {
    throw new Error(`csharp-ls answers with the result ${resultId}, though analyzers are ${analyzers ? 'on' : 'off'}`);
  }
}
