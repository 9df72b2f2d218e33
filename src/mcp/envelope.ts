/** The envelope of every answer, as it stands in `structuredContent`. */
import type { ErrorCode, Warning } from '../model/codes.ts';
import type { Continuation, Diagnostic } from '../model/problem.ts';
import type { Snapshot } from '../model/snapshot.ts';

export interface Success {
  readonly ok: true;
  readonly data: Record<string, unknown>;
  readonly snapshot?: Snapshot;
  readonly warnings?: readonly Warning[];
}

export interface Failure {
  readonly ok: false;
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly correlationId?: string };
  readonly continuation?: Continuation;
  readonly diagnostics?: readonly Diagnostic[] | { readonly detailsAvailable: true; readonly detailsTool: string };
  readonly warnings?: readonly Warning[];
  readonly reporting?: { readonly state: 'DisabledByConfiguration' };
}

export type Envelope = Success | Failure;

/** What every tool lists as its output: flat, because the shape of `data` is each tool's own and clients ignore unions. */
export const outputSchema: Record<string, unknown> = {
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    data: { type: 'object' },
    error: {
      type: 'object',
      properties: { code: { type: 'string' }, message: { type: 'string' }, correlationId: { type: 'string' } },
      required: ['code', 'message'],
    },
    continuation: { type: 'object' },
    diagnostics: { type: ['array', 'object'] },
    warnings: { type: 'array', items: { type: 'object' } },
    snapshot: { type: 'object' },
    reporting: { type: 'object' },
  },
  required: ['ok'],
};
