/** Which solutions and projects are loaded, and what changes on the disk lead to. */
import { describe, expect, test } from 'bun:test';
import { join, relative } from 'node:path';
import type { LspClient } from '../../src/lsp/client.ts';
import { Problem } from '../../src/model/problem.ts';
import { choose } from '../../src/workspace/choose.ts';
import type { FileChange } from '../../src/workspace/disk.ts';
import { consequenceOf, tell } from '../../src/workspace/sync.ts';
import { csproj, lay, sln, slnf, slnx } from '../support/lay.ts';

const neither = { solution: undefined, projects: undefined };

/** The choice as text, with paths relative to the root. */
async function chosen(
  files: Readonly<Record<string, string>>,
  choice: Partial<Parameters<typeof choose>[1]> = {},
): Promise<string[]> {
  const root = lay(files);
  try {
    const { solutions, projects, loose, passedOver, why } = await choose(root, { ...neither, ...choice });
    const shown = (paths: readonly string[]): string => paths.map((path) => relative(root, path)).join(', ');
    return [
      why,
      ...(solutions.length > 0 ? [`solutions: ${shown(solutions)}`] : []),
      `projects: ${shown(projects)}`,
      ...(loose.length > 0 ? [`loose: ${shown(loose)}`] : []),
      ...passedOver.map(({ path, reason }) => `not ${relative(root, path)}: ${reason}`),
    ];
  } catch (error) {
    if (error instanceof Problem) return [`${error.code}: ${error.message.replace(root, 'ROOT')}`];
    throw error;
  }
}

describe('without a setting', () => {
  const all = 'every solution and project at the workspace root';
  test('two solutions at the root, and a project that only one of them holds', async () => {
    const files = { 'A.slnx': slnx('a/A.csproj', 'b/B.csproj'), 'B.sln': sln('b\\B.csproj'), 'c/C.csproj': csproj() };
    expect(await chosen(files)).toEqual([all, 'solutions: A.slnx, B.sln', 'projects: a/A.csproj, b/B.csproj']);
  });

  test('a project at the root that no solution holds is loaded, one that is held is not loose', async () => {
    const files = { 'A.sln': sln('Held.csproj'), 'Held.csproj': csproj(), 'Loose.csproj': csproj() };
    expect(await chosen(files)).toEqual([all, 'solutions: A.sln', 'projects: Held.csproj, Loose.csproj', 'loose: Loose.csproj']);
  });

  test('a solution filter never counts by itself', async () => {
    const files = { 'A.sln': sln('a/A.csproj'), 'A.slnf': slnf('A.sln', 'a/A.csproj') };
    const not = 'not A.slnf: a solution filter counts only when the setting solution names it';
    expect(await chosen(files)).toEqual([all, 'solutions: A.sln', 'projects: a/A.csproj', not]);
    expect(await chosen({ 'A.slnf': slnf('x/A.sln', 'A.csproj'), 'x/A.csproj': csproj() })).toEqual([
      'every project below the workspace root',
      'projects: x/A.csproj',
      'loose: x/A.csproj',
      not,
    ]);
  });

  test('projects below the root, where it has none: excluded folders count, output and links do not', async () => {
    const files: Record<string, string> = { 'x/X.sln': sln('../y/Y.csproj'), 'README.md': '', 'link -> b': '' };
    const found = ['b/B.csproj', 'a/A.csproj', 'samples/S.CSPROJ', 'artifacts/Z.csproj', 'a/deep/er/D.csproj'];
    const skipped = [
      '.git/G.csproj',
      '.vs/V.csproj',
      '.idea/I.csproj',
      'node_modules/n/N.csproj',
      'b/bin/B.csproj',
      'b/obj/B.csproj',
    ];
    for (const path of [...found, ...skipped]) files[path] = csproj();
    const projects = 'a/A.csproj, a/deep/er/D.csproj, artifacts/Z.csproj, b/B.csproj, samples/S.CSPROJ';
    expect(await chosen(files)).toEqual([
      'every project below the workspace root',
      `projects: ${projects}`,
      `loose: ${projects}`,
    ]);
  });

  test.each([
    ['an empty folder', {}, 'no_csharp: ROOT holds no C# project to load'],
    ['only other languages', { 'A.fsproj': '', 'B.vbproj': '', 'a.cs': '' }, 'no_csharp: ROOT holds no C# project to load'],
    ['an empty solution', { 'A.slnx': '<Solution />' }, 'no_csharp: ROOT holds no C# project to load: the solution names none'],
    ['a folder named like a solution', { 'A.sln/': '' }, 'no_csharp: ROOT holds no C# project to load'],
    [
      'a broken solution',
      { 'A.sln': '' },
      'workspace_load_failed: the solution ROOT/A.sln cannot be read: it has no solution header',
    ],
  ])('%s', async (_, files, failure) => expect(await chosen(files as Record<string, string>)).toEqual([failure]));
});

describe('with a setting', () => {
  const files = { 'A.slnx': slnx('a/A.csproj'), 'B.sln': sln('b/B.csproj'), 'src/F.slnf': slnf('../A.slnx', 'a/A.csproj') };
  test('solution: that one only, wherever it is', async () => {
    const not = (name: string): string => `not ${name}: the setting solution names another`;
    expect(await chosen(files, { solution: 'B.sln' })).toEqual([
      'the setting solution',
      'solutions: B.sln',
      'projects: b/B.csproj',
      not('A.slnx'),
    ]);
    expect(await chosen(files, { solution: 'src/F.slnf' })).toEqual([
      'the setting solution',
      'solutions: src/F.slnf',
      'projects: a/A.csproj',
      not('A.slnx'),
      not('B.sln'),
    ]);
  });

  test('projects: those only', async () => {
    const not = (name: string): string => `not ${name}: the setting projects names projects`;
    expect(await chosen(files, { projects: ['b/B.csproj', 'c/C.csproj'] })).toEqual([
      'the setting projects',
      'projects: b/B.csproj, c/C.csproj',
      'loose: b/B.csproj, c/C.csproj',
      not('A.slnx'),
      not('B.sln'),
    ]);
  });

  test('a solution that is gone by now', async () => {
    const [failure] = await chosen(files, { solution: 'C.sln' });
    expect(failure).toStartWith('workspace_load_failed: the solution ROOT/C.sln cannot be read: ENOENT');
  });
});

describe('changes on the disk', () => {
  const root = lay({
    'a/A.csproj': csproj(),
    'own/Own.csproj': csproj('<Compile Remove="x.cs" />'),
    'two/One.csproj': csproj(),
    'two/Two.csproj': csproj(),
    'a/unloaded/U.csproj': csproj(),
    'a/b/c/': '',
    'a/.hidden/': '',
    'docs/': '',
  });
  const projects = ['a/A.csproj', 'own/Own.csproj', 'two/One.csproj', 'two/Two.csproj'].map((name) => join(root, name));
  const change = (text: string): FileChange => {
    const [kind = '', path = ''] = text.split(' ');
    return { kind: kind as FileChange['kind'], path: join(root, path) };
  };
  async function consequence(...texts: readonly string[]): Promise<string> {
    const said = await consequenceOf(texts.map(change), projects);
    if (said.kind === 'reload') return `load, because of ${said.because.replace(`${root}/`, '')}`;
    return `tell ${said.changes.map(({ kind, path }) => `${kind} ${relative(root, path)}`).join(', ')}`.trimEnd();
  }

  test.each([
    ['changed a/x.cs', 'tell changed a/x.cs'],
    ['deleted docs/x.cs', 'tell deleted docs/x.cs'],
    ['created a/x.cs', 'tell created a/x.cs'],
    ['created a/b/c/x.cs', 'tell created a/b/c/x.cs'],
    ['created docs/x.cs', 'tell'],
    ['created a/.hidden/x.cs', 'tell'],
    ['created own/x.cs', 'load, because of own/x.cs'],
    ['created two/x.cs', 'load, because of two/x.cs'],
    ['created a/unloaded/x.cs', 'load, because of a/unloaded/x.cs'],
    ['changed a/A.csproj', 'load, because of a/A.csproj'],
    ['created a/.editorconfig', 'load, because of a/.editorconfig'],
    ['deleted global.json', 'load, because of global.json'],
    ['changed a/obj/project.assets.json', 'load, because of a/obj/project.assets.json'],
  ])('%s: %s', async (text, expected) => expect(await consequence(text)).toBe(expected));

  test('several: their order is kept, one that only a load can take in decides for all', async () => {
    expect(await consequence('deleted a/x.cs', 'created docs/y.cs', 'created a/z.cs')).toBe(
      'tell deleted a/x.cs, created a/z.cs',
    );
    expect(await consequence('changed a/x.cs', 'changed Directory.Build.props')).toBe('load, because of Directory.Build.props');
  });

  test('of thousands of files are a load', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `changed a/${at}.cs`);
    expect(await consequence(...many(501))).toBe('load, because of 501 files');
    expect(await consequence(...many(500))).toStartWith('tell changed a/0.cs, changed a/1.cs');
  });

  test('the server is not told of a changed file that it does not know', async () => {
    const sent: unknown[] = [];
    const client: Pick<LspClient, 'request' | 'notify'> = {
      request: async <Result>(_method: string, params: unknown) =>
        ((params as { textDocument: { uri: string } }).textDocument.uri.endsWith('known.cs') ? [] : null) as Result,
      notify: async (method, params) => void sent.push([method, params]),
    };
    const changes = ['changed a/unheard.cs', 'changed a/known.cs', 'created a/new.cs', 'deleted a/50%25.cs'].map(change);
    const options = { signal: new AbortController().signal, timeout: 1000 };
    await tell(client as LspClient, changes, options);
    const uri = (name: string): string => `file://${root}/a/${name}`;
    const told = {
      changes: [
        { uri: uri('known.cs'), type: 2 },
        { uri: uri('new.cs'), type: 1 },
        { uri: uri('50%2525.cs'), type: 3 },
      ],
    };
    expect(sent.splice(0)).toEqual([['workspace/didChangeWatchedFiles', told]]);
    await tell(client as LspClient, ['changed a/unheard.cs'].map(change), options);
    expect(sent).toEqual([]);
  });
});
