/** What a call brings with it to a workspace. */
import type { Waiting } from '../lsp/waiters.ts';
import type { Consistency } from '../model/limits.ts';

export interface CallScope {
  readonly signal: AbortSignal;
  /** Ends questions to the language server a little before the call, which has to word what it has. */
  readonly soon: AbortSignal;
  readonly consistency: Consistency;
  /** Milliseconds for one request, where the call says. */
  readonly requestTimeout?: number | undefined;
  /** Milliseconds that the call waits for a load. */
  readonly loadWait: number;
  readonly progress: (message: string, done?: number, total?: number) => void;
}

/** A call may wait for more than one load, but not longer for them together. */
export interface TimedScope extends CallScope {
  readonly loadUntil: number;
}

/** How the call waits for a load that begins now. */
export const waitingOf = ({ signal, loadUntil, progress }: TimedScope): Waiting => ({
  signal,
  patience: Math.max(0, loadUntil - Date.now()),
  progress: ({ message, done, total }) => progress(message, done, total),
});
