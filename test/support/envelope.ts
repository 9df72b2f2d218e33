/**
 * The envelope of every answer, closed: what the contract promises is required here, and nothing else may be there. The
 * schema that tools list is looser, so that clients with their own ideas of JSON Schema can read it.
 */
import { expect } from 'bun:test';
import { compile } from '../../src/model/check.ts';
import { errorCodes, warningCodes } from '../../src/model/codes.ts';
import { diagnosticsData } from './envelope-diagnostics.ts';
import { describeData, outlineData } from './envelope-outline.ts';

const uuid = '/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/';
const some = '1 <= string <= 20000';
const oneOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join('|');

const snapshot = {
  workspaceId: uuid,
  workspaceEpoch: 'number.integer >= 0',
  snapshotId: uuid,
  transactionRevision: 'number.integer | null',
};
const warnings = [{ code: oneOf(warningCodes), message: some }, '[]'];
const diagnostics = [{ id: some, severity: "'Hidden'|'Info'|'Warning'|'Error'", message: some }, '[]'];

const success = { ok: 'true', data: 'object', 'snapshot?': snapshot, 'warnings?': warnings };
const failure = {
  ok: 'false',
  error: { code: oneOf(errorCodes.filter((code) => code !== 'UnhandledException')), message: some },
  'continuation?': 'object',
  'diagnostics?': diagnostics,
  'warnings?': warnings,
};
const unhandled = {
  ok: 'false',
  error: { code: "'UnhandledException'", message: "'Tool execution failed.'", correlationId: uuid },
  diagnostics: { detailsAvailable: 'true', detailsTool: "'get-error-details'" },
  reporting: { state: "'DisabledByConfiguration'" },
};
const continuations: Readonly<Record<string, Record<string, unknown>>> = {
  CallTool: { kind: "'CallTool'", tool: some, instruction: some },
  ChooseTool: { kind: "'ChooseTool'", tools: [some, '[]'], instruction: some },
  RetryRequest: { kind: "'RetryRequest'", instruction: some },
  ReviseRequest: { kind: "'ReviseRequest'", instruction: some },
  ResolveExternally: { kind: "'ResolveExternally'", instruction: some },
};

const place = {
  line: 'number.integer >= 1',
  column: 'number.integer >= 1',
  'declaration?': 'true',
  'use?': some,
  'text?': 'string',
  'firstLine?': 'number.integer >= 1',
  'lines?': 'string',
};
const setting = { name: some, value: 'unknown', source: some };
/** The `data` of each tool, closed. */
const data: Readonly<Record<string, Record<string, unknown>>> = {
  references: {
    symbol: some,
    'note?': some,
    total: 'number.integer >= 0',
    'tests?': { uses: 'number.integer > 0', files: 'number.integer > 0' },
    declarations: 'number.integer >= 0',
    fileCount: 'number.integer >= 0',
    'elsewhere?': 'number.integer > 0',
    'generated?': 'number.integer > 0',
    'related?': {
      total: 'number.integer > 0',
      declarations: [{ path: some, line: 'number.integer >= 1', column: 'number.integer >= 1', 'text?': 'string' }, '[]'],
    },
    'mentions?': {
      'comment?': 'number.integer > 0',
      'string?': 'number.integer > 0',
      'other-file?': 'number.integer > 0',
      'places?': [{ path: some, line: 'number.integer >= 1', column: 'number.integer >= 1', in: some, 'text?': 'string' }, '[]'],
    },
    // One of the two.
    'files?': [{ path: some, 'excluded?': 'true', places: [place, '[]'] }, '[]'],
    'counts?': [{ 'path?': some, 'project?': some, count: 'number.integer > 0' }, '[]'],
    'cursor?': some,
  },
  definition: {
    symbol: some,
    'kind?': some,
    'note?': some,
    'declarationCount?': 'number.integer > 0',
    declarations: [
      {
        path: some,
        line: 'number.integer >= 1',
        column: 'number.integer >= 1',
        'firstLine?': 'number.integer >= 1',
        'lastLine?': 'number.integer >= 1',
        'extent?': "'unknown'",
        'source?': 'string',
        'text?': 'string',
      },
      '[]',
    ],
    'metadata?': {
      signature: some,
      documentation: 'string',
      'assembly?': some,
      'type?': some,
      decompiled: [{ line: 'number.integer >= 1', text: some }, '[]'],
      readOnly: 'true',
    },
  },
  outline: outlineData,
  describe: describeData,
  symbols: {
    total: 'number.integer >= 0',
    'others?': 'number.integer > 0',
    'filter?': some,
    'generated?': 'number.integer > 0',
    symbols: [
      {
        kind: some,
        symbol: some,
        path: some,
        line: 'number.integer >= 1',
        column: 'number.integer >= 1',
        'excluded?': 'true',
      },
      '[]',
    ],
    'near?': [some, '[]'],
    'cursor?': some,
  },
  diagnostics: diagnosticsData,
  'lsp status': {
    state: "'stopped'|'starting'|'loading'|'ready'|'failed'",
    detail: 'string',
    workspaceRoot: some,
    'load?': {
      '+': 'ignore',
      server: { name: some, path: some, origin: some, 'pid?': 'number.integer > 0' },
      dotnet: some,
      why: some,
      solutions: [some, '[]'],
      projects: [
        {
          path: some,
          'referenced?': 'true',
          'frameworks?': [some, '[]'],
          'loadedAs?': some,
          'documents?': 'number.integer',
          'test?': 'true',
        },
        '[]',
      ],
      'documents?': 'number.integer',
      projectCount: 'number.integer > 0',
      'others?': [{ framework: some, pid: 'number.integer > 0' }, '[]'],
      passedOver: [{ path: some, reason: some }, '[]'],
    },
    watch: { mode: "'watcher'|'sweep'", 'why?': some },
    problems: diagnostics,
    problemCount: 'number.integer >= 0',
    settings: [setting, '[]'],
    settingsFileDiffers: 'boolean',
  },
  'lsp reload': {
    changes: [{ name: some, before: { value: 'unknown', source: some }, after: { value: 'unknown', source: some } }, '[]'],
    reloads: 'boolean',
  },
};

/** The parts of an envelope that tests look at, once it has been held against the contract. */
export interface Envelope {
  readonly ok: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly message: string; readonly correlationId?: string };
  readonly continuation?: { readonly kind: string; readonly tool?: string; readonly instruction: string };
  readonly diagnostics?: readonly { readonly id: string; readonly severity: string; readonly message: string }[];
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
  readonly snapshot?: { readonly workspaceId: string; readonly workspaceEpoch: number; readonly snapshotId: string };
}

/** Holds a value against the contract; `kind` names the closed `data` of a success, where the tool has one. */
export async function asEnvelope(value: unknown, kind?: string): Promise<Envelope> {
  const envelope = value as Envelope;
  const form = envelope.ok ? success : envelope.error?.code === 'UnhandledException' ? unhandled : failure;
  await insist(form, value);
  if (!envelope.ok && form === failure && envelope.continuation !== undefined) {
    await insist(continuations[envelope.continuation.kind] ?? { kind: 'never' }, envelope.continuation);
  }
  const own = kind === undefined ? undefined : data[kind];
  if (envelope.ok && own !== undefined) await insistOnData(own, envelope.data);
  return envelope;
}

/** Several names in one call have an answer each. */
async function insistOnData(own: Record<string, unknown>, given: Envelope['data']): Promise<void> {
  const answers = given?.['answers'];
  if (!Array.isArray(answers)) return await insist(own, given);
  for (const answer of answers as object[]) {
    const failed = { asked: some, error: { code: oneOf(errorCodes), message: some } };
    await insist('error' in answer ? failed : { asked: some, ...own }, answer);
  }
}

async function insist(definition: unknown, value: unknown): Promise<void> {
  const faults = (await compile(definition)).check(value).map(({ path, what }) => `${path.join('.') || 'the whole'} is ${what}`);
  expect({ faults, value }).toEqual({ faults: [], value });
}
