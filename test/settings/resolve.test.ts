/** Rules that hold over all settings: no order of writing matters, no row is forgotten, a start without a file is cheap. */
import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../src/model/problem.ts';
import { changes, readSettings, resolveSettings } from '../../src/settings/resolve.ts';
import { flags, settingRows, settings as table } from '../../src/settings/table.ts';
import { root as clone } from '../support/paths.ts';
import { run } from '../support/run.ts';
import { tempFolder } from '../support/temp.ts';

const name = '.roslyn-bridge.json';

describe('the order of the keys changes nothing:', () => {
  const permutations = <T>(list: readonly T[]): T[][] =>
    list.length < 2
      ? [[...list]]
      : list.flatMap((each, index) => permutations(list.toSpliced(index, 1)).map((rest) => [each, ...rest]));

  async function outcome(entries: readonly (readonly [string, unknown])[], root: string): Promise<string> {
    writeFileSync(join(root, name), JSON.stringify(Object.fromEntries(entries)));
    try {
      return JSON.stringify((await readSettings(root, { exclude: ['b'], requestTimeout: 3 })).settings);
    } catch (error) {
      if (error instanceof Problem) return error.message;
      throw error;
    }
  }

  test.each([
    ['settings', { exclude: ['a', 'b'], startupTimeout: 5, requestTimeout: 6, solution: 'A.sln', diagnostics: {} }],
    ['faults', { exclude: 1, startupTimeout: 0, solution: 'B.sln', projects: [], diagnostics: 1 }],
  ])('%s', async (kind, file) => {
    const root = tempFolder('order');
    writeFileSync(join(root, 'A.sln'), '');
    const outcomes = new Set<string>();
    for (const entries of permutations(Object.entries(file))) outcomes.add(await outcome(entries, root));
    expect(outcomes.size).toBe(1);
    expect([...outcomes][0]).toContain(kind === 'faults' ? 'is invalid' : '"source":"file"');
  });
});

test('every row of the table is read from the file, and every flag of a setting from the arguments', async () => {
  const root = tempFolder('rows');
  writeFileSync(join(root, 'A.sln'), '');
  writeFileSync(join(root, 'a.csproj'), '');
  const values: Record<string, unknown> = {
    $schema: 'x',
    exclude: ['a'],
    startupTimeout: 5,
    requestTimeout: 6,
    solution: 'A.sln',
    projects: ['a.csproj'],
    'diagnostics.severity': 'hint',
  };
  expect(Object.keys(values)).toEqual(settingRows.map(({ key }) => key));
  for (const [key, value] of Object.entries(values)) {
    const [group = '', member] = key.split('.');
    writeFileSync(join(root, name), JSON.stringify({ [group]: member === undefined ? value : { [member]: value } }));
    const { settings } = await readSettings(root, {});
    const read = Object.entries(settings).filter(([, { source }]) => source === 'file');
    expect(read.map(([setting, { value }]) => [setting, value])).toEqual(key === '$schema' ? [] : [[key, value]]);
  }
  const given = resolveSettings({ exclude: ['a'], startupTimeout: 5, requestTimeout: 6 }, {});
  const fromArguments = Object.entries(given).filter(([, { source }]) => source === 'argument');
  const withFlag = settingRows.filter(({ row }) => row.flag !== undefined).map(({ key }) => key);
  expect(fromArguments.map(([key]) => key)).toEqual(withFlag);
});

test('no file and no arguments give the defaults of the table', async () => {
  const { settings } = await readSettings(tempFolder('defaults'), {});
  for (const [key, { value, source }] of Object.entries(settings)) {
    expect({ value, source }).toEqual({ value: table[key as keyof typeof table].default, source: 'default' });
  }
  expect(settings.exclude.names).toEqual([]);
});

test('flags have one name each', () => {
  expect(new Set(flags.map((flag) => flag.name)).size).toBe(flags.length);
});

describe('changes', () => {
  const before = resolveSettings({ startupTimeout: 9 }, { exclude: ['a'], requestTimeout: 6, projects: ['a.csproj'] });

  test('lists nothing between equal settings', () => {
    const after = resolveSettings({ startupTimeout: 9 }, { exclude: ['a'], requestTimeout: 6, projects: ['a.csproj'] });
    expect(changes(before, after)).toEqual([]);
  });

  test('lists what has another value, in the order of the table', () => {
    const after = resolveSettings({ startupTimeout: 9 }, { exclude: ['b'], startupTimeout: 5, 'diagnostics.severity': 'hint' });
    expect(changes(before, after).map((each) => [each.name, each.before.value, each.after.value])).toEqual([
      ['exclude', ['a'], ['b']],
      ['requestTimeout', 6, 60],
      ['projects', ['a.csproj'], undefined],
      ['diagnostics.severity', 'warning', 'hint'],
    ]);
  });

  test('lists what only comes from elsewhere now', () => {
    const after = resolveSettings({ startupTimeout: 9, exclude: ['a'], requestTimeout: 6 }, { projects: ['a.csproj'] });
    expect(changes(before, after).map((each) => [each.name, each.before.source, each.after.source])).toEqual([
      ['exclude', 'file', 'argument'],
      ['requestTimeout', 'file', 'argument'],
    ]);
  });
});

test('a start without a file loads neither parser nor checker', async () => {
  const script = `
    import { readSettings } from ${JSON.stringify(join(clone, 'src/settings/resolve.ts'))};
    await readSettings(process.argv[1], {});
    const packages = Object.keys(require.cache).flatMap((path) => /node_modules.(arktype|jsonc-parser)\\b/.exec(path)?.[1] ?? []);
    console.log([...new Set(packages)].sort().join());`;
  const loaded = async (folder: string) => await run([process.execPath, '-e', script, folder], { cwd: clone });
  const folder = tempFolder('lazy');
  expect(await loaded(folder)).toEqual({ code: 0, stdout: '\n', stderr: '' });
  writeFileSync(join(folder, name), '{"startupTimeout": 5}');
  expect(await loaded(folder)).toEqual({ code: 0, stdout: 'arktype,jsonc-parser\n', stderr: '' });
});
