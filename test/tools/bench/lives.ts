/**
 * The lives of a bridge on the generated solution, against the same language server without it: from the start to the first
 * correct answer, from the death of the language server to the next one, and from the death of the bridge to the end of all
 * that it has started.
 */
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Tree, markedTree } from '../../support/processes.ts';
import type { ReferencesCase } from '../case-file.ts';
import { answered } from './answered.ts';
import { type McpLine, openMcp } from './mcp-line.ts';
import { openRaw } from './raw-server.ts';
import { type Row, atMost, ratio } from './row.ts';
import type { Laid, Setting } from './setting.ts';
import { inTurns, median, timed } from './turns.ts';

/** A process that takes longer than this to end is not going to. */
const patience = 10_000;

export async function firstAnswer(setting: Setting): Promise<Row[]> {
  const laid = await setting.solution('one');
  const [question, other] = laid.types;
  const afterCrash: number[] = [];
  const idle: End[] = [];
  setting.say('measuring first answers, crashes and ends');
  // The first round fills the disk caches.
  const [raw, cold] = await inTurns({ warmUps: 1, runs: setting.loads }, [
    () => rawAnswer(setting, laid, question),
    async () => {
      const life = await live(setting, laid, question, other);
      afterCrash.push(life.afterCrash);
      idle.push(life.end);
      return life.cold;
    },
  ] as const);
  const loading: End[] = [];
  for (let run = 0; run < setting.loads; run += 1) loading.push(await killedWhileLoading(setting, laid));
  return [
    ratio('spawn → first correct references, against a minimal client of the same server', cold, raw, 1.05),
    ratio('death of the language server → next correct answer, against a cold start', medianOf(afterCrash), cold, 1.2),
    endRow('SIGKILL of an idle bridge → no child left', idle),
    endRow('SIGKILL of a bridge whose server has just started its build host → no child left', loading),
  ];
}

/** The longest of the ends; what was still running then is named. */
function endRow(what: string, ends: readonly End[]): Row {
  const unended = ends.filter(({ left }) => left.length > 0);
  const row = atMost(`${what}, longest of ${ends.length}`, Math.max(...ends.map(({ taken }) => taken)), 2000, 'ms');
  if (unended.length === 0) return row;
  const names = [...new Set(unended.flatMap(({ left }) => left))].join(', ');
  return { ...row, met: false, note: `left running for good in ${unended.length} of ${ends.length}: ${names}` };
}

/** Without the round that filled the caches. */
const medianOf = (values: readonly number[]): number => median(values.slice(1));

interface Life {
  readonly cold: number;
  readonly afterCrash: number;
  readonly end: End;
}

/** Milliseconds from the kill to the end of the last process, and what did not end. */
interface End {
  readonly taken: number;
  readonly left: readonly string[];
}

/** Another question follows the crash, since an answer that was given is kept. */
async function live(setting: Setting, { root }: Laid, question: ReferencesCase, other: ReferencesCase): Promise<Life> {
  const tree = markedTree();
  const began = performance.now();
  const bridge = await openBridge(setting, root, tree);
  await answered(bridge, question);
  const cold = performance.now() - began;
  const { load } = await bridge.ask('lsp', { action: 'status' });
  const { server } = load as { readonly server: { readonly pid: number } };
  process.kill(server.pid, 'SIGKILL');
  const afterCrash = await timed(() => answered(bridge, other));
  return { cold, afterCrash, end: await killedAfter(bridge, tree) };
}

const openBridge = ({ binary, server }: Setting, root: string, tree: Tree): Promise<McpLine> =>
  // That its server was killed is a warning of the bridge, and no news here.
  openMcp([binary, '--workspace', root, '--server', server, '--log-level', 'error'], root, tree.env);

async function rawAnswer({ server }: Setting, { root, solution }: Laid, { input, expected }: ReferencesCase): Promise<number> {
  const began = performance.now();
  const raw = await openRaw(server, solution, root);
  try {
    const uri = pathToFileURL(join(root, input.file)).href;
    const position = { line: input.line - 1, character: input.col - 1 };
    const context = { includeDeclaration: false };
    const found = await raw.request('textDocument/references', { textDocument: { uri }, position, context });
    if (!Array.isArray(found) || found.length !== expected.count) throw new Error(`the raw answer is ${JSON.stringify(found)}`);
    return performance.now() - began;
  } finally {
    await raw.close();
  }
}

async function killedAfter(bridge: McpLine, tree: Tree): Promise<End> {
  const began = performance.now();
  await bridge.kill();
  const left = await tree.left(patience);
  const taken = performance.now() - began;
  for (const pid of tree.living()) process.kill(pid, 'SIGKILL');
  return { taken, left: left.map((each) => basename(each.split(' ').find((word) => /\.dll$|csharp-ls$/.test(word)) ?? each)) };
}

/** The moment at which the language server has started its build host. */
async function killedWhileLoading(setting: Setting, { root }: Laid): Promise<End> {
  const tree = markedTree();
  const bridge = await openBridge(setting, root, tree);
  const call = bridge.call('symbols', { query: 'Nowhere' }).catch(() => undefined);
  while (tree.living().length < 3) await Bun.sleep(5);
  const end = await killedAfter(bridge, tree);
  await call;
  return end;
}
