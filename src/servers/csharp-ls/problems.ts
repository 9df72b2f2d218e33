/**
 * Problems of one file. csharp-ls answers a document pull for every file of the solution, open or not, and an empty one
 * for any other; only the `resultId` tells the two apart.
 */
import type { DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import type { Severity } from '../../model/codes.ts';
import type { Ask, FoundProblem } from '../server.ts';

const severities: Readonly<Record<number, Severity>> = { 1: 'error', 2: 'warning', 3: 'information', 4: 'hint' };

export async function problems(uri: string, ask: Ask): Promise<readonly FoundProblem[] | undefined> {
  const report = await ask<DocumentDiagnosticReport>('textDocument/diagnostic', { textDocument: { uri } });
  if (report.kind !== 'full' || report.resultId === undefined) return undefined;
  return report.items.map(({ range, severity, code, message }) => ({
    range,
    severity: severities[severity ?? 1] ?? 'error',
    id: String(code ?? ''),
    message: typeof message === 'string' ? message : message.value,
  }));
}
