/** How a case is put to the bridge: the ways of asking it, and all pages of one answer. */
import { compile } from '../../src/model/check.ts';
import type { ReferencesCase } from './case-file.ts';
import type { ReferencesPage } from './comparison.ts';

/** Calls a tool and gives its envelope. */
export type Call = (tool: string, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;

export interface Asking {
  readonly how: 'by position' | 'by name';
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What came of one asking: all pages with the warnings on any of them, or the failure of one. */
export type Answer =
  | { readonly ok: true; readonly pages: readonly ReferencesPage[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** The name that denotes one symbol only is its signature; a local function has none that reaches it from outside. */
export function referencesAskings({ input }: ReferencesCase): readonly Asking[] {
  const position: Asking = { how: 'by position', parameters: { path: input.file, line: input.line, column: input.col } };
  const name: Asking = { how: 'by name', parameters: { symbol: input.signature } };
  return input.kind === 'local function' ? [position] : [position, name];
}

const open = { '+': 'ignore' };
const page = {
  ...open,
  total: 'number.integer >= 0',
  declarations: 'number.integer >= 0',
  fileCount: 'number.integer >= 0',
  files: [
    {
      ...open,
      path: 'string',
      places: [{ ...open, line: 'number.integer > 0', column: 'number.integer > 0', 'declaration?': 'boolean' }, '[]'],
    },
    '[]',
  ],
  'cursor?': 'string',
};
const warnings = { 'warnings?': [{ ...open, code: 'string', message: 'string' }, '[]'] };
const success = { ...open, ok: 'true', data: page, snapshot: { ...open, snapshotId: 'string' }, ...warnings };
const failure = { ...open, ok: 'false', error: { ...open, code: 'string', message: 'string' } };

interface Success {
  readonly ok: true;
  readonly data: ReferencesPage;
  readonly snapshot: { readonly snapshotId: string };
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}
interface Failure {
  readonly ok: false;
  readonly error: { readonly code: string; readonly message: string };
}

/** Asks, and follows the cursors to the last page. */
export async function collectReferences(call: Call, parameters: Asking['parameters']): Promise<Answer> {
  const envelopes: Success[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const envelope = await envelopeOf(await call('references', cursor === undefined ? parameters : { ...parameters, cursor }));
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

/** The envelope, or why it is none. */
async function envelopeOf(value: unknown): Promise<Success | Failure | string> {
  const [succeeded, failed] = await Promise.all([compile(success), compile(failure)]);
  const [fault] = succeeded.check(value);
  if (fault === undefined) return value as Success;
  if (failed.check(value).length === 0) return value as Failure;
  const what = `${fault.path.join('.') || 'the whole'} is ${fault.what}`;
  return `not an envelope of references, ${what}: ${JSON.stringify(value).slice(0, 300)}`;
}
