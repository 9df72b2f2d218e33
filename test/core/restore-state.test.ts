/** Whether packages are there: by what NuGet has left, which anybody may have written. */
import { expect, test } from 'bun:test';
import { withoutPackages } from '../../src/workspace/problems/restore.ts';
import { lay } from '../support/lay.ts';
import { join } from 'node:path';

const cause = (assets: string): Promise<string | undefined> => {
  const root = lay({ 'A/A.csproj': '<Project Sdk="Microsoft.NET.Sdk" />', 'A/obj/project.assets.json': assets });
  return withoutPackages(join(root, 'A', 'A.csproj'), false);
};

test.each(['null', '[]', '{"logs":', '7', ''])('%j is no file of NuGet', async (assets) => {
  expect(await cause(assets)).toBe('has a project.assets.json that cannot be read');
});

test.each([
  '{}',
  '{"logs":[null]}',
  '{"logs":{}}',
  '{"libraries":{"a":null}}',
  '{"libraries":{"a":{"type":"project","path":"x"}}}',
])('nothing is missing by %j', async (assets) => expect(await cause(assets)).toBeUndefined());

test('errors and lost packages are told', async () => {
  const failed = { logs: [{ level: 'Warning' }, { level: 'Error', code: 'NU1101', message: 'No package.\nMore.' }] };
  expect(await cause(JSON.stringify(failed))).toBe('was not restored completely (NU1101: No package.)');
  expect(await cause('{"logs":[{"level":"Error"}]}')).toBe('was not restored completely (undefined: undefined)');
  const gone = { packageFolders: { '/nowhere/': {} }, libraries: { 'X/1.0.0': { type: 'package', path: 'x/1.0.0' } } };
  expect(await cause(JSON.stringify(gone))).toBe('has lost packages since it was restored (x/1.0.0)');
});

test('a folder in the place of a file costs itself only', async () => {
  const root = lay({
    'A/A.csproj': '<Project><ItemGroup><PackageReference Include="X" /></ItemGroup></Project>',
    'Directory.Build.props/x': '',
  });
  expect(await withoutPackages(join(root, 'A', 'A.csproj'), false)).toBe('was never restored');
});
