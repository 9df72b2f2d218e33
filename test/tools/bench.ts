/**
 * Measures the compiled bridge: `bun run bench start-up [--runs N] [--binary PATH]`. Exit code 1 when a goal is missed, 2 for
 * wrong usage.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchStartUp } from './bench-start-up.ts';

const usage = 'usage: bun run bench start-up [--runs N] [--binary PATH]';
const built = resolve(import.meta.dir, '../../dist/roslyn-bridge');
/** Fewer runs give no median that one could compare. */
const fewestRuns = 15;

interface Wanted {
  readonly runs: number;
  readonly binary: string;
}

/** What was asked for, or why that cannot be understood. */
function understood(words: readonly string[]): Wanted | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { runs: { type: 'string', default: '21' }, binary: { type: 'string', default: built } },
    });
    if (positionals.length !== 1 || positionals[0] !== 'start-up') return usage;
    const runs = Number(values.runs);
    if (!Number.isInteger(runs) || runs < fewestRuns) return `--runs must be a whole number, at least ${fewestRuns}`;
    return { runs, binary: resolve(values.binary) };
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
    process.exitCode = (await benchStartUp(wanted.binary, wanted.runs, print)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${worded(error)}\n`);
    process.exitCode = 1;
  }
}
