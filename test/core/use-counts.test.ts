/** How references tell uses in test code apart from all others. */
import { expect, test } from 'bun:test';
import { type UseCounts, referencesPage } from '../../src/answer/references.ts';
import { limitWords } from '../support/limits.ts';

const page = (tests: UseCounts, production: UseCounts) => {
  const uses = Array.from({ length: tests.uses + production.uses }, (_, at) => ({ path: 'a.cs', line: at + 1, column: 1 }));
  return referencesPage({
    ...{
      symbol: 'Order.Total',
      note: undefined,
      uses,
      declarations: 1,
      fileCount: 6,
      tests,
      production,
      elsewhere: 0,
      generated: 0,
    },
    ...{ projectOf: (path) => path, mentions: { rows: [], listed: false }, related: [], continued: false },
    ...{ rows: [], offset: 0, rowCount: 0, cursorAt: String, maxTokens: 500, besideData: 0, besideText: 0 },
    limits: limitWords,
  });
};
const none = { uses: 0, files: 0 };

test.each([
  [{ uses: 3, files: 2 }, { uses: 4, files: 3 }, '7 references (4 in 3 files, tests 3 in 2), 1 declaration (*) in 6 files'],
  [{ uses: 3, files: 1 }, { uses: 1, files: 1 }, '4 references (1 in 1 file, tests 3 in 1), 1 declaration (*) in 6 files'],
  [{ uses: 2, files: 1 }, none, '2 references (all in tests), 1 declaration (*) in 6 files'],
  [none, { uses: 2, files: 1 }, '2 references, 1 declaration (*) in 6 files'],
  [none, none, '0 references, 1 declaration (*) in 6 files'],
])('%j in tests, %j elsewhere', (tests, production, header) => {
  const { text, data } = page(tests, production);
  expect(text).toBe(`Order.Total: ${header}`);
  expect(data['tests']).toEqual(tests.uses === 0 ? undefined : tests);
});
