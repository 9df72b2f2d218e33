/**
 * The start of the compiled bridge, spawn to first reply, beside an empty program that was compiled with the same flags. Only
 * the ratio of the two says something, so both run in turns on the same machine at the same time.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '../../../build.ts';
import { environment } from '../../support/environment.ts';
import { type Start, timeToFirstReply } from './first-reply.ts';
import { type Row, ratio } from './row.ts';
import type { Setting } from './setting.ts';
import { inTurns } from './turns.ts';

interface Case {
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

export async function startUp({ binary, runs, folder }: Setting): Promise<Row[]> {
  const empty = join(folder, 'empty');
  await build({ entry: join(import.meta.dir, 'empty-program.ts'), outfile: empty });
  const baseline: Start = { command: [empty], input: '\n', isReply: (line) => line === '{}' };
  const cases = await casesOf(binary, folder);
  const starts = [baseline, ...cases.map(({ start }) => start)];
  // The first round fills the disk caches.
  const works = starts.map((start) => () => timeToFirstReply(start, environment()));
  const [least = Number.NaN, ...medians] = await inTurns({ warmUps: 1, runs }, works);
  return cases.map(({ name, limit }, at) =>
    ratio(`spawn → reply to ${name}, against an empty program`, medians[at] ?? Number.NaN, least, limit),
  );
}

async function casesOf(binary: string, folder: string): Promise<readonly Case[]> {
  const [plain, configured] = [join(folder, 'plain'), join(folder, 'configured')];
  await mkdir(plain, { recursive: true });
  await mkdir(configured, { recursive: true });
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
