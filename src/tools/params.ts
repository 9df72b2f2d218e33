/** Parameters that several tools share. */
import type { Target } from '../workspace/locate.ts';
import type { Args } from './tool.ts';

export const target = {
  symbol: {
    is: '1 <= string <= 1000',
    must: 'a name',
    optional: true,
    about:
      'Name of the symbol: Total, Order.Total, Shop.Core.Order.Total(int, string), Repo<T>, Order.Order (constructor), Order.this[], Money.operator +',
  },
  path: {
    is: '1 <= string <= 4096',
    must: 'a path',
    optional: true,
    about: 'File, relative to the workspace root; with line and column instead of symbol',
  },
  line: { is: 'number.integer >= 1', must: 'a line number from 1', optional: true, about: 'Line in path, from 1' },
  column: {
    is: 'number.integer >= 1',
    must: 'a column from 1',
    optional: true,
    about: 'Column in line, from 1, in UTF-16 code units: any place on the name',
  },
} as const;

export const limit = {
  is: '1 <= number.integer <= 5000',
  must: 'a whole number from 1 to 5000',
  optional: true,
  about: 'Most rows in one answer (200)',
} as const;

export const maxTokens = {
  is: '500 <= number.integer <= 50000',
  must: 'a whole number from 500 to 50000',
  optional: true,
  about: 'Token budget of the answer (8000)',
} as const;

export const cursor = {
  is: '1 <= string <= 1000',
  must: 'a cursor of an earlier answer',
  optional: true,
  about: 'Cursor of an earlier answer, with the same arguments: the next page',
} as const;

type TargetArgs = Args<typeof target>;

/** What is wrong with the target as a whole. */
export function targetFault(args: TargetArgs): string | undefined {
  const place = [args.path, args.line, args.column];
  const given = place.filter((each) => each !== undefined).length;
  if (args.symbol !== undefined && given > 0) return 'give either symbol, or path, line and column, not both';
  if (args.symbol === undefined && given === 0) return 'give symbol, or path, line and column';
  if (args.symbol === undefined && given < 3) return 'path, line and column belong together';
  return undefined;
}

/** The target of arguments that have no targetFault. */
export function targetOf({ symbol, path, line, column }: TargetArgs): Target {
  if (symbol !== undefined) return { symbol };
  if (path === undefined || line === undefined || column === undefined) throw new Error('the arguments were checked');
  return { path, line, column };
}
