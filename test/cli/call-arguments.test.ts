/** The parameters of a tool on the command line of `call`. */
import { describe, expect, test } from 'bun:test';
import { toolArguments } from '../../src/cli/call-arguments.ts';

const params = {
  symbol: { is: '1 <= string <= 1000' },
  action: { is: "'status'|'number'" },
  maxTokens: { is: '500 <= number.integer <= 50000' },
  line: { is: 'number.integer >= 1' },
  apply: { is: 'boolean' },
  kinds: { is: 'string[] <= 20' },
};

describe('toolArguments', () => {
  test.each<[string[], unknown]>([
    [[], {}],
    [['--symbol', 'Order.Total'], { symbol: 'Order.Total' }],
    [['--symbol=a=b'], { symbol: 'a=b' }],
    [['--symbol', ''], { symbol: '' }],
    [['--symbol', '12'], { symbol: '12' }],
    [['--symbol', '-x'], { symbol: '-x' }],
    [['--symbol', 'operator --'], { symbol: 'operator --' }],
    [['--symbol=--'], { symbol: '--' }],
    [['--action', 'number'], { action: 'number' }],
    [['--max-tokens', '700', '--line=-3'], { maxTokens: 700, line: -3 }],
    [['--maxTokens', '700'], { maxTokens: 700 }],
    [['--apply'], { apply: true }],
    [['--apply', '--line', '1'], { apply: true, line: 1 }],
    [['--apply=false'], { apply: false }],
    [['--kinds', 'class'], { kinds: ['class'] }],
    [['--kinds', 'class', '--kinds=method'], { kinds: ['class', 'method'] }],
    // What does not fit is for the tool to refuse
    [['--line', 'x'], { line: 'x' }],
    [['--line', ''], { line: '' }],
    [['--apply=maybe'], { apply: 'maybe' }],
    [['--apply=constructor'], { apply: 'constructor' }],
    [['--line', '1', '--line', '2'], { line: [1, 2] }],
    [['--bogus'], { bogus: true }],
    [['--bogus', 'x', '--line', '1'], { bogus: 'x', line: 1 }],
    [['--bogus-name=x'], { bogusName: 'x' }],
    [['--constructor', 'x'], { constructor: 'x' }],
    [['{"symbol": "Order", "line": "1"}'], { symbol: 'Order', line: '1' }],
    [[' {}'], {}],
    [['[1]'], [1]],
    [['null'], null],
  ])('%j', (args, expected) => {
    expect(toolArguments(args, params)).toEqual({ arguments: expected });
  });

  test.each<[string[], string]>([
    [['--symbol'], '--symbol needs a value'],
    [['--symbol', '--line', '1'], '--symbol needs a value'],
    [['--line', '1', 'x'], "unexpected argument 'x'"],
    [['--apply', 'false'], "unexpected argument 'false'"],
    [['{}', '--line'], "the tool takes one JSON object or flags, but '{}' is followed by '--line'"],
    [['{"symbol": }'], 'the arguments of the tool are not JSON'],
    [['Order'], 'the arguments of the tool are not JSON'],
  ])('%j is wrong', (args, fault) => {
    const parsed = toolArguments(args, params);
    expect('fault' in parsed ? parsed.fault : parsed).toStartWith(fault);
  });

  test('a prototype is never set', () => {
    const parsed = toolArguments(['--__proto__', 'x'], params);
    expect('arguments' in parsed && Object.hasOwn(parsed.arguments as object, '__proto__')).toBe(true);
  });

  test('of a tool that nobody knows are passed on as text', () => {
    expect(toolArguments(['--line', '1', '--apply'], {})).toEqual({ arguments: { line: '1', apply: true } });
  });
});
