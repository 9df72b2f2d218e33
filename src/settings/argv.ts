/**
 * Takes the command line apart, strictly: an unknown flag, a missing or wrong value is a fault, never a guess. Two steps:
 * what was typed (`parseFlags`), then what is meant by it (`machineSettings`), which asks the disk about folders.
 */
import { logLevels } from '../log.ts';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { configFolder } from '../machine.ts';
import { nearNames } from '../model/names.ts';
import { systemFault } from './disk-faults.ts';
import type { MachineSettings } from './settings.ts';
import { fits } from './shape.ts';
import { type Flag, flags as machineFlags } from './table.ts';
import { userFileName } from './wording.ts';

/** The command line as it was typed. */
export interface Typed {
  /** The values of each flag by its name, in order; a switch has the value ''. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The words that belong to no flag. */
  readonly words: readonly string[];
  /** What stands behind the last word. */
  readonly rest: readonly string[];
  /** Flags that nobody knows, as they were typed. */
  readonly unknown: readonly string[];
  /** What is wrong with the known ones, one sentence each. */
  readonly faults: readonly string[];
}

/** Reads flags and words until `isLast` says that everything behind the words so far is somebody else's. */
export function parseFlags(
  args: readonly string[],
  known: readonly Flag[],
  isLast: (words: readonly string[]) => boolean = () => false,
): Typed {
  const values = new Map<string, string[]>();
  const words: string[] = [];
  const unknown: string[] = [];
  const faults: string[] = [];
  for (const token of tokensOf(args, known)) {
    if (token.kind === 'positional') {
      words.push(token.value);
      if (isLast(words)) return { values, words, rest: args.slice(token.index + 1), unknown, faults };
    }
    if (token.kind !== 'option') continue;
    const flag = known.find(({ name }) => token.rawName === `--${name}`);
    if (flag === undefined) {
      // The parser takes `-abc` for three flags; it was typed as one.
      const typed = token.rawName.startsWith('--') ? token.rawName : (args[token.index] ?? token.rawName);
      if (!unknown.includes(typed)) unknown.push(typed);
      continue;
    }
    const fault = typedFault(flag, token, values);
    if (fault !== undefined) faults.push(fault);
    else values.set(flag.name, [...(values.get(flag.name) ?? []), token.value ?? '']);
  }
  return { values, words, rest: [], unknown, faults };
}

/** What the machine arguments mean; relative paths are relative to `folder`. */
export function machineSettings(
  values: Typed['values'],
  folder: string,
): { readonly machine: MachineSettings } | { readonly faults: readonly string[] } {
  const faultsOf = (flag: Flag): string[] => (values.get(flag.name) ?? []).flatMap((value) => valueFault(flag, value, folder));
  const faults = machineFlags.flatMap(faultsOf);
  const one = (name: string): string | undefined => values.get(name)?.[0];
  const path = (name: string): string | undefined => (one(name) === undefined ? undefined : resolve(folder, one(name) ?? ''));
  const load = one('load') === 'on-list' ? 'on-list' : 'on-call';
  if (load === 'on-list' && !values.has('workspace')) faults.push('--load on-list needs --workspace');
  if (faults.length > 0) return { faults };
  const seconds = (name: string, key: 'startupTimeout' | 'requestTimeout') =>
    one(name) === undefined ? {} : { [key]: Number(one(name)) };
  return {
    machine: {
      workspace: realpathSync(path('workspace') ?? folder),
      server: one('server'),
      dotnetRoot: path('dotnet-root'),
      load,
      restore: !values.has('no-restore'),
      watch: one('watch') === 'off' ? 'off' : 'auto',
      lspTrace: path('lsp-trace'),
      userFile: userFileOf(one('settings-toml'), folder),
      logLevel: logLevels.find((level) => level === one('log-level')) ?? 'warn',
      logFile: path('log-file'),
      arguments: {
        ...(values.has('exclude') ? { exclude: values.get('exclude') ?? [] } : {}),
        ...seconds('startup-timeout', 'startupTimeout'),
        ...seconds('request-timeout', 'requestTimeout'),
      },
    },
  };
}

/** The user's file: the one that is named, none, or the one that is looked for where this system keeps such things. */
function userFileOf(given: string | undefined, folder: string): string | undefined {
  if (given === undefined) return join(configFolder(), userFileName);
  return given === 'none' ? undefined : resolve(folder, given);
}

/** The fault of a flag that is none of `known`, with the nearest of them. */
export function unknownFlag(typed: string, known: readonly Flag[]): string {
  const [near] = nearNames(
    typed,
    known.map(({ name }) => `--${name}`),
  );
  return `unknown flag '${typed}'${near === undefined ? '' : `, did you mean '${near}'?`}`;
}

function tokensOf(args: readonly string[], known: readonly Flag[]) {
  const options = Object.fromEntries(
    known.map(({ name, shape }) => [name, { type: shape.kind === 'switch' ? ('boolean' as const) : ('string' as const) }]),
  );
  return parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true }).tokens;
}

function typedFault(
  flag: Flag,
  token: { readonly value: string | undefined; readonly inlineValue: boolean | undefined },
  values: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  if (flag.shape.kind === 'switch') return token.value === undefined ? undefined : `--${flag.name} takes no value`;
  if (values.has(flag.name) && flag.repeatable === undefined) return `--${flag.name} is given twice`;
  // The parser would take the next flag for the value.
  const swallowed = token.inlineValue !== true && token.value?.startsWith('--') === true;
  return token.value === undefined || token.value === '' || swallowed ? `--${flag.name} needs a value` : undefined;
}

function valueFault(flag: Flag, value: string, folder: string): string[] {
  const path = resolve(folder, value);
  switch (flag.shape.kind) {
    case 'switch':
      return [];
    case 'folder':
      return isFolder(path) ? [] : [`--${flag.name} '${value}' is not a folder${existsSync(path) ? '' : ': it does not exist'}`];
    case 'file-or-none':
      return value === 'none' ? [] : fileFault(flag, value, path);
    case 'new-file':
      if (isFolder(path)) return [`--${flag.name} '${value}' is a folder`];
      if (!isFolder(dirname(path))) return [`--${flag.name} '${value}' is not in a folder that exists`];
      return notWritable(path).map((why) => `--${flag.name} '${value}' cannot be written: ${why}`);
    default:
      return fits(flag.shape, value) ? [] : [wrongValue(flag, value)];
  }
}

function fileFault(flag: Flag, value: string, path: string): string[] {
  if (!existsSync(path)) return [`--${flag.name} '${value}' does not exist`];
  return isFolder(path) ? [`--${flag.name} '${value}' is a folder`] : [];
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

function notWritable(path: string): string[] {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
    return [];
  } catch (error) {
    return [systemFault(error)];
  }
}

function wrongValue(flag: Flag, value: string): string {
  const [near] = flag.shape.kind === 'word' ? nearNames(value, flag.shape.words) : [];
  return `--${flag.name} ${flag.must}, not '${value}'${near === undefined ? '' : `, did you mean '${near}'?`}`;
}
