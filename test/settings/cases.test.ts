/**
 * The settings file and its precedence as text: each case of cases/*.txt has a file, what lies on the disk, arguments,
 * and either the faults or the settings that come out. `{root}` and `{outside}` stand for two folders beside each other.
 */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '../../src/model/problem.ts';
import { machineSettings, parseFlags } from '../../src/settings/argv.ts';
import { readSettings } from '../../src/settings/resolve.ts';
import type { WorkspaceSettings } from '../../src/settings/settings.ts';
import { flags } from '../../src/settings/table.ts';
import { tempFolder } from '../support/temp.ts';

interface Case {
  readonly title: string;
  readonly sections: ReadonlyMap<string, string>;
}

const folder = join(import.meta.dir, 'cases');
const sectionNames = ['file', 'disk', 'arguments', 'faults', 'settings'];

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
function lay(sections: Case['sections']): { readonly root: string; readonly fill: (text: string) => string } {
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
  return { root, fill };
}

async function outcome(root: string, words: string): Promise<string> {
  const machine = machineSettings(
    parseFlags(
      words.split(/\s+/).filter((word) => word !== ''),
      flags,
    ).values,
    root,
  );
  if ('faults' in machine) throw new Error(machine.faults.join('\n'));
  try {
    return `settings\n${shown((await readSettings(root, machine.machine.arguments)).settings)}`;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.code).toBe('invalid_settings');
    const kinds = new Set(error.diagnostics.map(({ id, severity }) => `${id} ${severity}`));
    expect(kinds).toEqual(new Set(['invalid_settings Error']));
    const lines = error.diagnostics.map(({ message }) => `- ${message}`);
    expect(error.message).toBe(['.roslyn-bridge.json is invalid:', ...lines].join('\n'));
    return `faults\n${lines.join('\n')}`;
  }
}

/** The settings that are not at their default. */
function shown({ exclude, ...others }: WorkspaceSettings): string {
  const names = exclude.names.map(({ name, source }) => `${name} (${source})`).join(', ');
  expect(exclude.value).toEqual(exclude.names.map(({ name }) => name));
  const lines = Object.entries(others).map(([name, { value, source }]) => `${name} = ${JSON.stringify(value)} (${source})`);
  return [...(names === '' ? [] : [`exclude = ${names}`]), ...lines.filter((line) => !line.endsWith(' (default)'))].join('\n');
}

for (const name of [...new Bun.Glob('*.txt').scanSync(folder)].sort()) {
  describe(name, () => {
    for (const { title, sections } of parseCases(readFileSync(join(folder, name), 'utf8'))) {
      test(title, async () => {
        expect([...sections.keys()].filter((section) => !sectionNames.includes(section))).toEqual([]);
        const { root, fill } = lay(sections);
        const kind = sections.has('faults') ? 'faults' : 'settings';
        const expected = `${kind}\n${fill(sections.get(kind) ?? 'this case expects nothing')}`;
        expect(await outcome(root, sections.get('arguments') ?? '')).toBe(expected);
      });
    }
  });
}
