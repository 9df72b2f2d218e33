/** What is kept of unforeseen failures, and how much. */
import { describe, expect, test } from 'bun:test';
import { Records } from '../../src/mcp/records.ts';

const serverLog = Array.from({ length: 100 }, () => '数'.repeat(1000));

describe('records', () => {
  const failing = (error: unknown) => ({ tool: 't', error, milliseconds: 1, workspace: '/w', serverLog });

  test('a hundred are kept', () => {
    const records = new Records();
    const ids = Array.from({ length: 101 }, (_, at) => records.add(failing(new Error(String(at)))));
    const kept = ids.map((id) => records.get(id)).filter((record) => record !== undefined);
    expect(kept).toHaveLength(100);
    expect(records.get(ids[0] ?? '')).toBeUndefined();
    expect(records.get('')).toBeUndefined();
  });

  test('for an hour', () => {
    const records = new Records();
    const now = Date.now;
    const id = records.add(failing(new Error('x')));
    try {
      Date.now = () => now() + 3_599_000;
      expect(records.get(id)).toBeDefined();
      Date.now = () => now() + 3_601_000;
      expect(records.get(id)).toBeUndefined();
    } finally {
      Date.now = now;
    }
    expect(records.get(id)).toBeUndefined();
  });

  test('each in 64 KiB, however long the error, its stack and its chain; a circle ends', () => {
    const records = new Records();
    let chain: unknown = new Error('m'.repeat(100_000));
    for (let at = 0; at < 50; at += 1) chain = new Error('数'.repeat(100_000), { cause: chain });
    const circle = new Error('round');
    circle.cause = circle;
    for (const error of [chain, circle, 'text', null, undefined, { toString: () => 'odd' }, 'x'.repeat(200_000)]) {
      const record = records.get(records.add(failing(error)));
      expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThanOrEqual(64 * 1024);
    }
  });

  test('nothing of the environment and of the command line is in one', () => {
    process.env['ROSLYN_BRIDGE_TEST_SECRET'] = 'swordfish';
    const records = new Records();
    const record = JSON.stringify(records.get(records.add(failing(new Error('x')))));
    delete process.env['ROSLYN_BRIDGE_TEST_SECRET'];
    expect(record).not.toContain('swordfish');
    expect(Object.keys(JSON.parse(record))).toEqual([
      'correlationId',
      'at',
      'tool',
      'milliseconds',
      'workspace',
      'versions',
      'exceptions',
      'serverLog',
    ]);
  });
});
