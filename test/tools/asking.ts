/** How a question is put to the bridge: all pages of one answer, or why it has none. */
import { compile } from '../../src/model/check.ts';
import type { ReferencesPage } from './comparison.ts';

/** Calls a tool and gives its envelope. */
export type Call = (tool: string, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** One question to one tool. */
export interface Question {
  readonly tool: string;
  /** The part of the answer's `data` that is compared, as data that arktype reads; all else may be there. */
  readonly page: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A part of an answer; there are more where it has a cursor. */
export interface Page {
  readonly cursor?: string;
}

/** What came of one question: all pages with the warnings on any of them, or the failure of one. */
export type Answer<P extends Page> =
  | { readonly ok: true; readonly pages: readonly P[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problem: string };

const open = { '+': 'ignore' };
const count = 'number.integer >= 0';
const position = { ...open, path: 'string', line: 'number.integer > 0', column: 'number.integer > 0' };
const { path: _, ...inFile } = position;

export const referencesShape = {
  total: count,
  declarations: count,
  fileCount: count,
  // A page that only counts has no places.
  'files?': [{ ...open, path: 'string', places: [{ ...inFile, 'declaration?': 'boolean' }, '[]'] }, '[]'],
};
export const definitionShape = {
  symbol: 'string > 0',
  declarations: [position, '[]'],
  'metadata?': { ...open, signature: 'string > 0', 'assembly?': 'string', readOnly: 'true' },
};
export const symbolsShape = { total: count, symbols: [{ ...position, symbol: 'string > 0' }, '[]'] };

const warnings = { 'warnings?': [{ ...open, code: 'string', message: 'string' }, '[]'] };
const failure = { ...open, ok: 'false', error: { ...open, code: 'string', message: 'string' } };

interface Success<P> {
  readonly ok: true;
  readonly data: P;
  readonly snapshot: { readonly snapshotId: string };
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}
interface Failure {
  readonly ok: false;
  readonly error: { readonly code: string; readonly message: string };
}

/** Asks, and follows the cursors to the last page. */
export async function collect<P extends Page>(call: Call, { tool, page, parameters }: Question): Promise<Answer<P>> {
  const envelopes: Success<P>[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const value = await call(tool, cursor === undefined ? parameters : { ...parameters, cursor });
    const envelope = await envelopeOf<P>(tool, page, value);
    if (typeof envelope === 'string') return { ok: false, problem: envelope };
    if (!envelope.ok) return { ok: false, problem: `${envelope.error.code}: ${envelope.error.message}` };
    envelopes.push(envelope);
    cursor = envelope.data.cursor;
    if (cursor === undefined) break;
    if (cursors.has(cursor)) return { ok: false, problem: 'a cursor came back a second time: the pages do not end' };
    cursors.add(cursor);
  }
  if (new Set(envelopes.map(({ snapshot }) => snapshot.snapshotId)).size !== 1) {
    return { ok: false, problem: 'the pages are of different snapshots' };
  }
  return {
    ok: true,
    pages: envelopes.map(({ data }) => data),
    warnings: envelopes.flatMap((envelope) => (envelope.warnings ?? []).map(({ code, message }) => `${code}: ${message}`)),
  };
}

/** All pages of an answer of `references`. */
export async function collectReferences(call: Call, parameters: Question['parameters']): Promise<Answer<ReferencesPage>> {
  const answer = await collect<Counted>(call, { tool: 'references', page: referencesShape, parameters });
  return answer.ok ? { ...answer, pages: answer.pages.map((page) => ({ ...page, files: page.files ?? [] })) } : answer;
}

type Counted = Omit<ReferencesPage, 'files'> & Partial<ReferencesPage>;

/** The envelope, or why it is none. */
async function envelopeOf<P>(tool: string, page: Question['page'], value: unknown): Promise<Success<P> | Failure | string> {
  const data = { ...open, ...page, 'cursor?': 'string' };
  const success = { ...open, ok: 'true', data, snapshot: { ...open, snapshotId: 'string' }, ...warnings };
  const [succeeded, failed] = await Promise.all([compile(success), compile(failure)]);
  const [fault] = succeeded.check(value);
  if (fault === undefined) return value as Success<P>;
  if (failed.check(value).length === 0) return value as Failure;
  const what = `${fault.path.join('.') || 'the whole'} is ${fault.what}`;
  return `not an envelope of ${tool}, ${what}: ${JSON.stringify(value).slice(0, 300)}`;
}
