/**
 * The start of the compiled bridge, spawn to first reply, beside an empty program that was compiled with the same flags. Only
 * the ratio of the two says something, so both run in turns on the same machine at the same time.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../build.ts';
import { median, timeToFirstReply, type Start } from './first-reply.ts';

interface Row {
  readonly name: string;
  /** How many times as long as the empty program it may take. */
  readonly limit: number;
  readonly start: Start;
}

const clientInfo = { name: 'bench', version: '1' };

/** How a client of the older protocol era opens. */
const initialize = request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
/** How a client of the current protocol opens. */
const discover = request('server/discover', {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': clientInfo,
  },
});

function request(method: string, params: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`;
}

function isResult(line: string): boolean {
  const message: unknown = JSON.parse(line);
  return typeof message === 'object' && message !== null && 'id' in message && message.id === 1 && 'result' in message;
}

/** Prints the medians and the ratios; false when one of them is above its limit. */
export async function benchStartUp(binary: string, runs: number, print: (line: string) => unknown): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'roslyn-bridge-bench-'));
  try {
    const empty = join(folder, 'empty');
    await build({ entry: join(import.meta.dir, 'empty-program.ts'), outfile: empty });
    const baseline: Start = { command: [empty], input: '\n', isReply: (line) => line === '{}' };
    return await compare(baseline, await rowsOf(binary, folder), runs, environmentIn(folder), print);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function rowsOf(binary: string, folder: string): Promise<readonly Row[]> {
  const [plain, configured] = [join(folder, 'plain'), join(folder, 'configured')];
  await mkdir(plain);
  await mkdir(configured);
  await writeFile(join(configured, '.roslyn-bridge.json'), '{ "requestTimeout": 30, "exclude": ["samples"] }\n');
  const start = (workspace: string, input: string): Start => ({
    command: [binary, '--workspace', workspace],
    input,
    isReply: isResult,
  });
  return [
    { name: 'initialize', limit: 3, start: start(plain, initialize) },
    { name: 'server/discover', limit: 3, start: start(plain, discover) },
    { name: 'initialize, with a settings file', limit: 5, start: start(configured, initialize) },
  ];
}

/** Neither the user's data nor his state is read or written. */
function environmentIn(folder: string): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { ...Object.fromEntries(inherited), XDG_DATA_HOME: join(folder, 'data'), XDG_STATE_HOME: join(folder, 'state') };
}

async function compare(
  baseline: Start,
  rows: readonly Row[],
  runs: number,
  env: Record<string, string>,
  print: (line: string) => unknown,
): Promise<boolean> {
  const starts = [baseline, ...rows.map(({ start }) => start)];
  const times = starts.map((): number[] => []);
  // The first round fills the disk caches and is not counted.
  for (let round = 0; round <= runs; round += 1) {
    for (const [index, start] of starts.entries()) {
      const time = await timeToFirstReply(start, env);
      if (round > 0) times[index]?.push(time);
    }
  }
  const [least = Number.NaN, ...medians] = times.map(median);
  print(`empty program: ${least.toFixed(1)} ms (median of ${runs})`);
  const ratios = medians.map((each) => each / least);
  for (const [index, { name, limit }] of rows.entries()) {
    const ratio = ratios[index] ?? Number.NaN;
    const verdict = ratio <= limit ? 'at most' : 'TOO SLOW, at most';
    print(`${name}: ${(medians[index] ?? Number.NaN).toFixed(1)} ms, ${ratio.toFixed(2)} times (${verdict} ${limit})`);
  }
  return rows.every(({ limit }, index) => (ratios[index] ?? Number.NaN) <= limit);
}
