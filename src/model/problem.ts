/** The one way in which a call fails with something to say: a code, a sentence, and what the agent can do next. */
import type { EnvelopeSeverity, ErrorCode, Warning } from './codes.ts';

/** What to do after a failure; the kinds are those of the envelope and have no further fields. */
export type Continuation =
  | { readonly kind: 'CallTool'; readonly tool: string; readonly instruction: string }
  | { readonly kind: 'ChooseTool'; readonly tools: readonly string[]; readonly instruction: string }
  | { readonly kind: 'RetryRequest'; readonly instruction: string }
  | { readonly kind: 'ReviseRequest'; readonly instruction: string }
  | { readonly kind: 'ResolveExternally'; readonly instruction: string };

/** One fault or load problem inside an envelope. */
export interface Diagnostic {
  readonly id: string;
  readonly severity: EnvelopeSeverity;
  readonly message: string;
}

/** What went wrong with a load, and the project (absolute path) that it is about where that is known. */
export interface LoadProblem extends Diagnostic {
  readonly project?: string;
}

export interface ProblemDetails {
  readonly continuation?: Continuation;
  readonly diagnostics?: readonly Diagnostic[];
  readonly warnings?: readonly Warning[];
  /** What it lists below the message, the most important first: a line each, of which as many are shown as there is room for. */
  readonly rows?: readonly string[];
  /** The error below this one; it is recorded, never shown. */
  readonly cause?: unknown;
}

/** A failure that is meant to be read by the agent. Everything else that is thrown is an UnhandledException. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly continuation: Continuation | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings: readonly Warning[];
  /** They stand in the message, too, below its first line. */
  readonly rows: readonly string[];

  constructor(code: ErrorCode, message: string, details: ProblemDetails = {}) {
    super([message, ...(details.rows ?? [])].join('\n'), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.continuation = details.continuation;
    this.diagnostics = details.diagnostics ?? [];
    this.warnings = details.warnings ?? [];
    this.rows = details.rows ?? [];
  }
}

/** Whether a problem ends the whole call, and not only a part of its answer: the language server is gone, or the time is over. */
export const isEverybodys = ({ code }: Problem): boolean =>
  code === 'server_lost' || code === 'request_cancelled' || code === 'request_timed_out';

/** The agent should ask again, unchanged. */
export const retry = (instruction: string): Continuation => ({ kind: 'RetryRequest', instruction });
/** The agent should ask again with other arguments. */
export const revise = (instruction: string): Continuation => ({ kind: 'ReviseRequest', instruction });
/** A person, or a command outside of MCP, has to act first. */
export const resolveExternally = (instruction: string): Continuation => ({ kind: 'ResolveExternally', instruction });
/** Another tool brings the agent further. */
export const callTool = (tool: string, instruction: string): Continuation => ({ kind: 'CallTool', tool, instruction });
