/** What MSBuild itself says of projects; it needs the SDK, and no restore. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, readdirSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import type { EvaluatedProject } from '../../src/dotnet/evaluate-rows.ts';
import { evaluate } from '../../src/dotnet/evaluate.ts';
import { dotnetEnvironment, findDotnet } from '../../src/dotnet/find.ts';
import { csproj, lay, references } from '../support/lay.ts';
import { exampleSource } from '../support/paths.ts';
import { markedTree } from '../support/processes.ts';
import { run } from '../support/run.ts';
import { tempFolder } from '../support/temp.ts';

setDefaultTimeout(120_000);

const properties = (text: string): string => `</ItemGroup><PropertyGroup>${text}</PropertyGroup><ItemGroup>`;
const twoFrameworks = (items: string): string =>
  csproj(items).replaceAll('TargetFramework>', 'TargetFrameworks>').replace('net10.0', 'net10.0;\n netstandard2.0;');

function evaluation(
  files: Readonly<Record<string, string>>,
  signal = new AbortController().signal,
  more: Readonly<Record<string, string>> = {},
) {
  const root = lay(files);
  const folder = join(tempFolder('state'), "it's 100%; (of $x)");
  const dotnet = findDotnet(root, undefined);
  const env = { ...dotnetEnvironment(root, dotnet), ...more };
  const ask = (...projects: readonly string[]): Promise<readonly EvaluatedProject[]> =>
    evaluate(
      projects.map((path) => join(root, path)),
      { dotnet, cwd: root, env, folder, signal },
    );
  const shown = (paths: Iterable<string>): string =>
    [...paths]
      .map((path) => relative(root, path))
      .sort()
      .join(', ');
  /** What each project compiles under each framework, as text. */
  const compiled = async (...projects: readonly string[]): Promise<string[]> =>
    (await ask(...projects)).flatMap(({ evaluated }) =>
      evaluated.map(({ project, framework, files }) => `${relative(root, project)} ${framework}: ${shown(files)}`),
    );
  /** What `dotnet msbuild` itself prints of a project. */
  const printed = async (project: string, ...args: readonly string[]): Promise<string> => {
    const { code, stdout } = await run([dotnet, 'msbuild', join(root, project), '-nologo', ...args], { cwd: root, env });
    expect(code).toBe(0);
    return stdout.trim();
  };
  return { root, folder, ask, shown, compiled, printed };
}

test('patterns, removals, conditions, links and frameworks are MSBuild’s own, for all projects in one run', async () => {
  const off = properties('<EnableDefaultCompileItems>false</EnableDefaultCompileItems>');
  const after = '$(MSBuildThisFileDirectory)../after.targets';
  const { compiled, folder } = evaluation({
    'Directory.Build.props':
      '<Project><ItemGroup><Compile Include="$(MSBuildThisFileDirectory)common/Version.cs" Link="V.cs" /></ItemGroup></Project>',
    'common/Version.cs': '',
    'a b/A.csproj': csproj('<Compile Remove="Old/**" /><Compile Remove="if.cs" Condition="Exists(\'b&#59;%25/no\')" />'),
    'a b/Old/x.cs': '',
    'a b/if.cs': '',
    'a b/50% off; %41/Größe #1.cs': '',
    "a b/it's [*?] (x).cs": '',
    'a b/obj/made.cs': '',
    'off/Off.csproj': csproj(`${off}<Compile Include="Only.cs;../shared/**/*.cs" />`),
    'off/Only.cs': '',
    'off/Not.cs': '',
    'shared/one/s.cs': '',
    'two/Two.csproj': twoFrameworks('<Compile Remove="new.cs" Condition="\'$(TargetFramework)\' != \'net10.0\'" />'),
    'two/new.cs': '',
    'two/all.cs': '',
    'own/Own; 50%.csproj': csproj(properties(`<CustomAfterMicrosoftCommonTargets>${after}</CustomAfterMicrosoftCommonTargets>`)),
    'after.targets': '<Project><ItemGroup><Compile Include="obj/made.cs;../shared/**/s.cs" /></ItemGroup></Project>',
    'own/obj/made.cs': '',
    'empty/Empty.csproj': csproj('<Compile Remove="../common/Version.cs" />'),
  });
  const projects = ['a b/A.csproj', 'off/Off.csproj', 'two/Two.csproj', 'own/Own; 50%.csproj', 'empty/Empty.csproj'];
  expect(await compiled(...projects)).toEqual([
    "a b/A.csproj net10.0: a b/50% off; %41/Größe #1.cs, a b/if.cs, a b/it's [*?] (x).cs, common/Version.cs",
    'off/Off.csproj net10.0: common/Version.cs, off/Only.cs, shared/one/s.cs',
    'two/Two.csproj net10.0: common/Version.cs, two/all.cs, two/new.cs',
    'two/Two.csproj netstandard2.0: common/Version.cs, two/all.cs',
    'own/Own; 50%.csproj net10.0: common/Version.cs, own/obj/made.cs, shared/one/s.cs',
    'empty/Empty.csproj net10.0: ',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('constants, references, tests and names', async () => {
  const { ask, root, printed, shown } = evaluation({
    'a/A.csproj': twoFrameworks(
      properties('<DefineConstants>$(DefineConstants);ONE,TWO THREE</DefineConstants><AssemblyName>Shop.A</AssemblyName>'),
    ),
    'a/obj/made.cs': '',
    'b/B.csproj': csproj(
      `${references('../a/A.csproj', '..\\d %28x%29\\D.csproj')}<PackageReference Include="xunit.v3" Version="1.0.0" />
      <ProjectReference Include="../c/C.csproj" OutputItemType="Analyzer" ReferenceOutputAssembly="false" />
      <ProjectReference Include="../e/E.csproj" ReferenceOutputAssembly="false" />`,
    ),
    'c/C.csproj': csproj(
      properties('<IsTestProject>false</IsTestProject><LangVersion>12</LangVersion><Nullable>enable</Nullable>') +
        '<PackageReference Include="NUnit" Version="1.0.0" /><Compile Include="obj/made.cs" />',
    ),
    'd (x)/D.csproj': csproj(properties('<IsTestProject>True</IsTestProject><RootNamespace>Shop</RootNamespace>')),
    'old/Old.csproj':
      '<Project><PropertyGroup><TargetFrameworkVersion>v4.7.2</TargetFrameworkVersion></PropertyGroup><ItemGroup>' +
      '<Reference Include="nunit.framework, Version=3.0.0.0" /><Compile Include="a\\b.cs" /></ItemGroup>' +
      '<Import Project="$(MSBuildToolsPath)\\Microsoft.CSharp.targets" /></Project>',
  });
  const [a, b, c, d, old] = await ask('a/A.csproj', 'b/B.csproj', 'c/C.csproj', 'd (x)/D.csproj', 'old/Old.csproj');
  expect(a?.frameworks).toEqual(['net10.0', 'netstandard2.0']);
  for (const { framework, constants } of a?.evaluated ?? []) {
    const args = [`-p:TargetFramework=${framework}`, '-t:AddImplicitDefineConstants', '-getProperty:DefineConstants'];
    const all = await printed('a/A.csproj', ...args);
    expect([...constants].sort()).toEqual(
      all
        .split(/[;, ]/)
        .filter((each) => each !== '')
        .sort(),
    );
    expect([...constants]).toEqual(expect.arrayContaining(['DEBUG', 'ONE', 'TWO', 'THREE']));
    expect(constants.has('NET10_0_OR_GREATER')).toBe(framework === 'net10.0');
    expect(constants.has('NETSTANDARD2_0')).toBe(framework === 'netstandard2.0');
  }
  expect([a, b, c, d, old].map((each) => each?.evaluated[0]?.isTest)).toEqual([false, true, false, true, true]);
  expect(b?.evaluated[0]?.references.map(({ project, kind }) => `${kind} ${relative(root, project)}`)).toEqual([
    'code a/A.csproj',
    'code d (x)/D.csproj',
    'analyzer c/C.csproj',
    'order e/E.csproj',
  ]);
  expect(c?.evaluated.map(({ generated }) => shown(generated))).toEqual(['c/obj/made.cs']);
  expect(old?.frameworks).toEqual(['.NETFramework,Version=v4.7.2']);
  expect(old?.evaluated.map(({ files }) => shown(files))).toEqual(['old/a/b.cs']);
});

test('a project that cannot be evaluated costs only itself, and is told in MSBuild’s words', async () => {
  const { ask, compiled, root } = evaluation({
    'a/A.csproj': csproj(),
    'a/a.cs': '',
    'b/B.csproj': '<Project Sdk="Microsoft.NET.Sdk"><Import Project="none.props" /></Project>',
    'c/C.csproj': csproj(`</ItemGroup><Import Project="../eng/x.props" /><ItemGroup>`),
    'eng/x.props': '<Project><Import Project="gone.props" /></Project>',
    'd/D.csproj': '<Project',
    'two/Two.csproj': twoFrameworks(
      `</ItemGroup><Import Project="none.props" Condition="'$(TargetFramework)' == 'netstandard2.0'" /><ItemGroup>`,
    ),
    'two/t.cs': '',
  });
  const names = ['a/A', 'b/B', 'c/C', 'd/D', 'e/E', 'two/Two'].map((name) => `${name}.csproj`);
  const told = await ask(...names);
  expect(told.map(({ project, frameworks }) => `${relative(root, project)} ${frameworks.join(' ')}`.trimEnd())).toEqual([
    'a/A.csproj net10.0',
    'b/B.csproj',
    'c/C.csproj',
    'd/D.csproj',
    'e/E.csproj',
    'two/Two.csproj net10.0 netstandard2.0',
  ]);
  expect(told.map(({ failure }) => failure)).toEqual([
    undefined,
    expect.stringMatching(/b\/B\.csproj\(1,34\): error MSB4019: .*none\.props/),
    expect.stringMatching(/^[^\n]*eng\/x\.props\(1,10\): error MSB4019: .*gone\.props.*\[.*c\/C\.csproj\]$/),
    expect.stringMatching(/d\/D\.csproj\(1,\d+\): error MSB4025: /),
    `error MSB3202: The project file "${root}/e/E.csproj" was not found.`,
    expect.stringMatching(/two\/Two\.csproj.*error MSB4019: .*none\.props/),
  ]);
  expect(await compiled(...names)).toEqual(['a/A.csproj net10.0: a/a.cs', 'two/Two.csproj net10.0: two/t.cs']);
});

test('where MSBuild does not begin, nothing is taken for an answer', async () => {
  const root = lay({ 'a/A.csproj': csproj() });
  const ask = (dotnet: string): Promise<unknown> =>
    evaluate([join(root, 'a/A.csproj')], {
      dotnet,
      cwd: root,
      env: {},
      folder: tempFolder('state'),
      signal: new AbortController().signal,
    });
  for (const [dotnet, said] of [
    ['/bin/false', 'exited with code 1'],
    ['/bin/echo', 'exited with code 0\nmsbuild '],
  ] as const) {
    await expect(ask(dotnet)).rejects.toThrow(`the projects could not be evaluated: dotnet msbuild ${said}`);
    await expect(ask(dotnet)).rejects.toMatchObject({ code: 'workspace_load_failed' });
  }
});

test('the example is as MSBuild prints it', async () => {
  const { ask, root, shown, printed } = evaluation({});
  cpSync(exampleSource, root, { recursive: true });
  const names = [
    'src/Shop.Core/Shop.Core',
    'src/Shop.App/Shop.App',
    'test/Shop.Tests/Shop.Tests',
    'samples/Shop.Sample/Shop.Sample',
  ];
  for (const { project, evaluated } of await ask(...names.map((name) => `${name}.csproj`))) {
    const printedItems = JSON.parse(await printed(relative(root, project), '-getItem:Compile,ProjectReference')) as {
      readonly Items: Readonly<Record<'Compile' | 'ProjectReference', readonly { readonly FullPath: string }[]>>;
    };
    const { Compile, ProjectReference } = printedItems.Items;
    expect(evaluated.map(({ framework }) => framework)).toEqual(['net10.0']);
    expect(Compile.length).toBeGreaterThan(0);
    expect(evaluated.map(({ files }) => shown(files))).toEqual([shown(Compile.map(({ FullPath }) => FullPath))]);
    expect(evaluated.map(({ references }) => shown(references.map((each) => each.project)))).toEqual([
      shown(ProjectReference.map(({ FullPath }) => FullPath)),
    ]);
  }
});

test('who gives up gets his own reason, and nothing that was started is left', async () => {
  const controller = new AbortController();
  const tree = markedTree();
  const hangs =
    '<Target Name="Hang" BeforeTargets="AddImplicitDefineConstants"><Exec Command="touch begun; sleep 600" /></Target>';
  const { compiled, root } = evaluation({ 'a/A.csproj': csproj(`</ItemGroup>${hangs}<ItemGroup>`) }, controller.signal, tree.env);
  const watcher = watch(join(root, 'a'), (_, name) => {
    if (name === 'begun') controller.abort(new Error('enough'));
  });
  await expect(compiled('a/A.csproj')).rejects.toThrow('enough');
  watcher.close();
  expect(await tree.left(5_000)).toEqual([]);
});
