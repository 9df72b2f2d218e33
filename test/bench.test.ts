/** The parts of the benchmark that could make a slow program look quick. */
import { expect, test } from 'bun:test';
import { environment } from './support/environment.ts';
import { median, timeToFirstReply } from './tools/first-reply.ts';

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
