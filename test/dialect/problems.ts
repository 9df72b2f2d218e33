/** What is wrong with the code, as csharp-ls tells it, and in spite of what it leaves out. */
import type { CancellationToken } from 'vscode-jsonrpc/node';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { pathOf, uriOf } from './inner.ts';
import type { Seat } from './solution.ts';

/** Unused fields and the like, which a look at one document does not show. */
const ofProjects = /^CS(?:0067|0169|0414|0649)$/;

/** csharp-ls knows a file of several projects only where it tells of everything. */
export async function problemsIn({ inner }: Seat, path: string, token: CancellationToken): Promise<readonly Diagnostic[]> {
  const everything = async () => (await inner.everything([path], token)).filter(({ uri }) => pathOf(uri) === path);
  const items = (await inner.pull(uriOf(path), true, token)) ?? (await everything()).flatMap((each) => each.items);
  return items.filter(({ code }) => !ofProjects.test(String(code)));
}

interface Report {
  readonly kind: 'full';
  readonly uri: string;
  readonly resultId: string;
  readonly items: readonly Diagnostic[];
}

/** csharp-ls drops whole projects, and all that builds write; those are asked about file by file. */
export async function problemsOf(
  { inner, files, label }: Seat,
  named: ReadonlySet<string>,
  token: CancellationToken,
): Promise<Report[]> {
  const report = (path: string, items: readonly Diagnostic[]): Report => ({
    kind: 'full',
    uri: uriOf(path),
    resultId: label,
    items,
  });
  const told = (await inner.everything([...files], token)).filter(({ uri }) => files.has(pathOf(uri)));
  const singly = [...files].filter((path) => told.length === 0 || path.includes('/obj/'));
  // It fails about a file with a problem that `#line` puts elsewhere, and what it would say is lost.
  const alone = async (path: string): Promise<readonly Diagnostic[]> =>
    (await inner.pull(uriOf(path), false, token).catch((error: unknown) => void process.stderr.write(`${String(error)}\n`))) ??
    [];
  const reports = [
    ...told.map(({ uri, items }) => report(pathOf(uri), items)),
    ...(await Promise.all(singly.map(async (path) => report(path, await alone(path))))),
  ];
  return reports.filter(({ uri, items }) => items.length > 0 || named.has(pathOf(uri)));
}
