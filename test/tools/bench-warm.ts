/**
 * What the bridge adds to a warm request: `tools/call` beside the raw request to a language server of its own, with the same
 * solution loaded, in turns. Milliseconds of one run say little on a shared machine, so medians of both are compared.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median } from './first-reply.ts';
import { openMcp } from './mcp-line.ts';
import { openRaw } from './raw-server.ts';

export interface WarmOptions {
  readonly binary: string;
  readonly server: string;
  /** A restored checkout, and the solution in it. */
  readonly checkout: string;
  readonly solution: string;
  /** A type that is declared once and used in many places. */
  readonly symbol: string;
  readonly runs: number;
}

interface Row {
  readonly name: string;
  readonly tool: string;
  readonly args: object;
  /** The raw requests that tell as much. */
  readonly raw: readonly (readonly [method: string, params: object])[];
}

/** Prints the medians; false when a row is above 1.05 times the raw requests + 2 ms + 10 µs a place shown. */
export async function benchWarm(options: WarmOptions, print: (line: string) => unknown): Promise<boolean> {
  const { binary, server, checkout, runs } = options;
  const bridge = await openMcp([binary, '--workspace', checkout, '--server', server], checkout);
  const raw = await openRaw(server, join(checkout, options.solution), checkout);
  const call = async (tool: string, args: object): Promise<Record<string, unknown>> => {
    const { structuredContent } = await bridge.request('tools/call', { name: tool, arguments: args });
    const envelope = structuredContent as { ok: boolean; data?: Record<string, unknown>; error?: { message: string } };
    if (!envelope.ok) throw new Error(`${tool}: ${envelope.error?.message}`);
    return envelope.data ?? {};
  };
  try {
    let fine = true;
    for (const row of await rowsOf(options, call)) {
      const data = await call(row.tool, row.args);
      const places = typeof data['total'] === 'number' ? data['total'] : 1;
      const [ours, theirs] = await inTurns(
        runs,
        () => call(row.tool, row.args),
        () => inOrder(row.raw, raw.request),
      );
      const goal = 1.05 * theirs + 2 + 0.01 * places;
      fine &&= ours <= goal;
      const verdict = ours <= goal ? 'at most' : 'TOO SLOW, at most';
      print(
        `${row.name}: ${ours.toFixed(1)} ms, raw ${theirs.toFixed(1)} ms, ${places} places (${verdict} ${goal.toFixed(1)} ms)`,
      );
    }
    return fine;
  } finally {
    bridge.close();
    raw.close();
  }
}

async function rowsOf(
  { checkout, symbol }: WarmOptions,
  call: (tool: string, args: object) => Promise<Record<string, unknown>>,
): Promise<Row[]> {
  const found = (await call('symbols', { query: symbol }))['symbols'] as { path: string; line: number; column: number }[];
  const [place] = found;
  if (place === undefined) throw new Error(`${symbol} is not declared in ${checkout}`);
  const uri = pathToFileURL(resolve(checkout, place.path)).href;
  const at = { textDocument: { uri }, position: { line: place.line - 1, character: place.column - 1 } };
  const uses = ['textDocument/references', { ...at, context: { includeDeclaration: false } }] as const;
  const definition = ['textDocument/definition', at] as const;
  const search = ['workspace/symbol', { query: symbol }] as const;
  const all = { limit: 5000, maxTokens: 50000 };
  return [
    {
      name: 'references by position',
      tool: 'references',
      args: { ...place, kind: undefined, symbol: undefined, ...all },
      raw: [uses],
    },
    { name: 'references by name', tool: 'references', args: { symbol, ...all }, raw: [search, uses] },
    {
      name: 'definition by position',
      tool: 'definition',
      args: { path: place.path, line: place.line, column: place.column },
      raw: [definition],
    },
    { name: 'definition by name', tool: 'definition', args: { symbol }, raw: [search, definition] },
    { name: 'symbols', tool: 'symbols', args: { query: symbol }, raw: [search] },
  ];
}

async function inOrder(raw: Row['raw'], request: (method: string, params: object) => Promise<unknown>): Promise<void> {
  for (const [method, params] of raw) await request(method, params);
}

async function inTurns(runs: number, ours: () => Promise<unknown>, theirs: () => Promise<unknown>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  // The first answers of a server are slow: its code is compiled while it runs.
  for (let run = -20; run < runs; run += 1) {
    for (const [at, work] of [ours, theirs].entries()) {
      const began = performance.now();
      await work();
      if (run >= 0) times[at]?.push(performance.now() - began);
    }
  }
  return [median(times[0]), median(times[1])];
}
