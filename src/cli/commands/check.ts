/** `roslyn-bridge check`: the settings in force with their sources, or the faults. Starts nothing. */
import { resolve } from 'node:path';
import { Problem } from '../../model/problem.ts';
import { builtInExclude } from '../../settings/exclude.ts';
import type { Setting, WorkspaceSettings } from '../../settings/settings.ts';
import { type Flag, flags as machineFlags, settingRows } from '../../settings/table.ts';
import { escaped, fileName } from '../../settings/wording.ts';
import type { Invocation } from '../commands.ts';
import { print } from '../output.ts';
import { settingsOf } from '../start.ts';

export async function run(invocation: Invocation): Promise<number> {
  const json = invocation.flags.has('json');
  const read = await settingsOf(invocation.machine);
  if (read instanceof Problem) {
    const faults = read.diagnostics.map(({ message }) => message);
    if (json) await print(asJson({ valid: false, file: fileName, faults }));
    else process.stderr.write(`${read.message}\n`);
    return 1;
  }
  const machine = machineValues(invocation);
  if (json) await print(asJson({ valid: true, arguments: machine, builtInExclude, settings: read.settings }));
  else await print([...machineLines(machine), ...settingLines(read.settings)].map(escaped).join('\n'));
  return 0;
}

/** What is not set is null, not absent. */
const asJson = (report: unknown): string => JSON.stringify(report, (_, value: unknown) => value ?? null, 2);

type MachineValue = Setting<string | boolean | null>;

/** The flags that no file can set. */
function machineValues({ machine, flags }: Invocation): Record<string, MachineValue> {
  const settingFlags = settingRows.flatMap(({ row }) => row.flag?.name ?? []);
  const own = machineFlags.filter(({ name }) => ![...settingFlags, 'help', 'version'].includes(name));
  const valueOf = (flag: Flag) => (flag.name === 'workspace' ? machine.workspace : effective(flag, flags.get(flag.name)?.[0]));
  return Object.fromEntries(
    own.map((flag) => [flag.name, { value: valueOf(flag), source: flags.has(flag.name) ? 'argument' : 'default' }]),
  );
}

function effective({ shape, default: standard }: Flag, value: string | undefined): string | boolean | null {
  if (shape.kind === 'switch') return value !== undefined;
  if (value === undefined) return standard ?? null;
  return shape.kind === 'folder' || shape.kind === 'new-file' ? resolve(value) : value;
}

const machineLines = (values: Record<string, MachineValue>): string[] =>
  Object.entries(values).map(([name, { value, source }]) => `--${name}: ${shown(value)} (${source})`);

function settingLines(settings: WorkspaceSettings): string[] {
  const { exclude, ...others } = settings;
  const builtIn = builtInExclude.map(({ name }) => name).join(', ');
  return [
    `exclude: ${[`${builtIn} (built-in)`, ...exclude.names.map(({ name, source }) => `${name} (${source})`)].join(', ')}`,
    ...Object.entries(others).map(([name, { value, source }]) => `${name}: ${shown(value)} (${source})`),
  ];
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'not set';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
