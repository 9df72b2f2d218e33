/** `roslyn-bridge check`: the settings in force with their sources, or the faults. Starts nothing. */
import { resolve } from 'node:path';
import { agentSettings } from '../../settings/agent/show.ts';
import { builtInExclude } from '../../settings/exclude.ts';
import { blocksOf } from '../../settings/resolve.ts';
import type { Setting, WorkspaceSettings } from '../../settings/settings.ts';
import { type Flag, flags as machineFlags, settingRows } from '../../settings/table.ts';
import { escaped } from '../../settings/wording.ts';
import type { Invocation } from '../commands.ts';
import { print } from '../output.ts';
import { settingsOf } from '../start.ts';

export async function run(invocation: Invocation): Promise<number> {
  const json = invocation.flags.has('json');
  const read = await settingsOf(invocation.machine);
  if ('invalid' in read) {
    const [first, ...more] = read.invalid;
    if (json) await print(asJson({ valid: false, ...first, ...(more.length === 0 ? {} : { more }) }));
    else process.stderr.write(`${blocksOf(read.invalid)}\n`);
    return 1;
  }
  const machine = machineValues(invocation);
  const agent = agentSettings(read.agent);
  if (json) {
    const limits = Object.fromEntries(agent.map(({ name, value, source }) => [name.replace(/^agent\./, ''), { value, source }]));
    await print(asJson({ valid: true, arguments: machine, builtInExclude, settings: read.settings, agent: limits }));
  } else {
    const limits = agent.map(({ name, value, source }) => `${name}: ${shown(value)} (${source})`);
    await print([...machineLines(machine), ...settingLines(read.settings), ...limits].map(escaped).join('\n'));
  }
  return 0;
}

/** What is not set is null, not absent. */
const asJson = (report: unknown): string => JSON.stringify(report, (_, value: unknown) => value ?? null, 2);

type MachineValue = Setting<string | boolean | null>;

/** The flags that no file can set. */
function machineValues({ machine, flags }: Invocation): Record<string, MachineValue> {
  const settingFlags = settingRows.flatMap(({ row }) => row.flag?.name ?? []);
  const own = machineFlags.filter(({ name }) => ![...settingFlags, 'help', 'version'].includes(name));
  const known: Readonly<Record<string, string | undefined>> = {
    workspace: machine.workspace,
    'settings-toml': machine.userFile ?? 'none',
  };
  const valueOf = (flag: Flag) => known[flag.name] ?? effective(flag, flags.get(flag.name)?.[0]);
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
  if (Array.isArray(value)) return value.length === 0 ? '[]' : value.join(', ');
  return String(value);
}
