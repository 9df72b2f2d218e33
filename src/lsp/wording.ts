/** What the life of a session says of itself, to status and to those who wait. */
import { Problem, callTool, retry } from '../model/problem.ts';
import type { SessionState } from './session.ts';
import type { Death, Progress } from './start.ts';

/** Progress of a start that has just begun. */
export function beginning(death: Death | undefined, delay: number): string {
  if (delay > 0)
    return `starting the language server again in ${delay / 1000} s${death === undefined ? '' : `, since it ${death.how}`}`;
  return death === undefined ? 'starting' : `starting the language server again, since it ${death.how}`;
}

function describe({ since, progress }: { readonly since: number; readonly progress: Progress }, now: number): string {
  const { message, done, total } = progress;
  const counts = done === undefined || total === undefined ? '' : `, ${done} of ${total}`;
  return ` (${message}${counts}; ${Math.round((now - since) / 1000)} s so far)`;
}

/** Whatever made a load fail. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new Problem('workspace_load_failed', `the load failed: ${text}`, { cause: error });
}

/** For a caller whose patience has ended. */
export function stillLoading(state: SessionState, now: number): Problem {
  const detail = state.kind === 'starting' || state.kind === 'loading' ? describe(state, now) : '';
  return new Problem('workspace_loading', `the workspace is still loading${detail}`, {
    continuation: retry('Ask again in a while: the load goes on. lsp with action=status shows how far it is.'),
  });
}

/** For every caller after too many deaths. */
export function givenUp(last: Death | undefined): Problem {
  const told = last === undefined ? '' : `; the last time it ${last.how}${last.told}`;
  return new Problem('server_failed', `the language server died at each of its last starts and is not started again${told}`, {
    continuation: callTool('lsp', 'When the cause is mended, call lsp with action=restart.'),
  });
}
