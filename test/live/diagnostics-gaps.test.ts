/**
 * What the language server leaves out of problems, held against `dotnet build`; floods of errors that come of one cause; and
 * projects of several frameworks.
 */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMicrosofts } from '../support/language-server.ts';
import { csproj, lay, references, slnx } from '../support/lay.ts';
import { run } from '../support/run.ts';
import { type ToolAnswer, Wire } from '../support/wire.ts';

setDefaultTimeout(300_000);

interface Row {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly id: string;
  readonly severity: string;
}
function rowsOf({ envelope }: ToolAnswer): Row[] {
  const files = (envelope.data?.['files'] ?? []) as { path: string; problems: Omit<Row, 'path'>[] }[];
  return files.flatMap(({ path, problems }) => problems.map((each) => ({ path, ...each })));
}
const worded = ({ path, line, column, severity, id }: Row): string => `${path}:${line}:${column} ${severity} ${id}`;

/** Everything that is loaded, once the load is through. */
async function everything(bridge: Wire, args: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> {
  await bridge.call('symbols', { query: 'Nobody' });
  for (;;) {
    const answer = await bridge.call('diagnostics', args);
    // Where a machine is slow, a call goes on from where the one before it was ended.
    if (!['request_timed_out', 'workspace_loading'].includes(answer.envelope.error?.code ?? '')) return answer;
  }
}

const wordsOf = (answer: ToolAnswer): string[] => rowsOf(answer).map(worded).sort();
const warningsOf = ({ envelope }: ToolAnswer): string[] =>
  (envelope.warnings ?? []).map(({ code, message }) => `${code}: ${message}`);

/** What a build says, without what has no place in a file. */
async function builtIn(workspace: string, solution: string): Promise<string[]> {
  const { stdout } = await run(['dotnet', 'build', solution, '-m:1', '-nodeReuse:false', '--no-incremental'], {
    cwd: workspace,
    env: { DOTNET_CLI_UI_LANGUAGE: 'en', MSBUILDDISABLENODEREUSE: '1' },
  });
  const found = stdout.matchAll(/^\s*(.+)\((\d+),(\d+)\): (error|warning) (CS\d+): /gm);
  const rows = [...found].map(([, path = '', line, column, severity = '', id = '']) => ({
    path: path.replace(`${workspace}/`, ''),
    line: Number(line),
    column: Number(column),
    severity,
    id,
  }));
  return [...new Set(rows.map(worded))].sort();
}

const executable = csproj().replace('<TargetFramework>', '<OutputType>Exe</OutputType><TargetFramework>');

test('problems of generated files, and of projects that the server drops as a whole, are those of a build', async () => {
  const workspace = lay({
    'All.slnx': slnx(
      'NoMain/NoMain.csproj',
      'BadUsing/BadUsing.csproj',
      'Twice/Twice.csproj',
      'Mapped/Mapped.csproj',
      'Fine/Fine.csproj',
    ),
    'NoMain/NoMain.csproj': executable,
    'NoMain/A.cs': 'class A { void M() { int unused; Nowhere n; } }\n',
    'BadUsing/BadUsing.csproj': csproj('<Using Include="No.Such.Place" />').replace(
      '<TargetFramework>',
      '<ImplicitUsings>enable</ImplicitUsings><TargetFramework>',
    ),
    'BadUsing/B.cs': 'class B { }\n',
    'Twice/Twice.csproj': csproj(),
    'Twice/T.cs': '[assembly: System.Reflection.AssemblyTitle("x")]\n',
    'Mapped/Mapped.csproj': csproj(),
    'Mapped/L.cs': '#line 7 "grammar.y"\nclass L { Nowhere x; }\n#line default\nclass M { }\n',
    'Mapped/Beside.cs': 'class Beside { Elsewhere x; }\n',
    'Fine/Fine.csproj': csproj(),
    'Fine/F.cs': 'public class F { }\n',
  });
  const built = await builtIn(workspace, 'All.slnx');
  expect(built.filter((each) => each.includes('/obj/'))).toHaveLength(2);
  const bridge = await Wire.open({ workspace });
  const answer = await everything(bridge);
  // Of the file that names another one the server says nothing at all; the answer says so.
  expect(wordsOf(answer)).toEqual(built.filter((each) => !each.startsWith('Mapped/grammar.y')));
  expect(answer.envelope.data).toMatchObject({ projects: { known: 5, all: 5 } });
  expect(answer.text).toContain('Twice.AssemblyInfo.cs (written by the build)\n');
  // csharp-ls drops projects, and fails about files with `#line`; of Microsoft's server no such thing is known.
  const dropped = [
    expect.stringMatching(/^partial_answer: NoMain\/NoMain\.csproj, Mapped\/Mapped\.csproj: .*dotnet build tells them$/),
    expect.stringMatching(/^partial_answer: not all is known about Mapped\/L\.cs, /),
  ];
  expect(warningsOf(answer)).toEqual(isMicrosofts ? [] : dropped);
  if (!isMicrosofts) {
    expect((await bridge.call('diagnostics', { path: 'Mapped/L.cs' })).envelope).toMatchObject({
      error: { code: 'feature_unavailable', message: expect.stringContaining('#line') },
      continuation: { kind: 'ResolveExternally' },
    });
  }

  writeFileSync(join(workspace, 'NoMain', 'Main.cs'), 'static class Program { static void Main() { } int field; }\n');
  const repaired = await everything(bridge, { scope: 'project', inProject: 'NoMain' });
  expect(warningsOf(repaired)).toEqual([]);
  expect(repaired.envelope.data).toMatchObject({ counts: { error: 2 }, projects: { known: 1, all: 1 } });
  expect((await bridge.close()).code).toBe(0);
});

test('a flood that comes of a missing restore is told as that, first; other errors come before it', async () => {
  const package_ = '<PackageReference Include="Newtonsoft.Json" Version="13.0.3" />';
  const standard = csproj(package_).replace('net10.0', 'netstandard2.0');
  const workspace = lay({
    'All.slnx': slnx('A/A.csproj', 'Z/Z.csproj'),
    'A/A.csproj': standard,
    'A/A.cs': 'public class A { Newtonsoft.Json.JsonConverter c; string s; object o; }\n',
    'Z/Z.csproj': csproj(),
    'Z/Z.cs': 'class Z { Mistake m; }\n',
  });
  const bridge = await Wire.open({ workspace, args: ['--no-restore'] });
  const answer = await everything(bridge, { severity: 'error' });
  const [first, second] = answer.text.split('\n');
  expect(first).toMatch(/^\d+ errors of one cause: A\/A\.csproj was never restored, .*: run dotnet restore A\/A\.csproj$/);
  expect(second).toMatch(/^solution: \d+ errors in 2 projects /);
  expect(rowsOf(answer)[0]).toMatchObject({ path: 'Z/Z.cs', id: 'CS0246' });
  expect(rowsOf(answer).filter(({ path }) => path === 'A/A.cs').length).toBeGreaterThan(1);
  expect(warningsOf(answer).find((each) => each.startsWith('load_problems: '))).toContain('A/A.csproj was never restored');
  // Of one file, too.
  const one = await bridge.call('diagnostics', { path: 'A/A.cs' });
  expect(one.text).toMatch(/^\d+ errors of one cause: A\/A\.csproj was never restored/);
  expect((await bridge.call('diagnostics', { path: 'Z/Z.cs' })).text).toStartWith('Z/Z.cs: 1 error');
  expect((await bridge.close()).code).toBe(0);
});

test('a project that did not load is named, and so are the errors that come of it', async () => {
  const workspace = lay({
    'All.slnx': slnx('Lib/Lib.csproj', 'App/App.csproj', 'Fine/Fine.csproj'),
    'Lib/Lib.csproj': csproj().replace('Microsoft.NET.Sdk', 'No.Such.Sdk/1.0'),
    'Lib/Lib.cs': 'namespace Lib; public class Thing { }\n',
    'App/App.csproj': csproj(references('../Lib/Lib.csproj')),
    'App/App.cs': 'class App { Lib.Thing t; }\n',
    'Fine/Fine.csproj': csproj(),
    'Fine/F.cs': 'class F { }\n',
  });
  const bridge = await Wire.open({ workspace });
  const answer = await everything(bridge, { severity: 'error' });
  expect(answer.text).toMatch(/^1 error of one cause: Lib\/Lib\.csproj did not load completely, /);
  expect(rowsOf(answer)).toMatchObject([{ path: 'App/App.cs', id: 'CS0246' }]);
  expect(answer.envelope.data).toMatchObject({ projects: { known: 2, all: 3 } });
  expect(warningsOf(answer).find((each) => each.startsWith('load_problems: '))).toMatch(
    /Lib\/Lib\.csproj did not load completely: .*No\.Such\.Sdk/,
  );
  const clean = await everything(bridge, { scope: 'project', inProject: 'Fine' });
  expect(clean.text).toStartWith('Fine/Fine.csproj: 0 errors, 0 warnings in 1 project\n(snapshot ');
  expect((await bridge.close()).code).toBe(0);
});

test('problems under all frameworks, without those that no build has', async () => {
  const library = csproj().replace(
    '<TargetFramework>net10.0</TargetFramework>',
    '<TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks>',
  );
  const workspace = lay({
    'All.slnx': slnx('Lib/Lib.csproj', 'Tests/Tests.csproj'),
    'Lib/Lib.csproj': library,
    'Lib/Lib.cs': `public class Lib
{
#if NET
    public void Modern() { NewMistake(); }
#else
    public void Old() { OldMistake(); }
#endif
    public bool Both(string text) => text.Contains('c') && CommonMistake();
}
`,
    'Tests/Tests.csproj': csproj(references('../Lib/Lib.csproj')),
    'Tests/Tests.cs': 'class Tests { void Go() => new Lib().Modern(); }\n',
  });
  const built = await builtIn(workspace, 'All.slnx');
  const bridge = await Wire.open({ workspace });
  await bridge.call('symbols', { query: 'Nobody' });
  const file = await bridge.call('diagnostics', { path: 'Lib/Lib.cs', severity: 'error' });
  const notSeen = /^frameworks_not_seen: problems under netstandard2\.0 may be missing in Lib\/Lib\.csproj: /;
  // Microsoft's server has all frameworks at once.
  expect(rowsOf(file).map(({ line }) => line)).toEqual(isMicrosofts ? [4, 6, 8, 8] : [4, 8]);
  expect(warningsOf(file)).toEqual(isMicrosofts ? [] : [expect.stringMatching(notSeen)]);
  const all = await everything(bridge, { severity: 'error' });
  // The build stops at the library, before its users.
  expect(wordsOf(all)).toEqual(built.filter((each) => each.includes(' error ')));
  expect(new Set(wordsOf(all)).size).toBe(rowsOf(all).length);
  expect(warningsOf(all)).toEqual([]);
  const now = await bridge.call('diagnostics', { path: 'Lib/Lib.cs', severity: 'error' });
  expect(wordsOf(now)).toEqual(wordsOf(all));
  expect(warningsOf(now)).toEqual([]);

  writeFileSync(
    join(workspace, 'Lib', 'Lib.cs'),
    readFileSync(join(workspace, 'Lib', 'Lib.cs'), 'utf8').replace('OldMistake()', ''),
  );
  const edited = await bridge.call('diagnostics', {
    path: 'Lib/Lib.cs',
    severity: 'error',
    since: all.envelope.snapshot?.snapshotId,
  });
  expect(edited.envelope.data).toMatchObject({ since: { new: 0, gone: 1 } });
  expect((await bridge.close()).code).toBe(0);
});
