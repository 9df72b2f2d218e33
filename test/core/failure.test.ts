/** The wording of failures: within the budget of the call, with what is left out counted. */
import { describe, expect, test } from 'bun:test';
import { tokensOf } from '../../src/answer/budget.ts';
import { failureAnswer } from '../../src/answer/failure.ts';
import { Problem, revise } from '../../src/model/problem.ts';

const rows = Array.from(
  { length: 120 },
  (_, at) => `method Shop.Orders.Größe.Add(Dictionary<string, List<int>>, T${at})  src/a.cs:${at}:17`,
);
const ambiguous = new Problem('symbol_ambiguous', "'Add' names 120 symbols:", {
  rows,
  continuation: revise('Pass one of them.'),
});
const trace = Array.from({ length: 300 }, (_, at) => `   at Roslyn.Frame${at}(Object one, Object two)`);
const failed = new Problem('server_failed', ['the language server could not answer', ...trace].join('\n'));
const warning = (message: string) => ({ code: 'partial_answer' as const, message });
const diagnostic = (at: number) => ({ id: 'load', severity: 'Error' as const, message: `${at}: ${'x'.repeat(200)}` });

test.each<[string, Problem]>([
  ['many candidates', ambiguous],
  ['a long stack trace', failed],
  ['one long line', new Problem('server_failed', '数量'.repeat(5000))],
  ['control characters', new Problem('server_failed', '\u0007'.repeat(3000))],
  ['long warnings', new Problem('symbol_not_found', 'none', { warnings: [1, 2, 3].map(() => warning('w'.repeat(900))) })],
  [
    'diagnostics',
    new Problem('workspace_load_failed', 'failed', { diagnostics: Array.from({ length: 50 }, (_, at) => diagnostic(at)) }),
  ],
])('%s: text and structure keep any budget', (_, problem) => {
  for (const maxTokens of [500, 700, 2000, 8000]) {
    const { text, data } = failureAnswer(problem, maxTokens);
    expect(tokensOf(text)).toBeLessThanOrEqual(maxTokens);
    expect(tokensOf(JSON.stringify({ ok: false, ...data }))).toBeLessThanOrEqual(maxTokens);
    expect(text).toStartWith(`${problem.code}: `);
    expect(data.error.message.length).toBeGreaterThan(3);
  }
});

describe('what is left out is counted', () => {
  test('of candidates, of which some are enough', () => {
    const lines = failureAnswer(ambiguous, 500).data.error.message.split('\n');
    expect(lines.slice(1, -1)).toEqual(rows.slice(0, lines.length - 2));
    expect(lines.at(-1)).toBe(`… and ${120 - (lines.length - 2)} more`);
    expect(failureAnswer(ambiguous, 50_000).data.error.message.split('\n')).toEqual([
      "'Add' names 120 symbols:",
      ...rows.slice(0, 20),
      '… and 100 more',
    ]);
    expect(failureAnswer(ambiguous, 500).text).toEndWith('\nPass one of them.');
  });

  test('of lines, of warnings and of diagnostics', () => {
    expect(failureAnswer(failed, 500).data.error.message).toMatch(/\n   at Roslyn\.Frame0.*\n… and 2\d\d more lines$/s);
    const warnings = [warning('first'), warning('w'.repeat(3000))];
    const diagnostics = Array.from({ length: 50 }, (_, at) => diagnostic(at));
    const { data, text } = failureAnswer(new Problem('symbol_not_found', 'none', { warnings, diagnostics }), 500);
    expect(data.warnings?.map(({ message }) => message)).toEqual([
      'first',
      expect.stringMatching(/^1 warning and 4\d diagnostics left out by maxTokens 500$/),
    ]);
    expect(data.diagnostics?.length).toBeGreaterThan(1);
    expect(text.split('\n').slice(0, 2)).toEqual(['symbol_not_found: none', 'warning partial_answer: first']);
  });

  test('and nothing of what fits', () => {
    const problem = new Problem('symbol_not_found', 'none\nat all', { warnings: [warning('w')], diagnostics: [diagnostic(1)] });
    expect(failureAnswer(problem, 500)).toEqual({
      text: 'symbol_not_found: none\nat all\nwarning partial_answer: w',
      data: {
        error: { code: 'symbol_not_found', message: 'none\nat all' },
        diagnostics: [diagnostic(1)],
        warnings: [warning('w')],
      },
    });
  });
});
