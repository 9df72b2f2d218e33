/** The sweep: every change of a watched file is told, once, and nothing else. */
import { describe, expect, test } from 'bun:test';
import { renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Disk } from '../../src/workspace/disk/disk.ts';
import { lay } from '../support/lay.ts';
import { tempFolder } from '../support/temp.ts';

const nothing = (): boolean => false;

function watch(files: Readonly<Record<string, string>>, excluded: (folder: string) => boolean = nothing) {
  const root = lay(files);
  const disk = new Disk([root], (folder) => excluded(relative(root, folder)));
  const changes = (): string[] =>
    disk
      .changes()
      .map(({ kind, path }) => `${kind} ${relative(root, path)}`)
      .sort();
  return { root, changes, at: (name: string): string => join(root, name) };
}

describe('a change', () => {
  test('of content, of size, of neither: a new file, a file that is gone, a file that has moved', () => {
    const { changes, at } = watch({ 'a.cs': 'one', 'b.cs': 'b', 'c.cs': 'c', 'd/e.cs': 'e' });
    expect(changes()).toEqual([]);
    writeFileSync(at('a.cs'), 'two');
    writeFileSync(at('new.cs'), '');
    rmSync(at('b.cs'));
    renameSync(at('c.cs'), at('d/c.cs'));
    expect(changes()).toEqual(['changed a.cs', 'created d/c.cs', 'created new.cs', 'deleted b.cs', 'deleted c.cs']);
    expect(changes()).toEqual([]);
  });

  test('that keeps size and times is seen while the file is young', () => {
    const { changes, at } = watch({ 'a.cs': 'one' });
    const { atime, mtime } = statSync(at('a.cs'));
    writeFileSync(at('a.cs'), 'two');
    utimesSync(at('a.cs'), atime, mtime);
    expect(changes()).toEqual(['changed a.cs']);
  });

  test('of an old file that keeps size and modification time is seen by its change time', () => {
    const { changes, at } = watch({ 'a.cs': 'one' });
    const old = new Date(Date.now() - 86_400_000);
    utimesSync(at('a.cs'), old, old);
    changes();
    writeFileSync(at('a.cs'), 'two');
    utimesSync(at('a.cs'), old, old);
    expect(changes()).toEqual(['changed a.cs']);
  });

  test('by which another file takes the place of the old one is seen', () => {
    const { changes, at } = watch({ 'a.cs': 'one', 'b.cs': 'two' });
    renameSync(at('b.cs'), at('a.cs'));
    expect(changes()).toEqual(['changed a.cs', 'deleted b.cs']);
  });

  test('of a whole folder is one of each file in it', () => {
    const { root, changes, at } = watch({ 'a/x.cs': '', 'a/b/y.cs': '' });
    renameSync(at('a'), at('c'));
    expect(changes()).toEqual(['created c/b/y.cs', 'created c/x.cs', 'deleted a/b/y.cs', 'deleted a/x.cs']);
    rmSync(root, { recursive: true });
    expect(changes()).toEqual(['deleted c/b/y.cs', 'deleted c/x.cs']);
  });
});

test('watched are sources, what decides how they are compiled, and what may mention their names', () => {
  const { changes, at } = watch({ 'src/': '' });
  const watched = ['a.cs', 'B.CS', 'src/a.csproj', 'a.props', 'a.targets', 'a.sln', 'a.slnx', 'a.slnf', '.editorconfig'];
  const more = ['global.json', 'src/NuGet.config', 'nuget.config', 'src/project.assets.json'];
  const others = ['a.txt', 'a.cs.bak', 'a.csx', 'acs', 'package.json', 'a.json', 'README.md', 'settings.json'];
  const mentioning = ['a.cshtml', 'B.razor', 'a.xaml', 'a.axaml', 'a.resx', 'web.config', 'appsettings.Development.json'];
  for (const name of [...watched, ...more, ...mentioning, ...others]) writeFileSync(at(name), '');
  expect(changes()).toEqual([...watched, ...more, ...mentioning].map((name) => `created ${name}`).sort());
});

test('excluded folders are left alone, but for the assets of obj', () => {
  const excluded = (folder: string): boolean => /(^|\/)(obj|samples)$/.test(folder);
  const { changes, at } = watch(
    { 'obj/project.assets.json': '{}', 'obj/a.cs': '', 'samples/a.cs': '', 'p/obj/a.cs': '' },
    excluded,
  );
  for (const name of ['obj/a.cs', 'samples/a.cs', 'samples/project.assets.json', 'p/obj/a.cs']) writeFileSync(at(name), 'more');
  expect(changes()).toEqual([]);
  writeFileSync(at('obj/project.assets.json'), '{"version": 3}');
  writeFileSync(at('p/obj/project.assets.json'), '{}');
  expect(changes()).toEqual(['changed obj/project.assets.json', 'created p/obj/project.assets.json']);
});

test('links to folders are not followed, not even in a circle; a link to a file is a file', () => {
  const outside = lay({ 'a.cs': 'one' });
  const { changes, at } = watch({ 'circle -> .': '', 'out -> ..': '' });
  symlinkSync(outside, at('linked'));
  symlinkSync(join(outside, 'a.cs'), at('a.cs'));
  symlinkSync(join(outside, 'gone.cs'), at('dangling.cs'));
  expect(changes()).toEqual(['created a.cs']);
  writeFileSync(join(outside, 'a.cs'), 'two');
  expect(changes()).toEqual(['changed a.cs']);
});

test('two folders, one file once; a folder that is not there yet', () => {
  const root = lay({ 'a/x.cs': '', 'b/y.cs': '' });
  const disk = new Disk([join(root, 'a'), join(root, 'b'), join(root, 'c'), join(root, 'a')], nothing);
  expect([...disk.paths()].map((path) => relative(root, path)).sort()).toEqual(['a/x.cs', 'b/y.cs']);
  lay({ 'c/z.cs': '' }, root);
  expect(disk.changes()).toEqual([{ path: join(root, 'c', 'z.cs'), kind: 'created' }]);
});

test('over random changes the sweep tells exactly the difference of two listings', () => {
  let seed = 20261130;
  const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  const root = tempFolder('random');
  const disk = new Disk([root], nothing);
  const before = new Map<string, string>();
  for (let round = 0; round < 30; round += 1) {
    const now = new Map(before);
    for (let step = random(6); step >= 0; step -= 1) {
      const name = `${['a', 'b', 'c/d', 'e #1'][random(4)]}/${random(5)}.cs`;
      const text = String(random(10));
      if (random(3) === 0) now.delete(name);
      else now.set(name, text);
      rmSync(join(root, name), { force: true });
      if (now.has(name)) lay({ [name]: text }, root);
    }
    const created = [...now.keys()].filter((name) => !before.has(name)).map((name) => `created ${name}`);
    const changed = [...now].filter(([name, text]) => before.has(name) && before.get(name) !== text);
    const deleted = [...before.keys()].filter((name) => !now.has(name)).map((name) => `deleted ${name}`);
    const told = disk.changes().map(({ kind, path }) => `${kind} ${relative(root, path)}`);
    const due = [...created, ...changed.map(([name]) => `changed ${name}`), ...deleted];
    // A file written anew with its old text may be told as changed, too: that costs a question and no truth.
    expect(due.filter((each) => !told.includes(each))).toEqual([]);
    expect(told.filter((each) => !due.includes(each) && !(each.startsWith('changed ') && now.has(each.slice(8))))).toEqual([]);
    before.clear();
    for (const [name, text] of now) before.set(name, text);
  }
});
