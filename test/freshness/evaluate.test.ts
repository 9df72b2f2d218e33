/** What MSBuild itself says that projects compile; it needs the SDK, and no restore. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { evaluateCompile } from '../../src/dotnet/evaluate.ts';
import { dotnetEnvironment, findDotnet } from '../../src/dotnet/find.ts';
import { csproj, lay } from '../support/lay.ts';
import { tempFolder } from '../support/temp.ts';

setDefaultTimeout(120_000);

const twoFrameworks = (items: string): string =>
  csproj(items).replaceAll('TargetFramework>', 'TargetFrameworks>').replace('net10.0', 'net10.0;netstandard2.0');

function evaluation(files: Readonly<Record<string, string>>, signal = new AbortController().signal) {
  const root = lay(files);
  const folder = join(tempFolder('state'), "it's 100%; (of $x)");
  const dotnet = findDotnet(root, undefined);
  const options = { dotnet, cwd: root, env: dotnetEnvironment(root, dotnet), folder, signal };
  const run = async (...projects: readonly string[]): Promise<string[]> => {
    const evaluated = await evaluateCompile(
      projects.map((path) => join(root, path)),
      options,
    );
    return evaluated.map(({ project, framework, files }) => {
      const listed = [...files].map((path) => relative(root, path)).sort();
      return `${relative(root, project)} ${framework}: ${listed.join(', ')}`;
    });
  };
  return { run, folder };
}

test('patterns, removals, conditions, links and frameworks are MSBuild’s own, for all projects in one run', async () => {
  const off =
    '</ItemGroup><PropertyGroup><EnableDefaultCompileItems>false</EnableDefaultCompileItems></PropertyGroup><ItemGroup>';
  const { run, folder } = evaluation({
    'a b/A.csproj': csproj('<Compile Remove="Old/**" /><Compile Remove="if.cs" Condition="Exists(\'b&#59;%25/no\')" />'),
    'a b/Old/x.cs': '',
    'a b/if.cs': '',
    'a b/50% off/Größe #1.cs': '',
    'a b/obj/made.cs': '',
    'off/Off.csproj': csproj(`${off}<Compile Include="Only.cs;../shared/**/*.cs" />`),
    'off/Only.cs': '',
    'off/Not.cs': '',
    'shared/one/s.cs': '',
    'two/Two.csproj': twoFrameworks('<Compile Remove="new.cs" Condition="\'$(TargetFramework)\' != \'net10.0\'" />'),
    'two/new.cs': '',
    'two/all.cs': '',
  });
  expect(await run('a b/A.csproj', 'off/Off.csproj', 'two/Two.csproj')).toEqual([
    'a b/A.csproj net10.0: a b/50% off/Größe #1.cs, a b/if.cs',
    'off/Off.csproj net10.0: off/Only.cs, shared/one/s.cs',
    'two/Two.csproj net10.0: two/all.cs, two/new.cs',
    'two/Two.csproj netstandard2.0: two/all.cs',
  ]);
  expect(existsSync(join(folder, 'evaluate'))).toBe(false);
});

test('a project that cannot be evaluated is told in MSBuild’s words', async () => {
  const { run } = evaluation({
    'a/A.csproj': csproj(),
    'b/B.csproj': '<Project Sdk="Microsoft.NET.Sdk"><Import Project="none.props" /></Project>',
  });
  await expect(run('a/A.csproj', 'b/B.csproj')).rejects.toThrow(/MSB4019.*none\.props/s);
});

test('who gives up gets his own reason', async () => {
  const controller = new AbortController();
  const { run } = evaluation({ 'a/A.csproj': csproj() }, controller.signal);
  const running = run('a/A.csproj');
  controller.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
});
