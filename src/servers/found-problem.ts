/** A problem as the protocol tells it, in our words. */
import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { Severity } from '../model/codes.ts';
import type { FoundProblem } from './server.ts';

const severities: Readonly<Record<number, Severity>> = { 1: 'error', 2: 'warning', 3: 'information', 4: 'hint' };

export const foundProblem = ({ range, severity, code, message }: Diagnostic): FoundProblem => ({
  range,
  severity: severities[severity ?? 1] ?? 'error',
  id: String(code ?? ''),
  message: typeof message === 'string' ? message : message.value,
});
