/** The limits that are in force while a call says nothing, as `check`, `lsp` status and `lsp` reload show them. Pure. */
import { byDefault } from '../../model/limits.ts';
import { fileName, userFileName } from '../wording.ts';
import { agentRows, builtInPresets } from './keys.ts';
import { type AgentFiles, nothingAsked, presetsOf, resolveLimits } from './resolve.ts';

/** One value in force. */
export interface ShownSetting {
  readonly name: string;
  readonly value: unknown;
  readonly source: string;
}

export interface ShownChange {
  readonly name: string;
  readonly before: ShownSetting;
  readonly after: ShownSetting;
}

/** In the order of the table; then the preset in force, and those that a call may name. */
export function agentSettings(files: AgentFiles): ShownSetting[] {
  const limits = resolveLimits(nothingAsked, files) as unknown as Readonly<Record<string, { value: unknown; source: string }>>;
  const rows = agentRows.map(({ key, row }) => ({
    name: `agent.${key}`,
    value: undefined,
    source: byDefault,
    ...limits[row.argument.name],
  }));
  return [...rows, presetInForce(files), { name: 'agent.presets', value: names(files), source: definedIn(files) }];
}

/** Presets that are listed; the rest is counted. */
const mostListed = 50;

function names(files: AgentFiles): string[] {
  const all = [...presetsOf(files).keys()];
  return all.length <= mostListed ? all : [...all.slice(0, mostListed), `… ${all.length - mostListed} more`];
}

function presetInForce({ project, user }: AgentFiles): ShownSetting {
  const source = project.preset !== undefined ? fileName : user.preset !== undefined ? userFileName : byDefault;
  return { name: 'agent.preset', value: project.preset ?? user.preset, source };
}

function definedIn({ project, user }: AgentFiles): string {
  const files = [...(project.presets.size > 0 ? [fileName] : []), ...(user.presets.size > 0 ? [userFileName] : [])];
  return files.length === 0 ? byDefault : files.join(', ');
}

/** What is in force otherwise after a reload, and presets that mean something else. */
export function agentChanges(before: AgentFiles, after: AgentFiles): ShownChange[] {
  const now = new Map(agentSettings(after).map((each) => [each.name, each]));
  const inForce = agentSettings(before).flatMap((each) => {
    const other = now.get(each.name);
    return other === undefined || same(each, other) ? [] : [{ name: each.name, before: each, after: other }];
  });
  const names = new Set([...presetsOf(before).keys(), ...presetsOf(after).keys()]);
  const presets = [...names].sort().map((name) => ({
    name: `agent.presets.${name}`,
    before: definition(before, name),
    after: definition(after, name),
  }));
  return [...inForce, ...presets.filter((change) => !same(change.before, change.after))];
}

function definition(files: AgentFiles, name: string): ShownSetting {
  const source = files.project.presets.has(name)
    ? fileName
    : files.user.presets.has(name)
      ? userFileName
      : Object.hasOwn(builtInPresets, name)
        ? byDefault
        : 'not defined';
  return { name: `agent.presets.${name}`, value: presetsOf(files).get(name), source };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
