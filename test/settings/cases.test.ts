/**
 * The settings file and its precedence as text: each case of cases/*.txt has a file, what lies on the disk, arguments,
 * and either the faults or the settings that come out; `toml` is the user's file. `{root}` and `{outside}` stand for two
 * folders beside each other.
 */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '../../src/model/problem.ts';
import { machineSettings, parseFlags } from '../../src/settings/argv.ts';
import { readSettings } from '../../src/settings/resolve.ts';
import type { AgentFiles } from '../../src/settings/agent/resolve.ts';
import { agentSettings } from '../../src/settings/agent/show.ts';
import type { WorkspaceSettings } from '../../src/settings/settings.ts';
import { flags } from '../../src/settings/table.ts';
import { tempFolder } from '../support/temp.ts';

interface Case {
  readonly title: string;
  readonly sections: ReadonlyMap<string, string>;
}

const folder = join(import.meta.dir, 'cases');
const sectionNames = ['file', 'toml', 'disk', 'arguments', 'faults', 'toml faults', 'settings'];

function parseCases(text: string): Case[] {
  const [, ...cases] = text.split(/^=== /m);
  return cases.map((each) => {
    const [head = '', ...sections] = each.split(/^--- /m);
    const named = sections.map((section): [string, string] => {
      const [name = '', ...lines] = section.split('\n');
      return [name, lines.join('\n').replace(/\n+$/, '')];
    });
    return { title: head.trim(), sections: new Map(named) };
  });
}

/** Lays the case out in a fresh folder, and returns a way to fill its placeholders. */
function lay(sections: Case['sections']): { root: string; userFile: string; fill: (text: string) => string } {
  const top = tempFolder('settings');
  const root = join(top, 'work #1 space');
  const outside = join(top, 'outside');
  const fill = (text: string): string => text.replaceAll('{root}', root).replaceAll('{outside}', outside);
  mkdirSync(root);
  mkdirSync(outside);
  for (const name of ['App.slnx', 'a.csproj']) writeFileSync(join(outside, name), '');
  for (const line of fill(sections.get('disk') ?? '')
    .split('\n')
    .filter((each) => each !== '')) {
    const [path = '', target] = line.split(' -> ');
    mkdirSync(join(root, path.endsWith('/') ? path : dirname(path)), { recursive: true });
    if (target !== undefined) symlinkSync(target, join(root, path));
    else if (!path.endsWith('/')) writeFileSync(join(root, path), '');
  }
  const file = sections.get('file');
  if (file !== undefined) writeFileSync(join(root, '.roslyn-bridge.json'), fill(file));
  const userFile = join(top, 'settings.toml');
  const toml = sections.get('toml');
  if (toml !== undefined) writeFileSync(userFile, toml);
  return { root, userFile, fill };
}

async function outcome(root: string, userFile: string, words: string): Promise<string> {
  const machine = machineSettings(
    parseFlags(
      words.split(/\s+/).filter((word) => word !== ''),
      flags,
    ).values,
    root,
  );
  if ('faults' in machine) throw new Error(machine.faults.join('\n'));
  try {
    const { settings, agent } = await readSettings(root, machine.machine.arguments, userFile);
    return ['settings', ...shown(settings), ...shownAgent(agent)].join('\n');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.code).toBe('invalid_settings');
    const kinds = new Set(error.diagnostics.map(({ id, severity }) => `${id} ${severity}`));
    expect(kinds).toEqual(new Set(['invalid_settings Error']));
    const lines = error.message.split('\n');
    expect(lines.filter((line) => line.startsWith('- '))).toEqual(error.diagnostics.map(({ message }) => `- ${message}`));
    const names = { '.roslyn-bridge.json is invalid:': 'faults', 'settings.toml is invalid:': 'toml faults' };
    return lines.map((line) => (Object.hasOwn(names, line) ? names[line as keyof typeof names] : line)).join('\n');
  }
}

/** The settings that are not at their default. */
function shown({ exclude, ...others }: WorkspaceSettings): string[] {
  const names = exclude.names.map(({ name, source }) => `${name} (${source})`).join(', ');
  expect(exclude.value).toEqual(exclude.names.map(({ name }) => name));
  const lines = Object.entries(others).map(([name, { value, source }]) => `${name} = ${JSON.stringify(value)} (${source})`);
  return [...(names === '' ? [] : [`exclude = ${names}`]), ...lines.filter((line) => !line.endsWith(' (default)'))];
}

const shownAgent = (agent: AgentFiles): string[] =>
  agentSettings(agent).flatMap(({ name, value, source }) =>
    source === 'default' ? [] : [`${name} = ${JSON.stringify(value)} (${source})`],
  );

for (const name of [...new Bun.Glob('*.txt').scanSync(folder)].sort()) {
  describe(name, () => {
    for (const { title, sections } of parseCases(readFileSync(join(folder, name), 'utf8'))) {
      test(title, async () => {
        expect([...sections.keys()].filter((section) => !sectionNames.includes(section))).toEqual([]);
        const { root, userFile, fill } = lay(sections);
        const kinds = ['faults', 'toml faults', 'settings'].filter((kind) => sections.has(kind));
        const expected = kinds.map((kind) =>
          [kind, ...(sections.get(kind) === '' ? [] : [fill(sections.get(kind) ?? '')])].join('\n'),
        );
        expect(expected).not.toEqual([]);
        expect(await outcome(root, userFile, sections.get('arguments') ?? '')).toBe(expected.join('\n'));
      });
    }
  });
}
