/**
 * Which limit is in force for a call, key by key: its own argument, the preset that it names, the project's file with its
 * preset, the user's file with its preset, the server's default. Pure.
 */
import { kindWords } from '../../model/kinds.ts';
import { type Limit, type Limits, byDefault } from '../../model/limits.ts';
import { nearNames } from '../../model/names.ts';
import { fileName, quoted, userFileName } from '../wording.ts';
import { type AgentKey, type AgentValues, agentDefaults, agentRows, builtInPresets } from './keys.ts';

type Level = Partial<AgentValues>;

/** What one file says. */
export interface AgentFile {
  readonly values: Level;
  /** The preset that it puts in force. */
  readonly preset: string | undefined;
  /** Those that it defines. */
  readonly presets: ReadonlyMap<string, Level>;
}

export const noAgentFile: AgentFile = { values: {}, preset: undefined, presets: new Map() };

/** Both files, the stronger first. */
export interface AgentFiles {
  readonly project: AgentFile;
  readonly user: AgentFile;
}

/** What a call says, as its arguments were checked. */
export interface Asked {
  readonly values: Level;
  readonly preset: string | undefined;
}

export const nothingAsked: Asked = { values: {}, preset: undefined };

/** How messages name the two files. */
const fileNames = { project: fileName, user: userFileName } as const;

/** The presets that a name can mean: a file's replaces one of the same name whole, the project's before the user's. */
export function presetsOf({ project, user }: AgentFiles): ReadonlyMap<string, Level> {
  const builtIn = Object.entries(builtInPresets).map(([name, { values }]) => [name, values] as const);
  return new Map([...builtIn, ...user.presets, ...project.presets]);
}

/** What a call asks for, out of arguments that have passed the check of their tool; or what is wrong with it. */
export function askedOf(
  args: Readonly<Record<string, unknown>>,
  files: AgentFiles,
): { readonly asked: Asked } | { readonly fault: string } {
  const inside = args['limits'] as Readonly<Record<string, unknown>> | undefined;
  const values: [AgentKey, unknown][] = [];
  for (const { key, row } of agentRows) {
    const { name, alone } = row.argument;
    const value = (alone ? args : inside)?.[name];
    if (value === undefined) continue;
    const unknown = row.kinds === true ? (value as readonly string[]).find((word) => !kindWords.includes(word)) : undefined;
    if (unknown !== undefined)
      return { fault: `${name} must be a list of ${kindWords.join(', ')}; '${unknown}' is none of them` };
    values.push([key, value]);
  }
  const preset = args['preset'] as string | undefined;
  const presets = presetsOf(files);
  if (preset !== undefined && !presets.has(preset)) return { fault: unknownPreset(preset, [...presets.keys()]) };
  return { asked: { values: Object.fromEntries(values) as Level, preset } };
}

function unknownPreset(preset: string, names: readonly string[]): string {
  const [near] = nearNames(preset, names);
  return `preset must be one of ${names.join(', ')}, not ${quoted(preset)}${near === undefined ? '' : `; did you mean '${near}'?`}`;
}

interface Ranked<T> extends Limit<T> {
  /** How many levels are stronger. */
  readonly rank: number;
}

/** The limits in force. `defaults` replace those of the server, for whoever waits otherwise. */
export function resolveLimits(asked: Asked, files: AgentFiles, defaults: Level = {}): Limits {
  const levels = levelsOf(asked, files, { ...agentDefaults, ...defaults });
  const first = <Key extends AgentKey>(key: Key): Ranked<AgentValues[Key]> => {
    const rank = levels.findIndex(({ values }) => values[key] !== undefined);
    // The last level has every key.
    return {
      value: (levels[rank]?.values ?? agentDefaults)[key] as AgentValues[Key],
      source: levels[rank]?.source ?? byDefault,
      rank,
    };
  };
  const kinds = first('includedKinds');
  const wait = first('loadWaitSeconds');
  return {
    limit: plain(first('maxNodesPerQuery')),
    depth: plain(first('maxRecursionDepth')),
    maxTokens: plain(first('maxAnswerTokens')),
    kinds: plain(kinds),
    excludeKinds: plain(uncancelled(first('excludedKinds'), kinds)),
    includeGenerated: plain(first('includeGenerated')),
    includeExternal: plain(first('includeExternal')),
    consistency: plain(first('consistency')),
    loadWaitSeconds: plain(wait),
    timeoutSeconds: plain(raised(first('queryTimeoutSeconds'), wait)),
  };
}

const plain = <T>({ value, source }: Ranked<T>): Limit<T> => ({ value, source });

/** Kinds that are wanted at one level cancel what weaker ones exclude. */
const uncancelled = (excluded: Ranked<readonly string[]>, wanted: Ranked<readonly string[]>): Ranked<readonly string[]> =>
  wanted.rank < excluded.rank && excluded.source !== byDefault ? { ...wanted, value: [] } : excluded;

/** Seconds of a call beside its wait for the load. */
const besideLoad = 10;

/** Whoever waits longer for the load gives the call its time, unless something as strong or stronger says how long that is. */
const raised = (time: Ranked<number>, wait: Ranked<number>): Ranked<number> =>
  wait.rank < time.rank && wait.value + besideLoad > time.value ? { ...wait, value: wait.value + besideLoad } : time;

interface Source {
  readonly source: string;
  readonly values: Level;
}

/** The strongest first. */
function levelsOf(asked: Asked, files: AgentFiles, defaults: Level): Source[] {
  const presets = presetsOf(files);
  const named = (name: string | undefined, where: string): Source[] =>
    name === undefined ? [] : [{ source: `preset ${name}${where}`, values: presets.get(name) ?? {} }];
  const ofFile = (which: keyof AgentFiles): Source[] => [
    { source: fileNames[which], values: files[which].values },
    ...named(files[which].preset, `, ${fileNames[which]}`),
  ];
  return [
    { source: 'argument', values: asked.values },
    ...named(asked.preset, ''),
    ...ofFile('project'),
    ...ofFile('user'),
    { source: byDefault, values: defaults },
  ];
}
