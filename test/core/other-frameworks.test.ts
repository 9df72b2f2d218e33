/** Questions under other target frameworks: what their servers do not answer in time is said, and costs nothing else. */
import { expect, test } from 'bun:test';
import { Problem } from '../../src/model/problem.ts';
import { notSeen, overOthers } from '../../src/workspace/symbols/other-frameworks.ts';
import type { Dormant } from '../../src/workspace/text/dormant.ts';
import type { View } from '../../src/workspace/view.ts';

const place = (line: number, ...frameworks: readonly string[]): Dormant => ({
  place: { path: 'a.cs', line, column: 1 },
  frameworks,
  condition: undefined,
  declares: false,
});
const view = { frameworks: { running: [] }, under: async (framework: string) => ({ framework }) } as unknown as View;
const asked = (other: View): string => (other as unknown as { framework: string }).framework;
const places = [place(1, 'net9.0'), place(2, 'net9.0'), place(3, 'net8.0')];

test('all that is asked in time is answered', async () => {
  const { answers, left, timedOut } = await overOthers(view, places, async (other) => asked(other));
  expect({ answers, left, timedOut }).toEqual({ answers: ['net9.0', 'net8.0'], left: [], timedOut: undefined });
});

test('the end of the time leaves what was answered before, and names what was not', async () => {
  const over = new Problem('request_timed_out', 'the call did not end within 50 s');
  const { answers, left, reasons, timedOut } = await overOthers(view, places, (other) =>
    asked(other) === 'net8.0' ? Promise.reject(over) : Promise.resolve(asked(other)),
  );
  expect({ answers, timedOut }).toEqual({ answers: ['net9.0'], timedOut: over });
  expect(notSeen("'Total'", left, reasons)).toEqual([
    {
      code: 'frameworks_not_seen',
      message: "'Total' also stands in code that was not looked at: a.cs:3:1 (net8.0); net8.0 did not answer in time, ask again",
    },
  ]);
});

test('whatever else goes wrong ends the answer', async () => {
  const lost = new Problem('server_lost', 'gone');
  await expect(overOthers(view, places, () => Promise.reject(lost))).rejects.toBe(lost);
});
