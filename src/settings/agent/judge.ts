/**
 * Judges what a file says of the limits of answers: `agent` of the project's file, `[agent.roslyn_mcp]` of the user's. Both
 * have the same keys, spelled as each format spells them. Loaded only when there is something to judge, because it brings
 * the checker.
 */
import { type Checker, compile } from '../../model/check.ts';
import { kindWords } from '../../model/kinds.ts';
import { nearNames } from '../../model/names.ts';
import { escaped, keyPath, quoted } from '../wording.ts';
import { type AgentRow, type AgentValues, agentRows, builtInPresets, schemaVersion } from './keys.ts';
import type { AgentFile } from './resolve.ts';

/** How a file spells things: where the section lies, its keys, and what an object is called there. */
export interface Spelling {
  readonly section: string;
  readonly key: (name: string) => string;
  readonly object: 'an object' | 'a table';
}

export const inJson: Spelling = { section: 'agent', key: (name) => name, object: 'an object' };
export const inToml: Spelling = { section: 'agent.roslyn_mcp', key: snakeCase, object: 'a table' };

export type JudgedAgent = { readonly agent: AgentFile } | { readonly faults: readonly string[] };

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type Entries = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Names of presets are up to this long. */
const longestName = 100;

/** One line for each unknown key of the section, in their order in the file. */
export function unknownAgentKeys(section: unknown, spelling: Spelling): string[] {
  const limits = agentRows.map(({ key }) => spelling.key(key));
  const own = [...limits, ...['preset', 'presets', 'schemaVersion'].map(spelling.key)];
  if (!isObject(section)) return [];
  const presets = Object.hasOwn(section, 'presets') ? section['presets'] : undefined;
  return [
    ...unknownIn(section, own, spelling.section),
    ...Object.entries(isObject(presets) ? presets : {}).flatMap(([name, preset]) =>
      isObject(preset) ? unknownIn(preset, limits, `${spelling.section}.presets.${name}`) : [],
    ),
  ];
}

function unknownIn(object: Entries, known: readonly string[], place: string): string[] {
  return Object.keys(object)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const [near] = nearNames(key, known);
      return `unknown key ${quoted(`${place}.${key}`)}${near === undefined ? '' : `, did you mean ${quoted(`${place}.${near}`)}?`}`;
    });
}

/** Judges a section without unknown keys: every fault at once, in the order of the table, presets by name. */
export async function judgeAgent(section: unknown, spelling: Spelling): Promise<JudgedAgent> {
  if (!isObject(section)) return { faults: [`${spelling.section} must be ${spelling.object}`] };
  const at = (name: string): unknown => {
    const key = spelling.key(name);
    return Object.hasOwn(section, key) ? section[key] : undefined;
  };
  const own = await judgeValues(section, spelling, spelling.section);
  const presets = await judgePresets(at('presets'), spelling);
  const place = (name: string): string => `${spelling.section}.${spelling.key(name)}`;
  const faults = [
    ...own.faults,
    ...presetFault(at('preset'), place('preset'), at('presets')),
    ...presets.faults,
    ...versionFault(at('schemaVersion'), place('schemaVersion')),
  ];
  if (faults.length > 0) return { faults };
  return { agent: { values: own.values, preset: at('preset') as string | undefined, presets: presets.presets } };
}

async function judgePresets(given: unknown, spelling: Spelling) {
  const place = `${spelling.section}.presets`;
  const presets = new Map<string, Partial<AgentValues>>();
  if (given === undefined) return { presets, faults: [] };
  if (!isObject(given)) return { presets, faults: [`${place} must be ${spelling.object}`] };
  const faults: string[] = [];
  // The order of writing changes nothing, not even faults.
  for (const [name, preset] of Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (name === '' || name.length > longestName) {
      faults.push(`${place} ${quoted(name.slice(0, longestName))} must have a name of 1 to ${longestName} characters`);
    } else if (!isObject(preset)) faults.push(`${place}.${escaped(name)} must be ${spelling.object}`);
    else {
      const judged = await judgeValues(preset, spelling, `${place}.${escaped(name)}`);
      faults.push(...judged.faults);
      presets.set(name, judged.values);
    }
  }
  return { presets, faults };
}

/** A file may name what it defines itself, and what every bridge has: what it means is then in the file. */
function presetFault(preset: unknown, place: string, presets: unknown): string[] {
  if (preset === undefined) return [];
  if (typeof preset !== 'string') return [`${place} must be the name of a preset`];
  const known = Object.hasOwn(builtInPresets, preset) || (isObject(presets) && Object.hasOwn(presets, preset));
  return known ? [] : [`${place} ${quoted(preset)} is not defined`];
}

function versionFault(version: unknown, place: string): string[] {
  if (version === undefined || version === schemaVersion) return [];
  const newer = typeof version === 'bigint' || (typeof version === 'number' && Number.isInteger(version));
  if (newer && version > schemaVersion) return [`${place} ${version} is newer than this bridge understands (${schemaVersion})`];
  return [`${place} must be ${schemaVersion}`];
}

/** The limits that an object gives. */
async function judgeValues(object: Entries, spelling: Spelling, place: string) {
  const faults: string[] = [];
  const values: [string, unknown][] = [];
  for (const { key, row } of agentRows) {
    const spelled = spelling.key(key);
    if (!Object.hasOwn(object, spelled)) continue;
    faults.push(...(await valueFaults(object[spelled], row, `${place}.${spelled}`)));
    values.push([key, object[spelled]]);
  }
  // Each has passed the check of its row, or there are faults.
  return { faults, values: Object.fromEntries(values) as Partial<AgentValues> };
}

async function valueFaults(value: unknown, row: AgentRow, place: string): Promise<string[]> {
  if (row.kinds === undefined) return (await checker(row.is)).check(value).length === 0 ? [] : [`${place} must be ${row.must}`];
  if (!Array.isArray(value)) return [`${place} must be ${row.must}`];
  return value.flatMap((entry: unknown, index) =>
    typeof entry === 'string' && kindWords.includes(entry)
      ? []
      : [`${keyPath([place, index])} must be one of ${kindWords.join(', ')}`],
  );
}

const checkers = new Map<string, Promise<Checker>>();

function checker(definition: string): Promise<Checker> {
  const known = checkers.get(definition) ?? compile(definition);
  checkers.set(definition, known);
  return known;
}
