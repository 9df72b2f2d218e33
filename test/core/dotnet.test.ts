/** What is read of solutions and projects without the SDK, and where the SDK is looked for. */
import { describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dotnetEnvironment, findDotnet } from '../../src/dotnet/find.ts';
import { closureOf } from '../../src/dotnet/project.ts';
import { unrestored } from '../../src/dotnet/restore.ts';
import { projectsOf, slnxOf } from '../../src/dotnet/solution.ts';
import { Problem } from '../../src/model/problem.ts';
import { exampleSource } from '../support/paths.ts';
import { tempFolder } from '../support/temp.ts';
import { csproj, lay, references, sln, slnf, slnx } from '../support/lay.ts';

const shown = (root: string, paths: readonly string[]): string[] => paths.map((path) => relative(root, path));

describe('projects of a solution', () => {
  const nested =
    '<Solution><Folder Name="/a/"><Project Path="a/A.csproj" /><Folder Name="/b/"><Project Path="B.csproj"/></Folder></Folder></Solution>';
  test.each([
    ['App.slnx', slnx('src/A.csproj', 'src\\B.csproj', 'src/C.fsproj', 'src/D.vbproj'), ['src/A.csproj', 'src/B.csproj']],
    ['nested.slnx', nested, ['a/A.csproj', 'B.csproj']],
    ['mark.slnx', `\uFEFF${slnx('A.csproj')}`, ['A.csproj']],
    ['empty.slnx', '<Solution />', []],
    ['escaped.slnx', slnx('a &amp; b/A &#35;1.csproj', 'Größe/数量.csproj'), ['a & b/A #1.csproj', 'Größe/数量.csproj']],
    ['App.sln', sln('src\\A\\A.csproj', 'src\\B.csproj', 'tools\\C.fsproj'), ['src/A/A.csproj', 'src/B.csproj']],
    ['windows.sln', `\uFEFF${sln('A.csproj').replaceAll('\n', '\r\n')}`, ['A.csproj']],
    ['folder.sln', `${sln('A.csproj')}Project("{2150E333-8FDC-42A3-9474-1A3956D46DE8}") = "docs", "docs", "{1}"`, ['A.csproj']],
    ['App.slnf', slnf('src\\App.sln', 'A\\A.csproj', 'B.csproj'), ['src/A/A.csproj', 'src/B.csproj']],
    ['UPPER.SLNX', slnx('A.CSPROJ'), ['A.CSPROJ']],
  ])('%s', async (name, text, projects) => {
    const root = lay({ [name]: text });
    expect(shown(root, await projectsOf(join(root, name)))).toEqual(projects);
  });

  test('the example', async () => {
    const projects = await projectsOf(join(exampleSource, 'Shop.slnx'));
    expect(shown(exampleSource, projects)).toEqual([
      'src/Shop.Core/Shop.Core.csproj',
      'src/Shop.App/Shop.App.csproj',
      'test/Shop.Tests/Shop.Tests.csproj',
      'samples/Shop.Sample/Shop.Sample.csproj',
    ]);
  });

  test.each([
    ['a.slnx', 'no xml <', "char 'n' is not expected"],
    ['b.slnx', '<Project />', 'it has no Solution element'],
    ['c.sln', 'hello', 'it has no solution header'],
    ['d.slnf', '{', 'JSON'],
    ['e.slnf', '{"solution": {"path": "a.sln"}}', 'it has no list solution.projects'],
    ['f.slnf', '{"solution": {"projects": []}}', 'it has no solution.path'],
  ])('%s with %s cannot be read', async (name, text, reason) => {
    const root = lay({ [name]: text });
    const failure = await projectsOf(join(root, name)).catch((error: unknown) => error);
    if (!(failure instanceof Problem)) throw new Error(`it was read: ${JSON.stringify(failure)}`);
    expect({ code: failure.code, continuation: failure.continuation?.kind }).toEqual({
      code: 'workspace_load_failed',
      continuation: 'ResolveExternally',
    });
    expect(failure.message).toContain(join(root, name));
    expect(failure.message).toMatch(reason);
  });

  test('a solution of our own names what it was given', async () => {
    const projects = ['/w/a & b/<A>.csproj', '/w/Größe #1/"B".csproj', "/w/it's/100%.csproj"];
    const root = lay({ 'own.slnx': slnxOf(projects) });
    expect(await projectsOf(join(root, 'own.slnx'))).toEqual(projects);
  });
});

describe('what a project reaches', () => {
  test('references are followed, each once, in a circle, too; what is missing is left out', async () => {
    const root = lay({
      'a/A.csproj': csproj(references('../b/B.csproj', '..\\c\\C.csproj', '../gone/G.csproj', '../f/F.fsproj')),
      'b/B.csproj': csproj(references('$(MSBuildThisFileDirectory)../c/C.csproj', '..\\d %28x%29\\D.csproj')),
      'c/C.csproj': csproj(references('../a/A.csproj')),
      'd (x)/D.csproj': csproj(),
      'f/F.fsproj': csproj(),
    });
    const closure = await closureOf([join(root, 'a/A.csproj')]);
    expect(shown(root, closure.projects)).toEqual(['a/A.csproj', 'b/B.csproj', 'c/C.csproj', 'd (x)/D.csproj']);
    expect(shown(root, closure.folders).sort()).toEqual(['a', 'b', 'c', 'd (x)']);
  });

  test('linked files and wildcards widen it, also those of Directory.Build files', async () => {
    const root = lay({
      'Directory.Build.props': csproj('<Compile Include="$(MSBuildThisFileDirectory)common/Version.cs" />'),
      'common/Version.cs': '',
      'shared/x/S.cs': '',
      'work/a/A.csproj': csproj(
        '<Compile Include="../../shared/**/*.cs;../one/One.cs" Link="S.cs" /><Compile Include="$(Other)/x.cs" />',
      ),
    });
    const closure = await closureOf([join(root, 'work/a/A.csproj')]);
    expect(shown(root, closure.folders).sort()).toEqual(['common', 'shared', 'work/a', 'work/one']);
  });

  test('a project that is no XML reaches itself', async () => {
    const root = lay({ 'A.csproj': '<Project' });
    const closure = await closureOf([join(root, 'A.csproj')]);
    expect([closure.projects, closure.folders]).toEqual([[join(root, 'A.csproj')], [root]]);
  });

  test('without assets it is not restored; one that is missing is not asked for', () => {
    const root = lay({ 'a/A.csproj': '', 'a/obj/project.assets.json': '', 'b/B.csproj': '', 'b/obj/': '' });
    const projects = ['a/A.csproj', 'b/B.csproj', 'c/C.csproj'].map((name) => join(root, name));
    expect(shown(root, unrestored(projects))).toEqual(['b/B.csproj']);
  });
});

describe('the dotnet command', () => {
  /** A folder with a file that may be executed. */
  function withDotnet(): string {
    const folder = lay({ dotnet: '#!/bin/sh\n' });
    chmodSync(join(folder, 'dotnet'), 0o755);
    return folder;
  }
  function inEnvironment<T>(variables: Readonly<Record<string, string | undefined>>, body: () => T): T {
    const before = { ...process.env };
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    try {
      return body();
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name];
      Object.assign(process.env, before);
    }
  }

  test('is that of --dotnet-root, else of DOTNET_ROOT, else of PATH', () => {
    const [workspace, argument, variable, path] = [lay({}), withDotnet(), withDotnet(), withDotnet()];
    inEnvironment({ DOTNET_ROOT: variable, PATH: path }, () => {
      expect(findDotnet(workspace, argument)).toBe(join(argument, 'dotnet'));
      expect(findDotnet(workspace, undefined)).toBe(join(variable, 'dotnet'));
    });
    inEnvironment({ DOTNET_ROOT: undefined, PATH: `relative:${path}` }, () => {
      expect(findDotnet(workspace, undefined)).toBe(join(path, 'dotnet'));
    });
  });

  test('is never one of the workspace', () => {
    const [workspace, path] = [withDotnet(), withDotnet()];
    inEnvironment({ DOTNET_ROOT: workspace, PATH: `${workspace}:${join(workspace, 'bin')}:.::${path}` }, () => {
      expect(findDotnet(workspace, undefined)).toBe(join(path, 'dotnet'));
      expect(dotnetEnvironment(workspace, join(path, 'dotnet'))['PATH']).toBe(`${path}:${path}`);
    });
  });

  test('of an explicit root has no fallback, and a file that cannot be executed is none', () => {
    const root = lay({ dotnet: '' });
    const failing = (): string => findDotnet(lay({}), root);
    expect(failing).toThrow(`the dotnet command was not found; looked in --dotnet-root ${root}`);
    expect(failing).toThrow(expect.objectContaining({ code: 'dotnet_not_found', continuation: expect.anything() }));
  });

  test('is started in English, without MSBuild nodes that live on, with its own folder first and no other root', () => {
    const sdk = tempFolder('sdk');
    mkdirSync(join(sdk, 'host'));
    writeFileSync(join(sdk, 'dotnet'), '');
    const before = process.env['DOTNET_ROOT'];
    process.env['DOTNET_ROOT'] = '/nowhere';
    try {
      const env = dotnetEnvironment('/w', join(sdk, 'dotnet'));
      expect(env).toMatchObject({
        DOTNET_CLI_UI_LANGUAGE: 'en',
        MSBUILDDISABLENODEREUSE: '1',
        DOTNET_CLI_USE_MSBUILD_SERVER: '0',
      });
      expect(env['PATH']?.split(':')[0]).toBe(sdk);
      expect(env['DOTNET_ROOT']).toBe(sdk);
    } finally {
      if (before === undefined) delete process.env['DOTNET_ROOT'];
      else process.env['DOTNET_ROOT'] = before;
    }
  });
});
