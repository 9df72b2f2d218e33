/**
 * Projects of several target frameworks: answers over all of them, what no framework compiles is named, and edits cost no
 * load. It is long because one load serves most of it.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Asked } from '../support/asked.ts';
import { csproj, lay, references, slnx } from '../support/lay.ts';
import { markedTree } from '../support/processes.ts';
import { isMicrosofts } from '../support/language-server.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(300_000);

/** A project of several frameworks. */
const several = (frameworks: string, items = ''): string =>
  csproj(items).replace(
    '<TargetFramework>net10.0</TargetFramework>',
    `<TargetFrameworks>${frameworks}</TargetFrameworks><LangVersion>latest</LangVersion>`,
  );

const clock = `namespace Lib;
public class Clock
{
    public int Shared() => 1;
#if NET
    public int Modern() => Shared();
    public int Both() => Shared() + Modern();
#else
    public int Legacy() => Shared();
    public int Both() => Shared() + Legacy() + new OldOnly().Value;
#endif
#if NEVER
    public int Never() => Shared() + Lost();
#endif
    public int After() => Both();
}
`;
const oldOnly = 'namespace Lib;\npublic class OldOnly\n{\n    public int Value => 2;\n}\n';
const broken = `namespace Lib;
public class Broken
{
#if NET
    public int A() => "modern";
#else
    public int B() => "legacy";
#endif
    public bool C(string text) => text.Contains('c');
}
`;
const program = `namespace App;
public static class Program
{
    public static void Main() { var c = new Lib.Clock(); c.Shared(); c.Both(); }
}
`;
/** A file that one framework alone compiles. */
const only = `<Compile Remove="OldOnly.cs" Condition="'$(TargetFramework)' == 'net10.0'" />`;

const notSeen = (what: string, where: string): string =>
  `frameworks_not_seen: ${what} also stands in code that was not looked at: ${where}`;

describe('a library for net10.0 and netstandard2.0 beside an application for net10.0', () => {
  const workspace = lay({
    'All.slnx': slnx('App/App.csproj', 'Lib/Lib.csproj'),
    'App/App.csproj': csproj(references('../Lib/Lib.csproj')),
    'App/Program.cs': program,
    'Lib/Lib.csproj': several('net10.0;netstandard2.0', only),
    'Lib/Clock.cs': clock,
    'Lib/OldOnly.cs': oldOnly,
    'Lib/Broken.cs': broken,
  });
  const tree = markedTree();
  const path = join(workspace, 'Lib', 'Clock.cs');
  let asked: Asked;

  beforeAll(async () => {
    asked = new Asked(await Wire.open({ workspace, env: tree.env, args: [] }));
  });
  afterAll(async () => {
    const { code } = await asked.bridge.close();
    expect({ code, noise: asked.bridge.noise, left: tree.living() }).toEqual({ code: 0, noise: [], left: [] });
  });

  test('a symbol that both branches use: all uses, and the place that no framework compiles', async () => {
    expect(await asked.uses({ symbol: 'Clock.Shared' })).toEqual([
      'App/Program.cs:4:60',
      'Lib/Clock.cs:4:16*',
      'Lib/Clock.cs:6:28',
      'Lib/Clock.cs:7:26',
      'Lib/Clock.cs:9:28',
      'Lib/Clock.cs:10:26',
      notSeen("'Lib.Clock.Shared()'", 'Lib/Clock.cs:13:27 (#if NEVER, under no loaded framework)'),
    ]);
  });

  test('a symbol that is declared in each branch: both declarations, by name and from either of them', async () => {
    const both = ['App/Program.cs:4:72', 'Lib/Clock.cs:7:16*', 'Lib/Clock.cs:10:16*', 'Lib/Clock.cs:15:27'];
    expect(await asked.uses({ symbol: 'Clock.Both' })).toEqual(both);
    expect(await asked.uses({ path: 'Lib/Clock.cs', line: 7, column: 16 })).toEqual(both);
    expect(await asked.uses({ path: 'Lib/Clock.cs', line: 10, text: 'Both' })).toEqual(both);
    expect(await asked.declared({ symbol: 'Clock.Both' })).toEqual(['Lib/Clock.cs:7:16', 'Lib/Clock.cs:10:16']);
    expect(await asked.declared({ path: 'App/Program.cs', line: 4, column: 72 })).toEqual([
      'Lib/Clock.cs:7:16',
      'Lib/Clock.cs:10:16',
    ]);
  });

  test('a symbol that one framework alone declares, whichever', async () => {
    expect(await asked.uses({ symbol: 'Clock.Legacy' })).toEqual(['Lib/Clock.cs:9:16*', 'Lib/Clock.cs:10:37']);
    expect(await asked.declared({ symbol: 'Clock.Legacy' })).toEqual(['Lib/Clock.cs:9:16']);
    expect(await asked.declared({ path: 'Lib/Clock.cs', line: 10, column: 37 })).toEqual(['Lib/Clock.cs:9:16']);
    expect(await asked.uses({ symbol: 'Clock.Modern' })).toEqual(['Lib/Clock.cs:6:16*', 'Lib/Clock.cs:7:37']);
  });

  test('a file that one framework alone compiles', async () => {
    expect(await asked.uses({ symbol: 'OldOnly' })).toEqual(['Lib/Clock.cs:10:52', 'Lib/OldOnly.cs:2:14*']);
    expect(await asked.declared({ symbol: 'OldOnly.Value' })).toEqual(['Lib/OldOnly.cs:4:16']);
  });

  test('symbols of all branches, each once', async () => {
    expect(await asked.symbols({ query: 'Both' })).toEqual([
      'Lib.Clock.Both() Lib/Clock.cs:7:16',
      'Lib.Clock.Both() Lib/Clock.cs:10:16',
    ]);
    expect(await asked.symbols({ query: 'leg', match: 'prefix' })).toEqual(['Lib.Clock.Legacy() Lib/Clock.cs:9:16']);
    expect(await asked.symbols({ query: 'OldOnly' })).toEqual(['Lib.OldOnly Lib/OldOnly.cs:2:14']);
    expect(await asked.symbols({ query: 'Shared' })).toEqual(['Lib.Clock.Shared() Lib/Clock.cs:4:16']);
  });

  test('what no framework compiles is not found, and where it stands is said', async () => {
    const where = 'Lib/Clock.cs:13:16 (#if NEVER, under no loaded framework)';
    expect(await asked.uses({ symbol: 'Clock.Never' })).toEqual(['symbol_not_found', notSeen("'Clock.Never'", where)]);
    expect(await asked.symbols({ query: 'Never' })).toEqual([notSeen("'Never'", where)]);
    expect(await asked.uses({ path: 'Lib/Clock.cs', line: 13, column: 16 })).toEqual(['position_not_on_symbol']);
  });

  test('an edit from outside is in the next answer of every framework, without a load', async () => {
    const epoch = await asked.epoch();
    writeFileSync(
      path,
      clock
        .replace('Legacy() => Shared();', 'Legacy() => Shared() * Shared();')
        .replace('Modern() => Shared();', 'Modern() => 7;'),
    );
    expect(await asked.uses({ symbol: 'Clock.Shared' })).toEqual([
      'App/Program.cs:4:60',
      'Lib/Clock.cs:4:16*',
      'Lib/Clock.cs:7:26',
      'Lib/Clock.cs:9:28',
      'Lib/Clock.cs:9:39',
      'Lib/Clock.cs:10:26',
      notSeen("'Lib.Clock.Shared()'", 'Lib/Clock.cs:13:27 (#if NEVER, under no loaded framework)'),
    ]);
    mkdirSync(join(workspace, 'Lib', 'More'));
    const more = join(workspace, 'Lib', 'More', 'More.cs');
    writeFileSync(
      more,
      'namespace Lib;\npublic class More\n{\n#if !NET\n    public int Far(Clock c) => c.Legacy();\n#endif\n}\n',
    );
    expect(await asked.uses({ symbol: 'Clock.Legacy' })).toEqual([
      'Lib/Clock.cs:9:16*',
      'Lib/Clock.cs:10:37',
      'Lib/More/More.cs:5:34',
    ]);
    expect(await asked.symbols({ query: 'Far' })).toEqual(['Lib.More.Far(Clock) Lib/More/More.cs:5:16']);
    rmSync(more);
    expect(await asked.uses({ symbol: 'Clock.Legacy' })).toEqual(['Lib/Clock.cs:9:16*', 'Lib/Clock.cs:10:37']);
    writeFileSync(path, clock);
    expect(await asked.uses({ symbol: 'Clock.Modern' })).toEqual(['Lib/Clock.cs:6:16*', 'Lib/Clock.cs:7:37']);
    expect(await asked.epoch()).toBe(epoch);
  });

  test('the state tells which frameworks are loaded', async () => {
    const { text } = await asked.bridge.call('lsp', { action: 'status' });
    const others = Array.from(text.matchAll(/\nalso loaded for (\S+), pid \d+\n/g), ([, framework]) => framework);
    // Microsoft's server has all frameworks.
    expect(others).toEqual(isMicrosofts ? [] : ['netstandard2.0']);
    const loaded = isMicrosofts ? 'net10.0' : 'net10.0 loaded';
    expect(text).toContain(`\n  Lib/Lib.csproj (${loaded}, netstandard2.0; 3 documents)\n`);
  });

  test('problems under all frameworks, and the warning where one was not asked', async () => {
    const all = ['5:23 CS0029', '7:23 CS0029', '9:49 CS1503'];
    expect(await asked.problems({ path: 'Lib/Broken.cs' })).toEqual(all);
    expect(await asked.problems({ scope: 'solution', severity: 'error' })).toEqual(all);
    await asked.bridge.call('lsp', { action: 'restart' });
    // Microsoft's server has all frameworks at once; of csharp-ls the usual one alone is asked about a file.
    const notAsked = expect.stringMatching(/^frameworks_not_seen: .*netstandard2\.0/);
    const known = isMicrosofts ? all : ['5:23 CS0029', notAsked];
    expect(await asked.problems({ path: 'Lib/Broken.cs' })).toEqual(known);
    expect(await asked.problems({ scope: 'solution', severity: 'error' })).toEqual(all);
  });

  test('a change of the project leads to a load of everything', async () => {
    const project = join(workspace, 'Lib', 'Lib.csproj');
    writeFileSync(
      project,
      readFileSync(project, 'utf8').replace(
        '<ItemGroup>',
        '<PropertyGroup><DefineConstants>$(DefineConstants);NEVER</DefineConstants></PropertyGroup><ItemGroup>',
      ),
    );
    expect(await asked.uses({ symbol: 'Clock.Never' })).toEqual(['Lib/Clock.cs:13:16*']);
    expect(await asked.uses({ symbol: 'Clock.Legacy' })).toEqual(['Lib/Clock.cs:9:16*', 'Lib/Clock.cs:10:37']);
  });
});

test('projects that share no framework: one copy of each file, the best framework for all, and the others on request', async () => {
  const workspace = lay({
    'All.slnx': slnx('App/App.csproj', 'Lib/Lib.csproj', 'Tests/Tests.csproj'),
    'App/App.csproj': csproj(references('../Lib/Lib.csproj')),
    'App/Program.cs': program,
    'Lib/Lib.csproj': several('netstandard2.1;netstandard2.0'),
    'Lib/Clock.cs': clock.replaceAll('NET\n', 'NETSTANDARD2_1\n').replace(' + new OldOnly().Value', ''),
    'Tests/Tests.csproj': several('netstandard2.1;net10.0', references('../Lib/Lib.csproj')),
    'Tests/Test.cs':
      'namespace Tests;\npublic class Test\n{\n#if !NET\n    int Old() => new Lib.Clock().Modern();\n#endif\n    int All() => new Lib.Clock().Both();\n}\n',
  });
  const asked = new Asked(await Wire.open({ workspace }));
  expect(await asked.symbols({ query: 'After' })).toEqual(['Lib.Clock.After() Lib/Clock.cs:15:16']);
  expect(await asked.uses({ symbol: 'Clock.Both' })).toEqual([
    'App/Program.cs:4:72',
    'Lib/Clock.cs:7:16*',
    'Lib/Clock.cs:10:16*',
    'Lib/Clock.cs:15:27',
    'Tests/Test.cs:7:34',
  ]);
  expect(await asked.uses({ symbol: 'Clock.Modern' })).toEqual(['Lib/Clock.cs:6:16*', 'Lib/Clock.cs:7:37', 'Tests/Test.cs:5:34']);
  expect(await asked.uses({ symbol: 'Clock.Legacy' })).toEqual(['Lib/Clock.cs:9:16*', 'Lib/Clock.cs:10:37']);
  const epoch = await asked.epoch();
  writeFileSync(join(workspace, 'Lib', 'Clock.cs'), '\n' + readFileSync(join(workspace, 'Lib', 'Clock.cs'), 'utf8'));
  expect(await asked.uses({ symbol: 'Clock.Legacy' })).toEqual(['Lib/Clock.cs:10:16*', 'Lib/Clock.cs:11:37']);
  expect(await asked.epoch()).toBe(epoch);
  expect((await asked.bridge.close()).code).toBe(0);
});

test('a use that only another framework of the library gives a meaning', async () => {
  const workspace = lay({
    'All.slnx': slnx('App/App.csproj', 'Old/Old.csproj', 'Lib/Lib.csproj'),
    'App/App.csproj': csproj(references('../Lib/Lib.csproj')),
    'App/Program.cs': 'class Program\n{\n    static void Main() => new Lib.Clock().Modern();\n}\n',
    'Old/Old.csproj': csproj(references('../Lib/Lib.csproj')).replace('net10.0', 'netstandard2.0'),
    'Old/User.cs': 'class User\n{\n    int Use() => new Lib.Clock().Legacy();\n}\n',
    'Lib/Lib.csproj': several('netstandard2.1;netstandard2.0'),
    'Lib/Clock.cs': clock.replaceAll('NET\n', 'NETSTANDARD2_1\n').replace(' + new OldOnly().Value', ''),
  });
  const asked = new Asked(await Wire.open({ workspace }));
  const modern = ['App/Program.cs:3:43', 'Lib/Clock.cs:6:16*', 'Lib/Clock.cs:7:37'];
  expect(await asked.uses({ symbol: 'Clock.Legacy' })).toEqual(['Lib/Clock.cs:9:16*', 'Lib/Clock.cs:10:37', 'Old/User.cs:3:34']);
  expect(await asked.uses({ symbol: 'Clock.Modern' })).toEqual(modern);
  expect(await asked.uses({ path: 'App/Program.cs', line: 3, text: 'Modern' })).toEqual(modern);
  expect(await asked.declared({ path: 'App/Program.cs', line: 3, text: 'Modern' })).toEqual(['Lib/Clock.cs:6:16']);
  expect((await asked.bridge.close()).code).toBe(0);
});
