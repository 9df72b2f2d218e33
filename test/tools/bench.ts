/**
 * Measures the compiled bridge: `bun run bench` runs everything and prints one table, `bun run bench PART…` some of it, and
 * `bun run bench warm CHECKOUT SOLUTION SYMBOL` warm calls on any restored checkout. `--write` puts the table into the
 * README; `--small` tries a part on a small solution. Exit code 1 when a goal is missed or something could not be measured, 2 for wrong usage.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { smallSize, wholeSize } from '../generated-solution/solution.ts';
import { root } from '../support/paths.ts';
import { firstAnswer } from './bench/lives.ts';
import { frameworks } from './bench/frameworks.ts';
import { listing } from './bench/listing.ts';
import { memory } from './bench/memory.ts';
import { measuredOn, report, withReport } from './bench/report.ts';
import type { Row } from './bench/row.ts';
import { type Options, type Setting, within } from './bench/setting.ts';
import { startUp } from './bench/start-up.ts';
import { sweep } from './bench/sweep.ts';
import { warm, warmOn } from './bench/warm.ts';

type Part = (setting: Setting) => Promise<readonly Row[]>;

/** In the order of the table. */
const parts: Readonly<Record<string, Part>> = {
  'start-up': startUp,
  'first-answer': firstAnswer,
  frameworks,
  warm,
  sweep,
  memory,
  listing,
};

const names = Object.keys(parts);
const usage =
  `usage: bun run bench [${names.join('|')}]… [--server PATH] [--binary PATH] [--write] [--runs N] [--loads N] [--calls N]\n` +
  '       bun run bench warm CHECKOUT SOLUTION SYMBOL [--server PATH] [--binary PATH] [--runs N]';
const built = resolve(root, 'dist', 'roslyn-bridge');
/** Fewer give no median that one could compare. */
const fewest = { runs: 15, loads: 3, calls: 100 } as const;

interface Wanted {
  readonly options: Options;
  readonly parts: readonly Part[];
  readonly write: boolean;
}

/** What was asked for, or why that cannot be understood. */
function understood(words: readonly string[]): Wanted | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        runs: { type: 'string', default: '21' },
        loads: { type: 'string', default: '3' },
        calls: { type: 'string', default: '10000' },
        binary: { type: 'string', default: built },
        server: { type: 'string' },
        write: { type: 'boolean', default: false },
        small: { type: 'boolean', default: false },
      },
    });
    const server = values.server === undefined ? Bun.which('csharp-ls') : resolve(values.server);
    if (server === null) return `csharp-ls is not on PATH: --server names one\n${usage}`;
    const numbers = { runs: Number(values.runs), loads: Number(values.loads), calls: Number(values.calls) };
    for (const [name, least] of Object.entries(fewest) as ['runs' | 'loads' | 'calls', number][]) {
      if (!Number.isInteger(numbers[name]) || numbers[name] < least) return `--${name} must be a whole number, at least ${least}`;
    }
    const chosen = partsOf(positionals);
    if (chosen === undefined) return usage;
    if (values.write && (values.small || positionals.length > 0)) return `--write needs the whole table\n${usage}`;
    const options = { ...numbers, binary: resolve(values.binary), server, size: values.small ? smallSize : wholeSize };
    return { options, parts: chosen, write: values.write };
  } catch (error) {
    return `${worded(error)}\n${usage}`;
  }
}

function partsOf(words: readonly string[]): readonly Part[] | undefined {
  const [first, checkout, solution, symbol, ...more] = words;
  if (first === 'warm' && checkout !== undefined && symbol !== undefined && solution !== undefined && more.length === 0) {
    return [(setting) => warmOn(setting, resolve(checkout), solution, symbol)];
  }
  const chosen = (words.length === 0 ? names : words).map((word) => (Object.hasOwn(parts, word) ? parts[word] : undefined));
  return chosen.every((each) => each !== undefined) ? chosen : undefined;
}

const worded = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const say = (line: string): boolean => process.stderr.write(`${line}\n`);

/** What could not be measured is no goal that was met; the other parts are measured all the same. */
const unmeasured = (error: unknown): Row[] => [
  { what: 'a part', goal: '—', measured: 'not measured', met: false, note: worded(error) },
];

async function main({ options, parts: chosen, write }: Wanted): Promise<boolean> {
  const rows: Row[] = [];
  await within(options, say, async (setting) => {
    for (const part of chosen) rows.push(...(await part(setting).catch(unmeasured)));
  });
  const text = report(rows, await measuredOn(options.server));
  process.stdout.write(`${text}\n`);
  const readme = Bun.file(resolve(root, 'README.md'));
  if (write) await readme.write(withReport(await readme.text(), text));
  return rows.every(({ met }) => met !== false);
}

const wanted = understood(process.argv.slice(2));
if (typeof wanted === 'string') {
  process.stderr.write(`${wanted}\n`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = (await main(wanted)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${worded(error)}\n`);
    process.exitCode = 1;
  }
}
