/**
 * What an answer may cost, once, as data: each key of `[agent.roslyn_mcp]` in settings.toml and of `agent` in
 * .roslyn-bridge.json. Defaults, checks, faults, schemas, the arguments of calls and docs/MCP-PROTOCOL.md are made from
 * these rows. It is read on every start, so it imports nothing slow.
 */
import type { Infer } from '../../model/check.ts';
import { kindWords } from '../../model/kinds.ts';

export type Axis = 'volume' | 'visibility' | 'consistency';

/** One key; its name here is the one in JSON. */
export interface AgentRow {
  readonly axis: Axis;
  /** Who obeys it: the MCP server, which is this bridge, and no IDE. */
  readonly obeyedBy: 'MCP server';
  /** An arktype definition of the value. */
  readonly is: string;
  /** What a fault says of a value in a file: completes "must be". */
  readonly must: string;
  /** Present where the value is a list of kinds. */
  readonly kinds?: true;
  readonly default: number | boolean | string | readonly string[];
  /** The argument of a call, which stands by itself or in the object `limits`, and its description in the schema of a tool. */
  readonly argument: { readonly name: string; readonly alone: boolean; readonly must: string; readonly about: string };
  /** What it means, for schemas and documents. */
  readonly about: string;
}

const obeyedBy = 'MCP server';
const kinds = { is: 'string[]', must: 'a list of kinds', kinds: true, default: [] as readonly string[] } as const;
const flag = { is: 'boolean', must: 'true or false', default: false } as const;

/** In the order in which faults are told and documents list them. */
export const agentKeys = {
  maxNodesPerQuery: {
    axis: 'volume',
    obeyedBy,
    is: '1 <= number.integer <= 5000',
    must: 'from 1 to 5000',
    default: 200,
    argument: { name: 'limit', alone: true, must: 'a whole number from 1 to 5000', about: 'Most rows in one answer (200)' },
    about: 'Rows, or nodes, in one answer.',
  },
  maxRecursionDepth: {
    axis: 'volume',
    obeyedBy,
    is: '1 <= number.integer <= 8',
    must: 'from 1 to 8',
    default: 2,
    argument: { name: 'depth', alone: true, must: 'a whole number from 1 to 8', about: 'Levels of the traversal (2)' },
    about: 'Levels of a traversal.',
  },
  maxAnswerTokens: {
    axis: 'volume',
    obeyedBy,
    is: '500 <= number.integer <= 50000',
    must: 'from 500 to 50000',
    default: 8000,
    argument: {
      name: 'maxTokens',
      alone: true,
      must: 'a whole number from 500 to 50000',
      about: 'Token budget of the answer (8000)',
    },
    about: 'Tokens of an answer, counted as UTF-8 bytes / 4.',
  },
  includedKinds: {
    axis: 'visibility',
    obeyedBy,
    ...kinds,
    argument: {
      name: 'kinds',
      alone: true,
      must: `a list of ${kindWords.join(', ')}`,
      about:
        'Only these kinds: namespace, class, record, struct, interface, enum, delegate, method, constructor, property, …; or type, member',
    },
    about: 'The kinds of symbols that lists show; empty for all.',
  },
  excludedKinds: {
    axis: 'visibility',
    obeyedBy,
    ...kinds,
    argument: {
      name: 'excludeKinds',
      alone: false,
      must: `a list of ${kindWords.join(', ')}`,
      about: 'Kinds that are not shown',
    },
    about: 'The kinds of symbols that lists leave out.',
  },
  includeGenerated: {
    axis: 'visibility',
    obeyedBy,
    ...flag,
    argument: { name: 'includeGenerated', alone: false, must: 'true or false', about: 'Show generated files, too' },
    about: 'Whether lists show what stands in files that builds and source generators write; it is counted in any case.',
  },
  includeExternal: {
    axis: 'visibility',
    obeyedBy,
    ...flag,
    argument: { name: 'includeExternal', alone: false, must: 'true or false', about: 'Show symbols of assemblies, too' },
    about: 'Whether lists show symbols of assemblies (metadata and decompiled sources).',
  },
  consistency: {
    axis: 'consistency',
    obeyedBy,
    is: "'fresh'|'stale_ok'",
    must: 'fresh or stale_ok',
    default: 'fresh',
    argument: { name: 'consistency', alone: false, must: 'fresh or stale_ok', about: 'fresh or stale_ok' },
    about:
      'fresh: wait until the workspace is loaded and every change on disk is in. stale_ok: answer from what is there now, labelled.',
  },
  loadWaitSeconds: {
    axis: 'consistency',
    obeyedBy,
    is: '0 <= number.integer <= 600',
    must: 'from 0 to 600',
    default: 40,
    argument: { name: 'loadWaitSeconds', alone: false, must: 'a whole number from 0 to 600', about: 'Wait for the load' },
    about: 'How long a fresh call waits for the load.',
  },
  queryTimeoutSeconds: {
    axis: 'consistency',
    obeyedBy,
    is: '1 <= number.integer <= 600',
    must: 'from 1 to 600',
    default: 50,
    argument: { name: 'timeoutSeconds', alone: false, must: 'a whole number from 1 to 600', about: 'Time of the call' },
    about: 'The time of a call from its arrival; then it ends with what it has, labelled partial.',
  },
} as const satisfies Record<string, AgentRow>;

export type AgentKey = keyof typeof agentKeys;
type Rows = typeof agentKeys;

/** The value of each key. */
export type AgentValues = { readonly [Key in AgentKey]: Infer<Rows[Key]['is']> };

/** The rows with their keys, in order. */
export const agentRows: readonly { readonly key: AgentKey; readonly row: AgentRow }[] = (
  Object.keys(agentKeys) as AgentKey[]
).map((key) => ({ key, row: agentKeys[key] }));

/** The server's own defaults. The literals of the rows are of the types of their definitions, which a test holds. */
export const agentDefaults = Object.fromEntries(agentRows.map(({ key, row }) => [key, row.default])) as AgentValues;

/** The version of this scheme that the bridge understands. */
export const schemaVersion = 1;

/** Presets that every bridge has, in case no file replaces them. */
export const builtInPresets: Readonly<Record<string, { readonly about: string; readonly values: Partial<AgentValues> }>> = {
  overview: {
    about: 'for finding one’s way',
    values: {
      maxNodesPerQuery: 60,
      maxRecursionDepth: 1,
      maxAnswerTokens: 3000,
      includedKinds: ['namespace', 'type'],
      consistency: 'stale_ok',
    },
  },
  refactoring: {
    about: 'before a change',
    values: {
      maxNodesPerQuery: 1000,
      maxRecursionDepth: 4,
      maxAnswerTokens: 20000,
      includeGenerated: true,
      consistency: 'fresh',
    },
  },
};
