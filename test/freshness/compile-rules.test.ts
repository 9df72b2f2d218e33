/** Where MSBuild's default pattern is known to hold, and where only an evaluation knows. */
import { describe, expect, test } from 'bun:test';
import { join, relative } from 'node:path';
import { compileRules } from '../../src/dotnet/compile-rules.ts';
import { csproj, lay } from '../support/lay.ts';

/** The unclear places of a/A.csproj, relative to the root. */
async function unclear(files: Readonly<Record<string, string>>): Promise<string> {
  const root = lay(files);
  const [rules] = await compileRules([join(root, 'a/A.csproj')]);
  if (rules === undefined) throw new Error('no rules');
  return rules.unclear === 'everywhere' ? 'everywhere' : rules.unclear.map((path) => relative(root, path)).join(' ');
}

const properties = (text: string): string => `</ItemGroup><PropertyGroup>${text}</PropertyGroup><ItemGroup>`;
const imports = (path: string): string => `</ItemGroup><Import Project="${path}" /><ItemGroup>`;

describe('unclear is', () => {
  test.each([
    ['nothing', '', ''],
    ['nothing with packages', '<PackageReference Include="A" />', ''],
    ['nothing with metadata alone', '<Compile Update="x.cs" DependentUpon="y.cs" />', ''],
    ['a file that is linked', '<Compile Include="../shared/x.cs" Link="x.cs" />', 'shared/x.cs'],
    ['the folder of a pattern', '<Compile Include="..\\shared\\**\\*.cs" /><Compile Remove="Old/**" />', 'shared a/Old'],
    ['the project, of a pattern in it', '<Compile Remove="**/*.g.cs" />', 'a'],
    ['each of a list', '<Compile Remove="x.cs; y.cs;" />', 'a/x.cs a/y.cs'],
    ['what is under a condition', '<Compile Remove="x.cs" Condition="false" />', 'a/x.cs'],
    ['everywhere, with a property', '<Compile Remove="$(Old)/**" />', 'everywhere'],
    ['everywhere, with an escaped wildcard', '<Compile Remove="a%2A.cs" />', 'everywhere'],
    ['a file whose name is escaped', '<Compile Remove="a%28b%29 %25.cs" />', 'a/a(b) %.cs'],
    ['the project, without the pattern', properties('<EnableDefaultCompileItems>false</EnableDefaultCompileItems>'), 'a'],
    ['the project, without any pattern', properties('<EnableDefaultItems>false</EnableDefaultItems>'), 'a'],
    ['the project, with another pattern', properties('<DefaultItemExcludes>x/**</DefaultItemExcludes>'), 'a'],
    ['the project, with another output', properties('<OutputPath>out</OutputPath>'), 'a'],
    ['everywhere, with an import that cannot be followed', imports('$(Common)/x.props'), 'everywhere'],
    ['what a file says that is imported', imports('../eng/x.props'), 'a/Old'],
    ['nothing by an import that is not there', imports('../eng/none.props'), ''],
    ['what a shared project says', imports('..\\eng\\Shared.projitems'), 'eng/S.cs'],
  ])('%s: %s', async (_what, items, expected) => {
    const eng = {
      'eng/x.props': '<Project><ItemGroup><Compile Remove="Old/**" /></ItemGroup></Project>',
      'eng/Shared.projitems': '<Project><ItemGroup><Compile Include="$(MSBuildThisFileDirectory)S.cs" /></ItemGroup></Project>',
    };
    expect(await unclear({ 'a/A.csproj': csproj(items), ...eng })).toBe(expected);
  });

  test.each(['$(MSBuildProjectDirectory)/own.props', '$(MSBuildProjectDirectory)\\own.props', '../eng/../a/own.props'])(
    'what a file says that an imported one imports by %s',
    async (path) => {
      const own = '<Project><ItemGroup><Compile Remove="Old/**" /></ItemGroup></Project>';
      const common = `<Project><Import Project="${path}" /></Project>`;
      const files = { 'a/A.csproj': csproj(imports('../eng/common.props')), 'a/own.props': own, 'eng/common.props': common };
      expect(await unclear(files)).toBe('a/Old');
    },
  );

  test('what the nearest files say that MSBuild imports by itself', async () => {
    const says = (place: string): string => `<Project><ItemGroup><Compile Remove="${place}" /></ItemGroup></Project>`;
    const files = { 'a/A.csproj': csproj(), 'a/A.csproj.user': says('user.cs'), 'Directory.Packages.props': says('packages.cs') };
    expect(await unclear({ ...files, 'Directory.Build.targets': says('far.cs') })).toBe('a/user.cs a/far.cs a/packages.cs');
    const near = { 'a/Directory.Build.targets': says('near.cs'), 'Directory.Build.targets': says('far.cs') };
    expect(await unclear({ ...files, ...near })).toBe('a/user.cs a/near.cs a/packages.cs');
  });

  test('what a file above says that is imported by its name', async () => {
    const above = `$([MSBuild]::GetPathOfFileAbove('Directory.Build.props', '$(MSBuildThisFileDirectory)../'))`;
    const files = {
      'a/A.csproj': csproj(),
      'a/Directory.Build.props': `<Project><Import Project="${above}" /></Project>`,
      'Directory.Build.props': '<Project><ItemGroup><Compile Remove="far.cs" /></ItemGroup></Project>',
    };
    expect(await unclear(files)).toBe('a/far.cs');
  });

  test('everywhere in a project of another SDK, of the old form, or of none that can be read', async () => {
    expect(await unclear({ 'a/A.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web" />' })).toBe('');
    expect(await unclear({ 'a/A.csproj': '<Project><Sdk Name="Microsoft.NET.Sdk/10.0.100" /></Project>' })).toBe('');
    expect(await unclear({ 'a/A.csproj': '<Project Sdk="Some.Sdk" />' })).toBe('everywhere');
    expect(await unclear({ 'a/A.csproj': '<Project Sdk="Microsoft.NET.Sdk;Some.Sdk" />' })).toBe('everywhere');
    const old = '<Project><Import Project="$(MSBuildToolsPath)\\Microsoft.CSharp.targets" /></Project>';
    expect(await unclear({ 'a/A.csproj': old })).toBe('everywhere');
    expect(await unclear({ 'a/A.csproj': '<Project' })).toBe('everywhere');
  });
});

test('several frameworks are told apart from one, wherever they are named', async () => {
  const several = async (properties: string, above = ''): Promise<boolean | undefined> => {
    const project = `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>${properties}</PropertyGroup></Project>`;
    const props = `<Project><PropertyGroup>${above}</PropertyGroup></Project>`;
    const root = lay({ 'a/A.csproj': project, 'Directory.Build.props': props });
    return (await compileRules([join(root, 'a/A.csproj')]))[0]?.severalFrameworks;
  };
  expect(await several('<TargetFramework>net10.0</TargetFramework>')).toBe(false);
  expect(await several('<TargetFrameworks>net10.0</TargetFrameworks>')).toBe(false);
  expect(await several('<TargetFrameworks>net10.0;net9.0</TargetFrameworks>')).toBe(true);
  expect(await several(`<TargetFrameworks Condition="'$(CI)' != ''">$(Ours)</TargetFrameworks>`)).toBe(true);
  expect(await several('', '<TargetFrameworks>net10.0;net9.0</TargetFrameworks>')).toBe(true);
});
