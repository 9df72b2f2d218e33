/**
 * Judges the content of the settings file. The lone reports come first (malformed, root not an object, duplicate keys,
 * unknown keys: the first kind found is the only one told), then every fault of the values at once, in the order of the
 * table, one line a value. Loaded only when there is a file, because it brings the parser and the checker.
 */
import type { Node } from 'jsonc-parser';
import { compile } from '../model/check.ts';
import { nearNames } from '../model/names.ts';
import type { Severity } from '../model/codes.ts';
import { inJson, judgeAgent, unknownAgentKeys } from './agent/judge.ts';
import type { AgentFile } from './agent/resolve.ts';
import { definition } from './shape.ts';
import { entriesOf, parseFile, valueOf } from './syntax.ts';
import { exclusive, forbidden, groups, type SettingRow, settingRows } from './table.ts';
import { workspaceFile } from './workspace-files.ts';
import { keyPath, quoted } from './wording.ts';

/** What the file gives; paths are relative to the root, with `/`. */
export interface FileSettings {
  readonly exclude?: readonly string[];
  readonly startupTimeout?: number;
  readonly requestTimeout?: number;
  readonly solution?: string;
  readonly projects?: readonly string[];
  readonly 'diagnostics.severity'?: Severity;
  readonly agent?: AgentFile;
}

export type Judged = { readonly file: FileSettings } | { readonly faults: readonly string[] };

/** Judges the text of the file of a workspace; `root` is absolute, its links resolved. */
export async function judgeFile(root: string, text: string): Promise<Judged> {
  const parsed = parseFile(text);
  if ('faults' in parsed) return parsed;
  const unknown = unknownKeys(parsed.root, '');
  if (unknown.length > 0) return { faults: unknown };
  return judgeValues(root, given(parsed.root));
}

/** The keys that the object at `prefix` may have, spelled whole. */
function knownKeys(prefix: string): string[] {
  const below = [...settingRows.map(({ key }) => key), inJson.section].filter((key) => key.startsWith(prefix));
  return [...new Set(below.map((key) => prefix + (key.slice(prefix.length).split('.')[0] ?? '')))];
}

function unknownKeys(object: Node, prefix: string): string[] {
  const known = knownKeys(prefix);
  return entriesOf(object).flatMap(({ key, value }) => {
    const whole = prefix + key;
    if (!known.includes(whole)) return [unknownKey(key, prefix, known)];
    if (whole === inJson.section) return unknownAgentKeys(valueOf(value), inJson);
    return Object.hasOwn(groups, whole) && value.type === 'object' ? unknownKeys(value, `${whole}.`) : [];
  });
}

function unknownKey(key: string, prefix: string, known: readonly string[]): string {
  const fault = `unknown key ${quoted(prefix + key)}`;
  const flag = prefix === '' ? forbiddenFlag(key) : undefined;
  if (flag !== undefined) {
    return `${fault}: only the argument --${flag} sets it, because a repository must not choose which program runs`;
  }
  const [near] = nearNames(
    key,
    known.map((name) => name.slice(prefix.length)),
  );
  return near === undefined ? fault : `${fault}, did you mean '${prefix}${near}'?`;
}

/** The machine argument that a key stands for, however its words are joined. */
function forbiddenFlag(key: string): string | undefined {
  const bare = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();
  return Object.entries(forbidden).find(([name]) => bare(name) === bare(key))?.[1];
}

/** The nodes that the file gives, by the key of their row or group. */
function given(root: Node): ReadonlyMap<string, Node> {
  return new Map(
    entriesOf(root).flatMap(({ key, value }) => [
      [key, value] as const,
      ...(value.type === 'object' ? entriesOf(value).map((entry) => [`${key}.${entry.key}`, entry.value] as const) : []),
    ]),
  );
}

async function judgeValues(root: string, nodes: ReadonlyMap<string, Node>): Promise<Judged> {
  const faults: string[] = [];
  const values: [string, unknown][] = [];
  for (const { key, row } of settingRows) {
    const group = Object.keys(groups).find((name) => key.startsWith(`${name}.`));
    if (group !== undefined && (nodes.get(group)?.type ?? 'object') !== 'object') faults.push(`${group} must be an object`);
    const node = nodes.get(key);
    if (node !== undefined) {
      const judged = await judgeValue(root, key, row, valueOf(node));
      faults.push(...judged.faults);
      values.push([key, judged.value]);
    }
    if (key === exclusive.at(-1) && exclusive.every((name) => nodes.has(name))) {
      faults.push(`${exclusive.join(' and ')} cannot both be set`);
    }
  }
  const node = nodes.get(inJson.section);
  const judged = node === undefined ? undefined : await judgeAgent(valueOf(node), inJson);
  if (judged !== undefined && 'faults' in judged) faults.push(...judged.faults);
  // The rows of one group all find the same fault of their group.
  if (faults.length > 0) return { faults: [...new Set(faults)] };
  if (judged !== undefined && 'agent' in judged) values.push(['agent', judged.agent]);
  // Each value has passed the check of its row, and the test of the table holds the rows against this type.
  return { file: Object.fromEntries(values) as FileSettings };
}

interface JudgedValue {
  readonly faults: readonly string[];
  readonly value: unknown;
}

async function judgeValue(root: string, key: string, row: SettingRow, value: unknown): Promise<JudgedValue> {
  const { check } = await compile(definition(row.shape));
  const fits = (one: unknown): boolean => check(one).length === 0;
  if (row.list === undefined) return judgeOne(root, key, row, value, fits);
  if (!Array.isArray(value)) return { faults: [`${key} ${row.list.must}`], value };
  if (row.list.empty !== undefined && value.length === 0) return { faults: [`${key} ${row.list.empty}`], value };
  const judged = value.map((entry: unknown, index) => judgeOne(root, keyPath([key, index]), row, entry, fits));
  return { faults: judged.flatMap(({ faults }) => faults), value: [...new Set(judged.map((each) => each.value))] };
}

function judgeOne(root: string, place: string, row: SettingRow, value: unknown, fits: (one: unknown) => boolean): JudgedValue {
  if (!fits(value)) return { faults: [`${place} ${row.must}`], value };
  if (row.shape.kind !== 'workspace-file') return { faults: [], value };
  const file = workspaceFile(root, String(value));
  return 'fault' in file ? { faults: [`${place} ${file.fault}`], value } : { faults: [], value: file.path };
}
