/** The time of a call: its end, the moment before it in which it has to make do with what it has, and the wait for the load. */
import { expect, test } from 'bun:test';
import { limitText } from '../../src/model/limits.ts';
import { CallClock, loadPatience } from '../../src/mcp/clock.ts';
import { limitsWith } from '../support/limits.ts';

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }));

test('questions to others end before the call does, both with the reason of the end', async () => {
  const clock = new CallClock(new AbortController().signal);
  clock.start(30, 0, 'over');
  expect(await aborted(clock.soon)).toBe('over');
  expect(clock.end.aborted).toBe(false);
  expect(await aborted(clock.end)).toBe('over');
  clock.stop();
});

test('what is over of the time counts, and a cancel ends both at once', async () => {
  const cancel = new AbortController();
  const late = new CallClock(cancel.signal);
  late.start(60_000, 60_000, 'over');
  expect(await aborted(late.end)).toBe('over');
  late.stop();
  const clock = new CallClock(cancel.signal);
  clock.start(60_000, 0, 'over');
  cancel.abort('cancelled');
  expect([clock.soon.reason, clock.end.reason]).toEqual(['cancelled', 'cancelled']);
  clock.stop();
});

test.each([
  [40, 50, 40_000],
  [40, 20, 18_000],
  [600, 1, 800],
  [0, 50, 0],
])('a wait of %d s for the load within a call of %d s is one of %d ms', (loadWaitSeconds, timeoutSeconds, patience) => {
  expect(loadPatience(limitsWith({ loadWaitSeconds, timeoutSeconds }))).toBe(patience);
});

test('a limit is named with its source where the agent may not have it in mind', () => {
  const named = (source: string): string => limitText('limit', { value: 60, source });
  expect([named('default'), named('argument'), named('preset overview, settings.toml')]).toEqual([
    'limit 60',
    'limit 60',
    'limit 60 (preset overview, settings.toml)',
  ]);
});
