/** The parts of the benchmark that could make a slow program look quick. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from './support/environment.ts';
import { root } from './support/paths.ts';
import { run } from './support/run.ts';
import { timeToFirstReply } from './tools/bench/first-reply.ts';
import { withReport } from './tools/bench/report.ts';
import { atMost, plain, ratio, table } from './tools/bench/row.ts';
import { inTurns, median } from './tools/bench/turns.ts';

test('median', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 6])).toBe(5.5);
  expect(() => median([])).toThrow('no median');
});

const measured = (program: string) =>
  timeToFirstReply(
    { command: [process.execPath, '-e', program], input: 'ask\n', isReply: (line) => line === 'right' },
    environment(),
  );

test('the time to the first reply includes waiting for it', async () => {
  const pause = 'process.stdin.once("data", () => setTimeout(() => process.stdout.write("right\\nmore\\n"), 300))';
  expect(await measured(pause)).toBeGreaterThan(300);
});

test.each([
  ['another line', 'process.stdin.once("data", () => process.stdout.write("wrong\\n"))', 'answered: wrong'],
  ['no line', 'process.stderr.write("broken"); process.exit(3)', 'ended with code 3 and answered: \nbroken'],
  ['a bad end', 'process.stdout.write("right\\n"); process.exitCode = 4', 'ended with code 4'],
])('%s is no measurement', async (_, program, message) => {
  await expect(measured(program)).rejects.toThrow(message);
});

test('works are done in turns, rounds that warm up are not counted, and a work may measure itself', async () => {
  const order: string[] = [];
  let round = 0;
  const slow = async () => (order.push('slow'), (round += 1), round <= 2 ? 1000 : 5);
  const other = async () => void order.push('other');
  const [first, second] = await inTurns({ warmUps: 2, runs: 3 }, [slow, other] as const);
  expect(order.slice(0, 4)).toEqual(['slow', 'other', 'slow', 'other']);
  expect(order).toHaveLength(10);
  expect(first).toBe(5);
  expect(second).toBeLessThan(5);
});

test('a missed row stands there with its value and how much is missing', () => {
  const rows = [
    ratio('quick', 100, 100, 1.05),
    ratio('slow', 2400, 2000, 1.05),
    atMost('large', 120, 100, 'MB', 'after all calls'),
    atMost('small', 0.25, 5, 'MB'),
    ratio('a price', 30, 20, undefined),
    plain('a fact', '3 ms'),
  ];
  expect(table(rows)).toBe(
    [
      '| what | goal | measured | |',
      '| --- | --- | --- | --- |',
      '| quick | ≤ 1.05 × | 1.00 × (100 ms : 100 ms) | met |',
      '| slow | ≤ 1.05 × | 1.20 × (2.40 s : 2.00 s) | MISSED: 300 ms too long |',
      '| large | ≤ 100 MB | 120 MB | MISSED: 20.0 MB too much; after all calls |',
      '| small | ≤ 5.0 MB | 0.25 MB | met |',
      '| a price | — | 1.50 × (30.0 ms : 20.0 ms) |  |',
      '| a fact | — | 3 ms |  |',
    ].join('\n'),
  );
});

test('the table has its place in the README', () => {
  expect(withReport('a\n<!-- measured: bench -->\nold\n<!-- end -->\nb', '$1 new')).toBe(
    'a\n<!-- measured: bench -->\n$1 new\n<!-- end -->\nb',
  );
  expect(() => withReport('nothing', 'new')).toThrow('no place');
  expect(withReport(readFileSync(join(root, 'README.md'), 'utf8'), 'new')).toContain('\nnew\n');
});

test.each([
  [['everything'], 'usage: bun run bench [start-up'],
  [['warm', 'CHECKOUT'], 'usage: bun run bench'],
  [['start-up', '--runs', '3'], '--runs must be a whole number, at least 15'],
  [['--loads', 'x'], '--loads must be a whole number, at least 3'],
  [['memory', '--write'], '--write needs the whole table'],
])('%p is wrong usage', async (words, complaint) => {
  const { code, stdout, stderr } = await run([process.execPath, 'run', 'test/tools/bench.ts', ...words, '--server', 'x'], {
    cwd: root,
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(complaint);
});
