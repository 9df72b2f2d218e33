/** Parameters that several tools share. */
import { type CSharpKind, csharpKinds, isType } from '../model/kinds.ts';
import type { Target } from '../workspace/names/locate.ts';
import { lyingIn } from '../workspace/names/paths.ts';
import type { View } from '../workspace/view.ts';
import type { Args } from './tool.ts';

export const target = {
  symbol: {
    is: '1 <= string <= 1000',
    must: 'a name of 1 to 1000 characters',
    optional: true,
    about:
      'Name of the symbol, as short as is unique: Total, Order.Total, Shop.Core.Order.Total(int, string), Repo<T>, ' +
      'Order.Order (constructor), Order.this[], Money.operator +, or a documentation id',
  },
  symbols: {
    is: '1 <= (1 <= string <= 1000)[] <= 20',
    must: 'a list of 1 to 20 names',
    optional: true,
    about: 'Several names in place of symbol: one answer for each, within one budget',
  },
  path: {
    is: '1 <= string <= 4096',
    must: 'a path',
    optional: true,
    about: 'File, relative to the workspace root: with line or text instead of symbol, or beside symbol to narrow it',
  },
  project: {
    is: '1 <= string <= 4096',
    must: 'a project',
    optional: true,
    about: 'Name or path of the project that declares symbol',
  },
  line: { is: 'number.integer >= 1', must: 'a line number from 1', optional: true, about: 'Line in path, from 1' },
  column: {
    is: 'number.integer >= 1',
    must: 'a column from 1',
    optional: true,
    about: 'Column in line, from 1, in UTF-16 code units; text does without it',
  },
  text: {
    is: '1 <= string <= 1000',
    must: 'a text of 1 to 1000 characters',
    optional: true,
    about: 'Text that stands on line, or once in path; the name that it leads to is meant: order.Total, class Order',
  },
  occurrence: {
    is: 'number.integer >= 1',
    must: 'a number from 1',
    optional: true,
    about: 'Which one, where text stands more than once',
  },
  span: {
    is: {
      document: { path: '1 <= string <= 4096', 'project?': 'object | null', 'documentId?': 'string | null' },
      range: { start: 'number.integer >= 0', length: 'number.integer >= 0' },
    },
    must: '{document: {path}, range: {start, length}}',
    optional: true,
    about: 'The span of a selector in an answer',
  },
} as const;

/** Rows of an answer where the call does not say. */
export const defaultLimit = 200;

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

const kindWords = [...csharpKinds, 'type', 'member'];

export const kinds = {
  is: 'string[]',
  must: `a list of ${kindWords.join(', ')}`,
  optional: true,
  about:
    'Only these kinds: namespace, class, record, struct, interface, enum, delegate, method, constructor, property, …; or type, member',
} as const;

export const inPath = {
  is: '1 <= string <= 4096',
  must: 'a path',
  optional: true,
  about: 'Only results in this file or folder',
} as const;

export const inProject = {
  is: '1 <= string <= 4096',
  must: 'a project',
  optional: true,
  about: 'Only results in this project, by name or path',
} as const;

/** The kinds that a list of words means; `type` and `member` stand for several. Empty for all. */
export function kindsOf(words: readonly string[] | undefined): CSharpKind[] {
  return (words ?? []).flatMap((word): readonly CSharpKind[] => {
    if (word === 'type') return csharpKinds.filter(isType);
    if (word === 'member') return csharpKinds.filter((kind) => !isType(kind) && kind !== 'namespace');
    return csharpKinds.filter((kind) => kind === word);
  });
}

/** What is wrong with a list of kinds. */
export function kindsFault(words: readonly string[] | undefined): string | undefined {
  const unknown = words?.find((word) => !kindWords.includes(word));
  return unknown === undefined ? undefined : `kinds must be a list of ${kindWords.join(', ')}; '${unknown}' is none of them`;
}

/** Whether a path (as answers show it) lies where results are wanted. Throws `invalid_arguments` for an unknown project. */
export function within(
  view: View,
  { inPath, inProject }: { inPath?: string | undefined; inProject?: string | undefined },
): (path: string) => boolean {
  const inFolder = inPath === undefined ? () => true : lyingIn(view, inPath);
  if (inProject === undefined) return inFolder;
  const inFolders = view.inProject(inProject);
  return (path) => inFolder(path) && inFolders(path);
}

type TargetArgs = Args<typeof target>;

/** What is wrong with the target as a whole. */
export function targetFault(args: TargetArgs): string | undefined {
  const { symbols, path, project, line, column, text, occurrence, span } = args;
  const symbol = args.symbol ?? symbols?.[0];
  const pointing = [line, column, text, occurrence].some((each) => each !== undefined);
  if (args.symbol !== undefined && symbols !== undefined) return 'give either symbol or symbols, not both';
  if (span !== undefined) return symbol === undefined && path === undefined && !pointing ? undefined : 'span stands alone';
  if (symbol !== undefined) return pointing ? 'give either symbol, or path with line or text, not both' : undefined;
  if (project !== undefined) return 'project narrows symbol, which is missing';
  if (path === undefined) return pointing ? 'line, column and text need path' : 'give symbol, or path with line or text';
  if (text !== undefined) return undefined;
  if (line === undefined) return 'path needs line and column, or text';
  return column === undefined ? 'line needs column or text' : undefined;
}

/** The target of arguments that have no targetFault, and no `symbols`. */
export function targetOf({ symbol, path, project, line, column, text, occurrence, span }: TargetArgs): Target {
  if (symbol !== undefined) return { kind: 'name', symbol, path, project };
  if (span !== undefined) return { kind: 'span', path: span.document.path, ...span.range };
  if (path === undefined) throw new Error('the arguments were checked');
  return { kind: 'place', path, at: { line, column, text, occurrence } };
}
