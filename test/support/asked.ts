/** Answers of a bridge in short: places and warnings as lines of text. */
import type { Envelope } from './envelope.ts';
import type { Wire } from './wire.ts';

type Files = readonly { path: string; places: readonly { line: number; column: number; declaration?: true }[] }[];

/** A bridge that is asked until nothing is being loaded any more. */
export class Asked {
  readonly bridge: Wire;

  constructor(bridge: Wire) {
    this.bridge = bridge;
  }

  /** What is still being loaded is waited for by asking again, as answers say. */
  async #ask(tool: string, args: Record<string, unknown>): Promise<Envelope> {
    for (;;) {
      const { envelope } = await this.bridge.call(tool, args);
      const early =
        envelope.error?.code === 'workspace_loading' || warningsOf(envelope).some((each) => each.includes('is being loaded'));
      if (!early) return envelope;
    }
  }

  /** The places as `path:line:column`, declarations with a star, or the code of the failure; warnings behind them. */
  async uses(args: Record<string, unknown>): Promise<string[]> {
    const envelope = await this.#ask('references', args);
    const files = (envelope.data?.['files'] ?? []) as Files;
    const places = files.flatMap(({ path, places: list }) =>
      list.map(({ line, column, declaration }) => `${path}:${line}:${column}${declaration === true ? '*' : ''}`),
    );
    return [...(envelope.ok ? places : [envelope.error?.code ?? '']), ...warningsOf(envelope)];
  }

  /** The declarations as `symbol path:line:column`. */
  async symbols(args: Record<string, unknown>): Promise<string[]> {
    const envelope = await this.#ask('symbols', args);
    const rows = (envelope.data?.['symbols'] ?? []) as { symbol: string; path: string; line: number; column: number }[];
    return [...rows.map((row) => `${row.symbol} ${row.path}:${row.line}:${row.column}`), ...warningsOf(envelope)];
  }

  /** The places as `path:line:column`, or the code of the failure. */
  async declared(args: Record<string, unknown>): Promise<string[]> {
    const envelope = await this.#ask('definition', args);
    const rows = (envelope.data?.['declarations'] ?? []) as { path: string; line: number; column: number }[];
    const places = rows.map((row) => `${row.path}:${row.line}:${row.column}`);
    return [...(envelope.ok ? places : [envelope.error?.code ?? '']), ...warningsOf(envelope)];
  }

  /** The problems of one file as `line:column id`; warnings behind them. */
  async problems(args: Record<string, unknown>): Promise<string[]> {
    const envelope = await this.#ask('diagnostics', args);
    const files = (envelope.data?.['files'] ?? []) as readonly {
      problems: readonly { line: number; column: number; id: string }[];
    }[];
    const rows = files.flatMap(({ problems }) => problems.map(({ line, column, id }) => `${line}:${column} ${id}`));
    return [...(envelope.ok ? rows : [envelope.error?.code ?? '']), ...warningsOf(envelope)];
  }

  async epoch(): Promise<number | undefined> {
    return (await this.#ask('symbols', { query: 'Clock' })).snapshot?.workspaceEpoch;
  }
}

const warningsOf = (envelope: Envelope): string[] => (envelope.warnings ?? []).map(({ code, message }) => `${code}: ${message}`);
