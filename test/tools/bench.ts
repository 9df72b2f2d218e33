/**
 * Measures the compiled bridge: `bun run bench start-up`, `bun run bench sweep --server PATH`, or `bun run bench warm CHECKOUT SOLUTION SYMBOL --server PATH` on a
 * restored checkout. Exit code 1 when a goal is missed, 2 for wrong usage.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchStartUp } from './bench-start-up.ts';
import { benchSweep } from './bench-sweep.ts';
import { benchWarm } from './bench-warm.ts';

const usage =
  'usage: bun run bench start-up [--runs N] [--binary PATH]\n' +
  '       bun run bench sweep --server PATH [--runs N] [--binary PATH]\n' +
  '       bun run bench warm CHECKOUT SOLUTION SYMBOL --server PATH [--runs N] [--binary PATH]';
const built = resolve(import.meta.dir, '../../dist/roslyn-bridge');
/** Fewer runs give no median that one could compare. */
const fewestRuns = 15;

/** What is measured, once it is understood. */
type Wanted = (print: (line: string) => unknown) => Promise<boolean>;

/** What was asked for, or why that cannot be understood. */
function understood(words: readonly string[]): Wanted | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        runs: { type: 'string', default: '21' },
        binary: { type: 'string', default: built },
        server: { type: 'string' },
      },
    });
    const runs = Number(values.runs);
    if (!Number.isInteger(runs) || runs < fewestRuns) return `--runs must be a whole number, at least ${fewestRuns}`;
    const binary = resolve(values.binary);
    const [what, checkout, solution, symbol, ...more] = positionals;
    if (what === 'start-up' && checkout === undefined) return (print) => benchStartUp(binary, runs, print);
    const server = values.server === undefined ? undefined : resolve(values.server);
    if (what === 'sweep' && checkout === undefined && server !== undefined)
      return (print) => benchSweep(binary, runs, server, print);
    if (what !== 'warm' || symbol === undefined || solution === undefined || checkout === undefined || more.length > 0)
      return usage;
    if (server === undefined) return `--server is missing\n${usage}`;
    const options = { binary, runs, server, checkout: resolve(checkout), solution, symbol };
    return (print) => benchWarm(options, print);
  } catch (error) {
    return `${worded(error)}\n${usage}`;
  }
}

const worded = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const wanted = understood(process.argv.slice(2));
if (typeof wanted === 'string') {
  process.stderr.write(`${wanted}\n`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = (await wanted(print)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${worded(error)}\n`);
    process.exitCode = 1;
  }
}
