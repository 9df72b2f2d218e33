/** Which projects are tests, by reading their files; what reading does not tell is left to an evaluation. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { ProjectFacts } from '../../src/dotnet/facts.ts';
import { testsAmong } from '../../src/dotnet/project-tests.ts';
import { testFiles } from '../../src/workspace/text/test-code.ts';
import type { View } from '../../src/workspace/view.ts';
import { lay } from '../support/lay.ts';

const project = (body: string, sdk = 'Microsoft.NET.Sdk'): string => `<Project Sdk="${sdk}">${body}</Project>`;
const item = (body: string): string => `<ItemGroup>${body}</ItemGroup>`;
const group = (body: string): string => `<PropertyGroup>${body}</PropertyGroup>`;
const xunit = '<PackageReference Include="xunit" Version="2.9.0" />';

test.each<[string, Record<string, string>, boolean | undefined]>([
  ['nothing', { 'A/A.csproj': project(item('<PackageReference Include="Serilog" />')) }, false],
  ['a package', { 'A/A.csproj': project(item(xunit)) }, true],
  ['several packages', { 'A/A.csproj': project(item('<PackageReference Include="Serilog; NUnit" />')) }, true],
  ['an assembly', { 'A/A.csproj': project(item('<Reference Include="nunit.framework, Version=2.6" />')) }, true],
  [
    'a name that only begins like one',
    { 'A/A.csproj': project(item('<PackageReference Include="xunit.analyzers.more" />')) },
    false,
  ],
  ['an SDK', { 'A/A.csproj': project('', 'MSTest.Sdk/3.6.0') }, true],
  ['what another file says', { 'A/A.csproj': project(''), 'Directory.Build.props': `<Project>${item(xunit)}</Project>` }, true],
  ['what the project says', { 'A/A.csproj': project(group('<IsTestProject> True </IsTestProject>')) }, true],
  [
    'what the project says against its packages',
    { 'A/A.csproj': project(group('<IsTestProject>false</IsTestProject>') + item(xunit)) },
    false,
  ],
  ['a property', { 'A/A.csproj': project(group('<IsTestProject>$(Tests)</IsTestProject>')) }, undefined],
  [
    'both',
    { 'A/A.csproj': project(group('<IsTestProject>true</IsTestProject><IsTestProject>false</IsTestProject>')) },
    undefined,
  ],
  [
    'a condition around',
    {
      'A/A.csproj': project(''),
      'Directory.Build.props': `<Project><ItemGroup Condition="$(MSBuildProjectName.EndsWith('.Tests'))">${xunit}</ItemGroup></Project>`,
    },
    undefined,
  ],
  ['no XML', { 'A/A.csproj': '<Project' }, undefined],
])('%s', async (_, files, isTest) => {
  const path = join(lay(files), 'A', 'A.csproj');
  expect([...(await testsAmong([path]))]).toEqual([[path, isTest]]);
});

describe('of files', () => {
  const root = lay({
    'A/A.csproj': project(''),
    'T/T.csproj': project(item(xunit)),
    'U/U.csproj': project(group('<IsTestProject>$(Tests)</IsTestProject>')),
  });
  let asked = 0;
  // What a view tells of projects and files.
  const view = {
    root,
    projectOf: (path: string) => (path.includes('/') ? `${path[0]}/${path[0]}.csproj` : undefined),
    confirmed: new Set<string>(),
    facts: async (): Promise<ProjectFacts> => {
      asked += 1;
      return { isTestFile: (path: string) => path === join(root, 'U', 'x', 'u.cs') } as ProjectFacts;
    },
  } as unknown as View;

  test('the project around them decides, and MSBuild is asked only where reading does not tell', async () => {
    expect([...(await testFiles(view, ['A/a.cs', 'T/x/t.cs', 'T/t.cs', 'T/t.cs', 'loose.cs']))].sort()).toEqual([
      'T/t.cs',
      'T/x/t.cs',
    ]);
    expect(asked).toBe(0);
    expect([...(await testFiles(view, ['U/x/u.cs', 'U/v.cs']))]).toEqual(['U/x/u.cs']);
    expect(asked).toBe(1);
  });
});
