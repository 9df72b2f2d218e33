/** Which solutions and projects are loaded. */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Problem } from '../../src/model/problem.ts';
import { choose } from '../../src/workspace/load/choose.ts';
import { csproj, lay, sln, slnf, slnx } from '../support/lay.ts';
import { run } from '../support/run.ts';

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

  test('a folder below the root that cannot be read costs only itself', async () => {
    const root = lay({ 'a/A.csproj': csproj() });
    // Nobody can read a path that is longer than the system allows; rights would not stop an administrator.
    const long = join(...Array.from({ length: 10 }, () => 'n'.repeat(250)));
    for (const name of ['first', 'second']) mkdirSync(join(root, name, long), { recursive: true });
    renameSync(join(root, 'second'), join(root, 'first', long, 'second'));
    try {
      const { projects, passedOver } = await choose(root, neither);
      expect(projects.map((path) => relative(root, path))).toEqual(['a/A.csproj']);
      expect(passedOver.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^the folder cannot be read: ENAMETOOLONG/)]);
      rmSync(join(root, 'a'), { recursive: true });
      await expect(choose(root, neither)).rejects.toThrow(/holds no C# project to load; .* was passed over: the folder cannot/);
    } finally {
      await run(['/bin/rm', '-rf', root]);
    }
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
