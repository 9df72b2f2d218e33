/** Lines of source as answers show them. */
import { describe, expect, test } from 'bun:test';
import { lineText } from '../../src/answer/references.ts';

describe('the text of a line', () => {
  test.each([
    ['    return a;', 12, 'return a;'],
    ['\ta\t', 2, 'a'],
    ['', 1, ''],
    ['   ', 2, ''],
  ])('%j at %d is %j', (line, column, expected) => expect(lineText(line, column)).toBe(expected));

  test.each([0, 10, 500, 930])('of a long line is cut around the name at %d, and says so', (at) => {
    const line = `    ${'x'.repeat(at)}NAME${'y'.repeat(1000 - at)}`;
    const text = lineText(line, 5 + at);
    expect(text).toContain('NAME');
    expect(text.length).toBeLessThanOrEqual(162);
    expect([text.startsWith('…'), text.endsWith('…')]).toEqual([at > 80, at < 900]);
  });

  test('no half of a character is left where it is cut', () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const text = lineText(`${'a'.repeat(shift)}${'🛒'.repeat(300)}`, 200);
      expect(text.isWellFormed()).toBe(true);
      expect(text).toContain('🛒🛒');
    }
  });
});
