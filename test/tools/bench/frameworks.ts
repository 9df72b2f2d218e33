/** What it costs that one project has a second target framework, in one solution whose text is the same with and without it. */
import type { ReferencesCase } from '../case-file.ts';
import { answered } from './answered.ts';
import { type McpLine, openMcp, untilLoaded } from './mcp-line.ts';
import { type Row, plain, ratio, time } from './row.ts';
import type { Laid, Setting } from './setting.ts';
import { inTurns } from './turns.ts';

/** Declared and used only where the second framework is. */
const elsewhere = 'Gen.P01.Conditional.Platform.OnlyBrowser()';

export async function frameworks(setting: Setting): Promise<Row[]> {
  const [one, all] = [await setting.solution('one'), await setting.solution('all')];
  setting.say('measuring the price of a second framework');
  const [plainLoad, fullLoad] = await inTurns({ warmUps: 1, runs: setting.loads }, [
    () => firstAnswer(setting, one, one.types[0]),
    () => firstAnswer(setting, all, all.types[0]),
  ] as const);
  return [
    ratio('first references where one project has a second framework, against one framework', fullLoad, plainLoad, undefined),
    await onlyThere(setting, all),
  ];
}

async function within<T>({ binary, server }: Setting, { root }: Laid, work: (bridge: McpLine) => Promise<T>): Promise<T> {
  const bridge = await openMcp([binary, '--workspace', root, '--server', server], root);
  try {
    return await work(bridge);
  } finally {
    await bridge.close();
  }
}

async function firstAnswer(setting: Setting, laid: Laid, question: ReferencesCase): Promise<number> {
  const began = performance.now();
  return await within(setting, laid, async (bridge) => {
    await answered(bridge, question);
    return performance.now() - began;
  });
}

/** The first question for such a name, and the second one. */
async function onlyThere(setting: Setting, laid: Laid): Promise<Row> {
  const what = 'references of a name that only the second framework compiles, first and again';
  return await within(setting, laid, async (bridge) => {
    await untilLoaded(bridge);
    const ask = async (): Promise<string> => {
      const began = performance.now();
      const { data, error } = await bridge.call('references', { symbol: elsewhere });
      const taken = time(performance.now() - began);
      const right = data?.['total'] === laid.question(elsewhere).expected.count;
      return right ? taken : `${taken} without the right answer (${error?.code ?? `${data?.['total']} uses`})`;
    };
    return plain(what, `${await ask()}, ${await ask()}`);
  });
}
