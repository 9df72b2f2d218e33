/** Parameters that several tools share; those that are limits come from the table of limits. */
import { type AgentKey, agentKeys, agentRows } from '../settings/agent/keys.ts';
import type { Target } from '../workspace/names/locate.ts';
import { lyingIn } from '../workspace/names/paths.ts';
import type { View } from '../workspace/view.ts';
import type { Args, Param } from './tool.ts';

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

type Rows = typeof agentKeys;

/** A limit that is an argument by itself. */
const alone = <Key extends AgentKey>(key: Key) => {
  const { is, argument } = agentKeys[key];
  return { is, must: argument.must, optional: true, about: argument.about } as {
    readonly is: Rows[Key]['is'];
    readonly must: string;
    readonly optional: true;
    readonly about: string;
  };
};

export const limit = alone('maxNodesPerQuery');
export const depth = alone('maxRecursionDepth');
export const maxTokens = alone('maxAnswerTokens');
export const kinds = alone('includedKinds');

/** The definition of the arguments that stand inside `limits`. */
type Inside = {
  readonly [
    Key in AgentKey as Rows[Key]['argument']['alone'] extends true ? never : `${Rows[Key]['argument']['name']}?`
  ]: Rows[Key]['is'];
};

const insideRows = agentRows.filter(({ row }) => !row.argument.alone).map(({ row: { is, argument } }) => ({ is, ...argument }));

/** What every tool has that answers about code: a named set of limits, and those that seldom matter. */
export const limited = {
  preset: {
    is: '1 <= string <= 100',
    must: 'the name of a preset',
    optional: true,
    about: 'Named set of limits: overview, refactoring, or one of the settings',
  },
  limits: {
    is: Object.fromEntries(insideRows.map(({ name, is }) => [`${name}?`, is])) as Inside,
    must: `an object of ${insideRows.map(({ name }) => name).join(', ')}`,
    optional: true,
    about: 'More limits of this call',
    inner: Object.fromEntries(insideRows.map(({ name, is, must, about }): [string, Param] => [name, { is, must, about }])),
  },
} as const;

export const cursor = {
  is: '1 <= string <= 1000',
  must: 'a cursor of an earlier answer',
  optional: true,
  about: 'Cursor of an earlier answer, with the same arguments: the next page',
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
