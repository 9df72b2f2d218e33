/**
 * What the bridge adds to a warm request: `tools/call` beside the raw request to a language server of its own, with the same
 * solution loaded, in turns. Milliseconds of one run say little on a shared machine, so medians of both are compared. The
 * bridge keeps answers while the code is the same, so each round asks about another symbol, or after an edit.
 */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReferencesCase } from '../case-file.ts';
import { type McpLine, openMcp, untilLoaded } from './mcp-line.ts';
import { type RawServer, openRaw } from './raw-server.ts';
import { type Row, plain, time } from './row.ts';
import type { Setting } from './setting.ts';
import { inTurns, median } from './turns.ts';
import { type Question, type Subject, nameOf, popularCases, subjectAt, subjectOf, typeCases } from './warm-cases.ts';

/** The first answers of a server are slow: its code is compiled while it runs. */
const warmUps = 10;

export async function warm(setting: Setting): Promise<Row[]> {
  const { root, solution, question, types, properties } = await setting.solution('one');
  return await withBoth(setting, root, solution, async (measuring) => {
    const asked = typeCases(root).filter(({ tool }) => measuring.tools.has(tool));
    const rows: Row[] = [];
    let taken = 0;
    const fresh = (list: readonly ReferencesCase[], from = 0): readonly Subject[] => {
      const found = list.slice(from, from + warmUps + setting.runs);
      // A small solution has not enough of them.
      return (found.length === warmUps + setting.runs ? found : list).map(subjectOf);
    };
    for (const each of asked) {
      rows.push(await rowOf(measuring, each, fresh(types, taken)));
      taken += warmUps + setting.runs;
    }
    for (const each of popularCases(root).slice(0, 1)) {
      rows.push(await rowOf(measuring, { ...each, what: `${each.what} of a property` }, fresh(properties)));
    }
    const edited = leafOf(types);
    for (const each of asked) rows.push(await rowOf(measuring, each, [subjectOf(types[0])], edited));
    for (const subject of popular.map(question).map(subjectOf)) {
      for (const each of popularCases(root)) rows.push(await rowOf(measuring, each, [subject], edited));
    }
    return rows;
  });
}

/** Names with five hundred and with five thousand uses. */
const popular = ['Gen.P00.Clock.Now', 'Gen.P00.Guard.NotNull(object)'];

/** A file of the last project, on which none depends. */
function leafOf(types: readonly ReferencesCase[]): string {
  const [last = ''] = types
    .map(({ input }) => input.file)
    .sort()
    .slice(-1);
  return last;
}

/** The same on any restored checkout, for a type that is declared once; the bridge may keep its answers. */
export async function warmOn(setting: Setting, root: string, solution: string, symbol: string): Promise<Row[]> {
  return await withBoth(setting, root, join(root, solution), async (measuring) => {
    const { symbols } = await measuring.bridge.ask('symbols', { query: symbol });
    const [found] = symbols as readonly { readonly path: string; readonly line: number; readonly column: number }[];
    if (found === undefined) throw new Error(`${symbol} is not declared in ${root}`);
    const subjects = [subjectAt(symbol, { file: found.path, line: found.line, col: found.column })];
    const rows: Row[] = [];
    for (const each of typeCases(root)) if (measuring.tools.has(each.tool)) rows.push(await rowOf(measuring, each, subjects));
    return rows;
  });
}

interface Measuring {
  readonly setting: Setting;
  readonly root: string;
  readonly bridge: McpLine;
  readonly raw: RawServer;
  readonly tools: ReadonlySet<string>;
  /** Medians of the warm name searches, by name. */
  readonly searches: Map<string, number>;
}

async function withBoth(setting: Setting, root: string, solution: string, work: (measuring: Measuring) => Promise<Row[]>) {
  setting.say('measuring warm calls');
  const bridge = await openMcp([setting.binary, '--workspace', root, '--server', setting.server], root);
  const raw = await openRaw(setting.server, solution, root);
  try {
    await Promise.all([untilLoaded(bridge), raw.request('workspace/symbol', { query: 'Nowhere' })]);
    const { tools } = await bridge.request('tools/list', {});
    const names = (tools as readonly { readonly name: string }[]).map(({ name }) => name);
    const searches = new Map<string, number>();
    const rows = await work({ setting, root, bridge, raw, tools: new Set(names), searches });
    const searched = [...searches].map(([name, taken]) => `${name} ${time(taken)}`);
    return [plain('one warm name search, raw', searched.join(', ')), ...rows];
  } finally {
    await raw.close();
    await bridge.close();
  }
}

/** Each round is about the next subject; where `edited` is given, that file has changed before each question. */
async function rowOf(
  { setting: { runs }, root, bridge, raw, searches }: Measuring,
  question: Question,
  subjects: readonly Subject[],
  edited?: string,
): Promise<Row> {
  const { what, tool, named } = question;
  let round = -1;
  const counts: number[] = [];
  const subject = (): Subject => {
    const found = subjects[round % subjects.length];
    if (found === undefined) throw new Error(`too few symbols for warm ${what}`);
    return found;
  };
  const next = async (): Promise<0> => {
    round += 1;
    if (edited !== undefined) await appendFile(join(root, edited), '// edited\n');
    return 0;
  };
  const ours = async (): Promise<void> => {
    const data = await bridge.ask(tool, question.args(subject()));
    const { uses } = subject();
    if (tool === 'references' && uses !== undefined && data['total'] !== uses) {
      throw new Error(`references of ${subject().symbol}: ${data['total']} uses, not ${uses}`);
    }
    counts.push(placesShown(data));
  };
  const theirs = async (): Promise<unknown> => {
    if (edited !== undefined) await raw.changed(join(root, edited));
    return await raw.request(...question.raw(subject()));
  };
  const search = (): Promise<unknown> =>
    named ? raw.request('workspace/symbol', { query: nameOf(subject().symbol) }) : Promise.resolve(0);
  const [, own, other, searched] = await inTurns({ warmUps, runs }, [next, ours, theirs, search] as const);
  if (named) searches.set(nameOf(subject().symbol), searched);
  const about = subjects.length > 1 ? '' : ` of ${nameOf(subject().symbol)}`;
  const when =
    edited !== undefined ? 'after an edit' : subjects.length === warmUps + runs ? 'never asked before' : 'asked before';
  const places = Math.round(median(counts.slice(warmUps)));
  return judged(`warm ${what}${about}, ${when}`, { places, ours: own, raw: other, search: named ? searched : 0 });
}

interface Measured {
  readonly places: number;
  /** Medians in milliseconds; the search is that of the name, 0 where none is needed. */
  readonly ours: number;
  readonly raw: number;
  readonly search: number;
}

function judged(what: string, { places, ours, raw, search }: Measured): Row {
  const most = 1.05 * raw + 2 + 0.01 * places + search;
  const met = ours <= most;
  return {
    what: `${what}, ${places} ${places === 1 ? 'place' : 'places'} shown`,
    goal: `≤ ${time(most)}`,
    measured: `${time(ours)} (raw ${time(raw)})`,
    met,
    ...(met ? {} : { note: `${time(ours - most)} too long` }),
  };
}

/** The places or lines that the answer lists; all of them are in lists of the structure. */
function placesShown(data: unknown): number {
  if (Array.isArray(data)) return data.reduce((sum: number, each: unknown) => sum + placesShown(each), 0);
  if (typeof data !== 'object' || data === null) return 0;
  const own = 'line' in data ? 1 : 0;
  return own + placesShown(Object.values(data));
}
