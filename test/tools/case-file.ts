/**
 * The format of a file of right answers: a JSON list of `{id, kind, tags, input, expected}`. What is common to all kinds is
 * checked here; the input and the answer of a kind are checked by whoever runs that kind.
 */
import { compile } from '../../src/model/check.ts';

export interface Case {
  readonly id: string;
  /** What is asked: refs, def, symbols … */
  readonly kind: string;
  readonly tags: readonly string[];
  readonly input: unknown;
  readonly expected: unknown;
}

/** Lines and columns count from 1, columns in UTF-16 code units; `file` is relative to the checkout, with `/`. */
export interface Spot {
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

/** A reference; an implicit one stands where the name is not written. */
export interface ReferenceSpot extends Spot {
  readonly implicit?: boolean;
}

/** A question for the references of one symbol, and the whole truth about them. */
export interface ReferencesCase extends Case {
  /** The symbol's kind in plain words, its full name with parameter types, its documentation id, and where it is declared. */
  readonly input: Spot & { readonly kind: string; readonly signature: string; readonly docId?: string };
  readonly expected: {
    readonly count: number;
    readonly definitions: readonly Spot[];
    readonly references: readonly ReferenceSpot[];
    /** What a wider search would add: an answer may list these places and need not. */
    readonly siblingOnly?: readonly ReferenceSpot[];
  };
}

/** A question for the places of a declaration: by a name, which may be a documentation id, or by a place of use. */
export interface DefinitionCase extends Case {
  readonly input: { readonly name: string } | Spot;
  readonly expected: {
    readonly kind: string;
    readonly signature: string;
    readonly docId?: string;
    readonly definitions: readonly Spot[];
    /** The assembly that declares it; then there are no places. */
    readonly inMetadata?: string;
  };
}

/** A question for all that is declared under a name. */
export interface SymbolsCase extends Case {
  readonly input: { readonly query: string };
  readonly expected: {
    readonly count: number;
    /** A namespace is declared in no one place. */
    readonly symbols: readonly (Spot | { readonly file?: undefined | null })[];
  };
}

const open = { '+': 'ignore' };
const anyCase = { ...open, id: 'string', kind: 'string', tags: 'string[]', input: 'object', expected: 'object' };
const spot = { ...open, file: 'string', line: 'number.integer > 0', col: 'number.integer > 0' };
const reference = { ...spot, 'implicit?': 'boolean' };
const referencesCase = {
  ...anyCase,
  input: { ...spot, kind: 'string', signature: 'string', 'docId?': 'string' },
  expected: {
    ...open,
    count: 'number.integer >= 0',
    definitions: [spot, '[]'],
    references: [reference, '[]'],
    'siblingOnly?': [reference, '[]'],
  },
};
const definitionCase = {
  ...anyCase,
  input: [{ ...open, name: 'string' }, '|', spot],
  expected: {
    ...open,
    kind: 'string',
    signature: 'string',
    'docId?': 'string',
    definitions: [spot, '[]'],
    'inMetadata?': 'string',
  },
};
const symbolsCase = {
  ...anyCase,
  input: { ...open, query: 'string' },
  expected: { ...open, count: 'number.integer >= 0', symbols: [[spot, '|', { ...open, 'file?': 'undefined | null' }], '[]'] },
};

/** Reads a file's text; `source` names it in the error that a malformed one throws. */
export async function parseCases(text: string, source: string): Promise<readonly Case[]> {
  const cases: unknown = JSON.parse(text);
  await insist(cases, [anyCase, '[]'], source);
  const list = cases as readonly Case[];
  const twice = list.find((each, index) => list.findIndex((other) => other.id === each.id) !== index);
  if (twice !== undefined) throw new Error(`${source}: the id ${twice.id} stands twice`);
  return list;
}

/** Checks the parts that only a case of kind refs has. */
export async function asReferencesCase(each: Case): Promise<ReferencesCase> {
  await insist(each, referencesCase, each.id);
  const checked = each as ReferencesCase;
  const { count, references } = checked.expected;
  if (count !== references.length) throw new Error(`${each.id}: the count is not that of the list`);
  return checked;
}

/** Checks the parts that only a case of kind def has. */
export async function asDefinitionCase(each: Case): Promise<DefinitionCase> {
  await insist(each, definitionCase, each.id);
  const checked = each as DefinitionCase;
  const { definitions, inMetadata } = checked.expected;
  if ((definitions.length === 0) !== (inMetadata !== undefined)) throw new Error(`${each.id}: declared nowhere, or twice`);
  return checked;
}

/** Checks the parts that only a case of kind symbols has. */
export async function asSymbolsCase(each: Case): Promise<SymbolsCase> {
  await insist(each, symbolsCase, each.id);
  const checked = each as SymbolsCase;
  if (checked.expected.count !== checked.expected.symbols.length)
    throw new Error(`${each.id}: the count is not that of the list`);
  return checked;
}

/** Throws where a value is not as the definition says; `source` names it in the error. */
export async function insist(value: unknown, definition: unknown, source: string): Promise<void> {
  const [fault] = (await compile(definition)).check(value);
  if (fault !== undefined) throw new Error(`${source}: ${fault.path.join('.') || 'the whole'} is ${fault.what}`);
}
