/** What is said of projects that do not load, or not completely: in the status, and in answers about names that stand in them. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csproj, lay, references, slnx } from '../support/lay.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(180_000);

const alpha = 'namespace A;\npublic class Alpha\n{\n    public int Go() => 1;\n}\n';
const user = (name: string): string =>
  `namespace ${name};\npublic class ${name}User\n{\n    public int Use() => new A.Alpha().Go();\n}\n`;
const stray = csproj(references('../A/A.csproj')).replace(
  '<TargetFramework>net10.0</TargetFramework>',
  '<TargetFrameworks>net10.0;;</TargetFrameworks>',
);

/** A solution of one project that is right and of others, each with a class that uses Alpha. */
function solution(projects: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}): string {
  const names = Object.keys(projects);
  return lay({
    'All.slnx': slnx('A/A.csproj', ...names.map((name) => `${name}/${name}.csproj`)),
    'A/A.csproj': csproj(),
    'A/Alpha.cs': alpha,
    ...Object.fromEntries(names.map((name) => [`${name}/${name}.csproj`, projects[name] ?? ''])),
    ...Object.fromEntries(names.map((name) => [`${name}/${name}.cs`, user(name)])),
    ...more,
  });
}

test('broken projects stand beside those that load (R54); where a name stands in them is said, and a repair is taken in', async () => {
  const workspace = solution({
    Broken: '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>',
    Nowhere: csproj(references('../A/A.csproj', '../Gone/Gone.csproj')),
    Unknown: csproj(references('../A/A.csproj')).replace('Microsoft.NET.Sdk', 'No.Such.Sdk/1.0'),
    Stray: stray,
  });
  const bridge = await Wire.open({ workspace });
  const { envelope } = await bridge.call('references', { symbol: 'Alpha' });
  const [warning, ...others] = envelope.warnings ?? [];
  expect(others).toEqual([]);
  expect(warning?.code).toBe('partial_answer');
  for (const name of ['Broken', 'Unknown']) expect(warning?.message).toContain(`${name}/${name}.cs:4:31`);
  expect(envelope.data).toMatchObject({ files: expect.arrayContaining([expect.objectContaining({ path: 'Stray/Stray.cs' })]) });

  const { text } = await bridge.call('lsp', { action: 'status' });
  expect(text).toStartWith('ready: ');
  expect(text).toMatch(/error: .*Broken\.csproj.*Unexpected end of file/);
  expect(text).toMatch(/error: .*Gone\.csproj does not exist/);
  expect(text).toMatch(/error: .*No\.Such\.Sdk/);

  const missing = (await bridge.call('definition', { symbol: 'BrokenUser' })).envelope;
  expect(missing.error?.code).toBe('symbol_not_found');
  expect(missing.warnings?.[0]?.message).toContain('Broken/Broken.cs:2:14');
  const outside = (await bridge.call('diagnostics', { path: 'Broken/Broken.cs' })).envelope;
  expect(outside.error).toMatchObject({
    code: 'file_not_in_project',
    message: expect.stringContaining('Broken.csproj did not load'),
  });

  writeFileSync(join(workspace, 'Broken', 'Broken.csproj'), csproj(references('../A/A.csproj')));
  const repaired = (await bridge.call('references', { symbol: 'Alpha' })).envelope;
  expect(JSON.stringify(repaired.data)).toContain('Broken/Broken.cs');
  expect((await bridge.close()).code).toBe(0);
});

test('a generator that was never built: the status says so, and a question that fails because of it says what helps', async () => {
  const generator = csproj().replace('net10.0', 'netstandard2.0');
  const uses = '<ProjectReference Include="../Gen/Gen.csproj" OutputItemType="Analyzer" ReferenceOutputAssembly="false" />';
  const workspace = solution(
    { B: csproj(`${references('../A/A.csproj')}${uses}`) },
    { 'Gen/Gen.csproj': generator, 'Gen/Gen.cs': 'class Gen { }' },
  );
  const bridge = await Wire.open({ workspace });
  const { error, continuation } = (await bridge.call('references', { symbol: 'Alpha' })).envelope;
  expect(error?.code).toBe('server_failed');
  expect(continuation).toMatchObject({
    kind: 'ResolveExternally',
    instruction: expect.stringContaining('dotnet build Gen/Gen.csproj'),
  });
  expect((await bridge.call('lsp', { action: 'status' })).text).toContain(
    'error: Gen/Gen.csproj is a generator or analyzer of other projects and was never built',
  );
  expect((await bridge.close()).code).toBe(0);
});

describe('global.json', () => {
  test('that wants an SDK which is not there: the wanted and the installed versions; after its repair the next call loads', async () => {
    const workspace = solution({}, { 'global.json': '{ "sdk": { "version": "7.0.100", "rollForward": "disable" } }' });
    const bridge = await Wire.open({ workspace });
    const { error, continuation } = (await bridge.call('references', { symbol: 'Alpha' })).envelope;
    expect(error).toMatchObject({
      code: 'sdk_missing',
      message: expect.stringMatching(/global\.json wants \.NET SDK 7\.0\.100; installed: 10\.\d/),
    });
    expect(continuation?.kind).toBe('ResolveExternally');
    expect((await bridge.call('lsp', { action: 'status' })).text).toStartWith('failed: sdk_missing: ');
    writeFileSync(
      join(workspace, 'global.json'),
      '{ /* any */ "sdk": { "version": "10.0.100", "rollForward": "latestFeature" } }',
    );
    expect((await bridge.call('references', { symbol: 'Alpha' })).envelope).toMatchObject({ ok: true, data: { total: 0 } });
    expect((await bridge.close()).code).toBe(0);
  });
});

test('projects of one name in different folders are loaded both', async () => {
  const workspace = lay({
    'a/Lib/Lib.csproj': csproj(),
    'a/Lib/T.cs': 'class Ta { }',
    'b/Lib/Lib.csproj': csproj(),
    'b/Lib/T.cs': 'class Tb { Ta? t; }',
  });
  const bridge = await Wire.open({ workspace });
  expect((await bridge.call('symbols', { query: 'T', match: 'prefix' })).envelope.data).toMatchObject({ total: 3 });
  expect((await bridge.close()).code).toBe(0);
});
