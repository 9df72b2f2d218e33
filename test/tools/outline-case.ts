/** Cases of kind outline: the question for what a file holds, and its answer held against the truth. */
import { type Case, insist } from './case-file.ts';
import { type Difference, difference, fault, keyOf, miscounted, repeated } from './comparison.ts';

/** A declaration as the truth has it. */
interface TrueMember {
  readonly name: string;
  readonly kind: string;
  /** Names of namespaces and types, without type parameters. */
  readonly container: string;
  readonly line: number;
  readonly col: number;
  readonly endLine: number;
  readonly depth: number;
}

/** A question for what a file declares; properties of a record's parameters are not in the truth. */
export interface OutlineCase extends Case {
  readonly input: { readonly file: string };
  readonly expected: { readonly count: number; readonly members: readonly TrueMember[] };
}

interface Row {
  readonly kind: string;
  readonly name: string;
  readonly signature?: string;
  readonly line: number;
  readonly column: number;
  readonly lastLine?: number;
}

/** The part of an answer's `data` that is compared; one that is short of room has no files, and a cursor. */
export interface OutlinePage {
  readonly total: number;
  readonly files?: readonly {
    readonly path: string;
    readonly groups: readonly { readonly in: string; readonly declarations: readonly Row[] }[];
  }[];
  readonly cursor?: string;
}

const open = { '+': 'ignore' };
const position = { line: 'number.integer > 0' };
const rowShape = {
  ...open,
  ...position,
  kind: 'string',
  name: 'string',
  column: 'number.integer > 0',
  'lastLine?': 'number.integer > 0',
};
const groups = [{ ...open, in: 'string', declarations: [{ ...rowShape, 'signature?': 'string' }, '[]'] }, '[]'];
export const outlineShape = { total: 'number.integer >= 0', 'files?': [{ ...open, path: 'string', groups }, '[]'] };

const member = {
  ...open,
  ...position,
  name: 'string',
  kind: 'string',
  container: 'string',
  col: 'number.integer > 0',
  endLine: 'number.integer > 0',
  depth: 'number.integer >= 0',
};
const outlineCase = {
  ...open,
  input: { ...open, file: 'string' },
  expected: { ...open, count: 'number.integer >= 0', members: [member, '[]'] },
};

/** Checks the parts that only a case of kind outline has. */
export async function asOutlineCase(each: Case): Promise<OutlineCase> {
  await insist(each, outlineCase, each.id);
  const checked = each as OutlineCase;
  if (checked.expected.count !== checked.expected.members.length)
    throw new Error(`${each.id}: the count is not that of the list`);
  return checked;
}

/** Our words where the truth has finer ones, or others. */
const ourKinds: ReadonlyMap<string, string> = new Map([
  ['record struct', 'record'],
  ['enum member', 'enum-member'],
  ['const', 'constant'],
  ['static constructor', 'constructor'],
  ['destructor', 'method'],
  ['explicit method', 'method'],
  ['explicit property', 'property'],
  ['conversion operator', 'operator'],
]);

/** Everything in which the pages differ from the truth: places, and what is said of the declaration at each. */
export function compareOutline({ input, expected }: OutlineCase, pages: readonly OutlinePage[]): readonly Difference[] {
  const listed = pages.flatMap(({ files = [] }) =>
    files.flatMap(({ path, groups }) =>
      groups.flatMap((group) => group.declarations.map((row) => ({ ...row, file: path, col: row.column, container: group.in }))),
    ),
  );
  const wanted = new Map(expected.members.map((each) => [keyOf({ file: input.file, ...each }), each]));
  const found = new Map(listed.map((each) => [keyOf(each), each]));
  const extra = listed.filter((each) => !wanted.has(keyOf(each)) && !isOfRecord(each, listed));
  return [
    ...repeated(listed.map(keyOf)),
    ...miscounted(
      'total',
      pages.map(({ total }) => total),
      listed.length,
    ),
    ...[...wanted]
      .filter(([key]) => !found.has(key))
      .map(([, each]) => difference('missing', { file: input.file, ...each }, ` (${each.name})`)),
    ...extra.map((each) => difference('extra', each, ` (${each.kind} ${each.name})`)),
    ...[...wanted].flatMap(([key, truth]) => {
      const [said, due] = [saidOf(found.get(key)), dueOf(truth)];
      return said === undefined || said === due ? [] : [fault(`${key} is said to be ${said}, it is ${due}`)];
    }),
  ];
}

type Listed = Row & { readonly container: string };

const saidOf = (row: Listed | undefined): string | undefined =>
  row === undefined ? undefined : worded(row.kind, row.name, row.container, row.lastLine ?? row.line);

const dueOf = ({ kind, name, container, endLine }: TrueMember): string =>
  worded(ourKinds.get(kind) ?? kind, name, container, endLine);

const worded = (kind: string, name: string, container: string, last: number): string =>
  `${kind} ${name.replace(' checked ', ' ')} in ${withoutTypeParameters(container)} to line ${last}`;

function withoutTypeParameters(name: string): string {
  const shorter = name.replace(/<[^<>]*>/g, '');
  return shorter === name ? name : withoutTypeParameters(shorter);
}

/** A record's header names the parameter whose property this is. */
const isOfRecord = ({ kind, name, container }: Listed, listed: readonly Listed[]): boolean =>
  kind === 'property' &&
  listed.some(
    (each) =>
      each.kind === 'record' &&
      container ===
        (each.container === '' ? '' : `${each.container}.`) + (each.signature?.split('(')[0]?.replace('struct ', '') ?? '') &&
      new RegExp(`[\\s]${RegExp.escape(name)}(?= = |,|\\))`).test(each.signature ?? ''),
  );
