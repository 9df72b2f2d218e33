/** A session over a fake language server that speaks as csharp-ls does, without the bridge around it. */
import { join } from 'node:path';
import type { LspClient } from '../../src/lsp/client.ts';
import type { Clock } from '../../src/lsp/clock.ts';
import { Session } from '../../src/lsp/session.ts';
import type { Plan, Progress } from '../../src/lsp/start.ts';
import { csharpLs } from '../../src/servers/csharp-ls/adapter.ts';
import { environment } from '../support/environment.ts';
import type { Fake } from './fake.ts';
import { helloWorkspace } from './project.ts';

export interface Hello {
  readonly root: string;
  readonly session: Session;
  /** Waits for the ready server as a call does, and as long as it takes. */
  readonly ready: (signal?: AbortSignal, progress?: (progress: Progress) => void) => Promise<LspClient>;
  /** Asks the server where Greet is used: two places. */
  readonly ask: (client: LspClient, signal?: AbortSignal) => Promise<unknown>;
}

export interface HelloOptions {
  readonly clock?: Clock;
  /** Milliseconds. */
  readonly startupTimeout?: number;
  readonly requestTimeout?: number;
  readonly plan?: Partial<Plan>;
  /** More variables of the server's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A session with one of its own workspaces. */
export function hello(
  fake: Fake,
  { clock, startupTimeout = 120_000, requestTimeout = 60_000, plan, env }: HelloOptions = {},
): Hello {
  const root = helloWorkspace();
  const projects = [join(root, 'Hello', 'Hello.csproj')];
  const target = { folder: root, solution: join(root, 'Hello.slnx'), isWhole: true, projects, restore: false };
  const found = { adapter: csharpLs, path: fake.path, origin: '--server' };
  const session = new Session({
    ...(clock === undefined ? {} : { clock }),
    startupTimeout: () => startupTimeout,
    prepare: (_, signal) =>
      Promise.resolve({
        launch: csharpLs.launch(found, target, { dotnet: '/dotnet', cwd: root, env: environment(env), folder: root }),
        folder: root,
        allowed: csharpLs.allowed,
        capabilities: csharpLs.capabilities,
        worker: () => undefined,
        reply: (method, params) => csharpLs.reply(method, params, target),
        load: (client, heard, report) => csharpLs.load(client, target, heard, report, signal),
        probe: csharpLs.probe,
        trace: undefined,
        ...plan,
      }),
  });
  return {
    root,
    session,
    ready: (signal = never, progress) => session.ready({ signal, patience: 600_000, progress }),
    ask: (client, signal = never) => client.request('workspace/symbol', { query: 'Greet' }, { signal, timeout: requestTimeout }),
  };
}

/** A signal that never comes. */
export const never = new AbortController().signal;

/** What a promise rejects with; throws where it does not. */
export async function failureOf(work: Promise<unknown>): Promise<Error & { readonly code?: string }> {
  let result: unknown;
  try {
    result = await work;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error('it failed with something that is no error', { cause: error });
  }
  throw new Error(`it did not fail but gave ${JSON.stringify(result)}`);
}
