/** The resident memory of the bridge over many calls of all kinds. */
import { readFileSync } from 'node:fs';
import { type McpLine, openMcp, untilLoaded } from './mcp-line.ts';
import { type Row, atMost } from './row.ts';
import type { Laid, Setting } from './setting.ts';

/** So many symbols are asked about in turn. */
const subjects = 50;
/** At this part of the calls everything that is kept once is there; from then on memory should not grow. */
const settled = 0.2;

export async function memory(setting: Setting): Promise<Row[]> {
  const { binary, server, calls, say } = setting;
  const laid = await setting.solution('one');
  const bridge = await openMcp([binary, '--workspace', laid.root, '--server', server], laid.root);
  try {
    await untilLoaded(bridge);
    say(`watching memory over ${calls} calls`);
    const questions = mixed(laid);
    const first = Math.round(calls * settled);
    const [early] = await watched(bridge, questions, 0, first);
    const [late, most] = await watched(bridge, questions, first, calls);
    return [
      atMost(
        `resident memory of the bridge after ${calls} mixed calls`,
        late,
        100,
        'MB',
        `at most ${most.toFixed(1)} MB after ${first}`,
      ),
      atMost(`its growth from call ${first} to ${calls}`, late - early, 5, 'MB'),
    ];
  } finally {
    await bridge.close();
  }
}

/** Resident memory after the last call, and the most that was seen on the way. */
async function watched(bridge: McpLine, questions: readonly Question[], from: number, to: number): Promise<[number, number]> {
  let most = 0;
  for (let at = from; at < to; at += 1) {
    const [tool, args, wrong] = questions[at % questions.length] ?? ['symbols', {}];
    const { ok, error } = await bridge.call(tool, args);
    if (ok === (wrong === true)) throw new Error(`${tool} ${JSON.stringify(args)}: ${error?.message ?? 'answered'}`);
    if (at % 100 === 99) most = Math.max(most, resident(bridge.pid));
  }
  return [resident(bridge.pid), most];
}

/** Megabytes of a process, of which the executable's own pages are a part. */
function resident(pid: number): number {
  const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`the system does not tell the memory of ${pid}`);
  return (Number(kilobytes) * 1024) / 1_000_000;
}

type Question = readonly [tool: string, args: object, fails?: true];

/** Calls that succeed and calls that fail, small answers and full pages, about many symbols. */
function mixed({ types, question }: Laid): readonly Question[] {
  const popular = question('Gen.P00.Clock.Now').input.signature;
  return types.slice(0, subjects).flatMap(({ input: { file: path, line, col: column, signature: symbol } }): Question[] => [
    ['references', { path, line, column }],
    ['references', { symbol }],
    ['definition', { symbol }],
    ['definition', { path, line, column, source: true }],
    ['symbols', { query: `${symbol}.Add` }],
    ['diagnostics', { path }],
    ['references', { symbol: popular }],
    ['symbols', { query: 'Orde', match: 'prefix', inPath: path }],
    ['lsp', { action: 'status' }],
    ['references', { symbol: `${symbol}.Nowhere` }, true],
    ['references', { path, line, column: 1000 }, true],
    ['references', { path: 'no/such/file.cs', line: 1, column: 1 }, true],
  ]);
}
