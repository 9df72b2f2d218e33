/** What git tells of changes: every kind of change and of repository. */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changedFiles, entriesOf } from '../../src/workspace/problems/changed-files.ts';
import { changedIn, never, reasonOf, repository } from '../support/changed.ts';
import { lay } from '../support/lay.ts';
import { commitAll, git } from '../support/repository.ts';
import { tempFolder } from '../support/temp.ts';

test('changed, staged, new, deleted and renamed files; not what is ignored or as it was', async () => {
  const folder = await repository({
    '.gitignore': 'bin/\n',
    'same.cs': '1',
    'changed.cs': '1',
    'staged.cs': '1',
    'gone.cs': '1',
    'goneStaged.cs': '1',
    'from.cs': 'a long enough text to be found again\n',
    'a/Größe #1 "x" 数量.cs': '1',
  });
  expect(await changedIn(folder)).toEqual([]);
  lay(
    {
      'changed.cs': '2',
      'staged.cs': '2',
      'a/Größe #1 "x" 数量.cs': '2',
      'new folder/new.cs': '1',
      'bin/out.cs': '1',
    },
    folder,
  );
  await git(folder, 'add', 'staged.cs');
  rmSync(join(folder, 'gone.cs'));
  await git(folder, 'rm', '-q', 'goneStaged.cs');
  await git(folder, 'mv', 'from.cs', 'to.cs');
  const all = [
    'a/Größe #1 "x" 数量.cs',
    'changed.cs',
    'from.cs',
    'gone.cs',
    'goneStaged.cs',
    'new folder/new.cs',
    'staged.cs',
    'to.cs',
  ];
  expect(await changedIn(folder)).toEqual(all);
  // Of a folder of the repository, too, whose files may be linked from elsewhere in it.
  expect(await changedIn(folder, join(folder, 'a'))).toEqual(all);
});

test('a repository without a commit: all files are new', async () => {
  const folder = join(tempFolder('changed'), 'repo');
  mkdirSync(folder);
  await git(folder, 'init', '-q');
  lay({ 'a.cs': '1', 'b.cs': '1' }, folder);
  await git(folder, 'add', 'a.cs');
  expect(await changedIn(folder)).toEqual(['a.cs', 'b.cs']);
});

test('a merge with conflicts', async () => {
  const folder = await repository({ 'a b.cs': '1\n', 'same.cs': '1\n' });
  await git(folder, 'checkout', '-q', '-b', 'other');
  lay({ 'a b.cs': '2\n' }, folder);
  await commitAll(folder);
  await git(folder, 'checkout', '-q', 'main');
  lay({ 'a b.cs': '3\n' }, folder);
  await commitAll(folder);
  await expect(git(folder, 'merge', 'other')).rejects.toThrow('CONFLICT');
  expect(await changedIn(folder)).toEqual(['a b.cs']);
});

test('another worktree has changes of its own', async () => {
  const folder = await repository({ 'a.cs': '1' });
  const other = join(dirname(folder), 'other');
  await git(folder, 'worktree', 'add', '-q', other);
  lay({ 'a.cs': '2' }, other);
  expect(await changedIn(other)).toEqual(['a.cs']);
  expect(await changedIn(folder)).toEqual([]);
});

test('submodules: what is changed in them, and what their commits have changed', async () => {
  const library = await repository({ 'lib.cs': '1', 'more.cs': '1' }, 'library');
  const folder = await repository({ 'a.cs': '1' });
  await git(folder, 'submodule', 'add', '-q', library, 'deep/lib');
  await commitAll(folder);
  expect(await changedIn(folder)).toEqual([]);
  lay({ 'deep/lib/lib.cs': '2' }, folder);
  expect(await changedIn(folder)).toEqual(['deep/lib/lib.cs']);
  await commitAll(join(folder, 'deep/lib'));
  expect(await changedIn(folder)).toEqual(['deep/lib/lib.cs']);
  lay({ 'deep/lib/new.cs': '2' }, folder);
  expect(await changedIn(folder)).toEqual(['deep/lib/lib.cs', 'deep/lib/new.cs']);
  await commitAll(folder);
  expect(await changedIn(folder)).toEqual(['deep/lib/new.cs']);
  // One that is not checked out has no files, and is not taken for the repository around it.
  await git(folder, 'submodule', 'deinit', '-q', '-f', 'deep/lib');
  expect(await changedIn(folder)).toEqual([]);
});

test('a repository inside that this one does not know counts as a whole', async () => {
  const folder = await repository({ 'a.cs': '1' });
  renameSync(await repository({ 'b.cs': '1' }, 'inner'), join(folder, 'inner'));
  expect(await changedFiles(folder, never)).toEqual({ files: [], folders: [join(folder, 'inner/')] });
});

describe('where it cannot be told, the reason is', () => {
  test('no repository', async () => {
    expect(await reasonOf(tempFolder('changed'))).toContain('not a git repository');
  });

  test('a broken one', async () => {
    const folder = await repository({ 'a.cs': '1' });
    writeFileSync(join(folder, '.git', 'index'), 'broken');
    expect(await reasonOf(folder)).toContain('git failed: ');
  });

  test('no git', async () => {
    const folder = await repository({ 'a.cs': '1' });
    const path = process.env['PATH'];
    process.env['PATH'] = tempFolder('empty');
    try {
      expect(await reasonOf(folder)).toContain('git was not found on PATH');
    } finally {
      process.env['PATH'] = path;
    }
  });

  test('a call that has ended ends it with its reason', async () => {
    const folder = await repository({ 'a.cs': '1' });
    await expect(changedFiles(folder, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});

test('what the environment says of git is not meant', async () => {
  const folder = await repository({ 'a.cs': '1' });
  const other = await repository({ 'b.cs': '1' });
  lay({ 'a.cs': '2' }, folder);
  process.env['GIT_DIR'] = join(other, '.git');
  process.env['GIT_WORK_TREE'] = other;
  try {
    expect(await changedIn(folder)).toEqual(['a.cs']);
  } finally {
    delete process.env['GIT_DIR'];
    delete process.env['GIT_WORK_TREE'];
  }
});

test('nothing is written', async () => {
  const folder = await repository({ 'a.cs': '1' });
  const index = join(folder, '.git', 'index');
  const before = statSync(index, { bigint: true }).mtimeNs;
  lay({ 'a.cs': '1' }, folder);
  expect(await changedIn(folder)).toEqual([]);
  expect(statSync(index, { bigint: true }).mtimeNs).toBe(before);
});

test('an entry is read whole: blanks, submodules, conflicts', () => {
  const output = [
    '1 .M N... 100644 100644 100644 aaaa bbbb a  b.cs',
    '1 .M SC.. 160000 160000 160000 cccc dddd lib',
    'u UU N... 100644 100644 100644 100644 h1 h2 h3 c d.cs',
    '? new folder/',
    '! ignored.cs',
    '# branch.oid x',
  ].join('\0');
  expect(entriesOf(`${output}\0`)).toEqual([
    { path: 'a  b.cs', submodule: false, recorded: 'aaaa' },
    { path: 'lib', submodule: true, recorded: 'cccc' },
    { path: 'c d.cs', submodule: false, recorded: '100644' },
    { path: 'new folder/', submodule: false, recorded: '' },
  ]);
});
