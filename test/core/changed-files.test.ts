/** What git tells of changes: every kind of change and of repository, and what a hostile one must not bring about. */
import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Problem } from '../../src/model/problem.ts';
import { changedFiles, entriesOf } from '../../src/workspace/changed-files.ts';
import { commitAll, git } from '../support/repository.ts';
import { tempFolder } from '../support/temp.ts';

const never = new AbortController().signal;

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A repository with these files committed. */
async function repository(files: Readonly<Record<string, string>>, name = 'repo'): Promise<string> {
  const folder = join(realpathSync(tempFolder('changed')), name);
  mkdirSync(folder);
  write(folder, files);
  await commitAll(folder);
  return folder;
}

const changedIn = async (folder: string, root = folder): Promise<string[]> => {
  const { files } = await changedFiles(root, never);
  return files.map((path) => relative(folder, path)).sort();
};

async function reasonOf(root: string): Promise<string> {
  try {
    await changedFiles(root, never);
  } catch (error) {
    if (error instanceof Problem && error.code === 'feature_unavailable' && error.continuation !== undefined)
      return error.message;
    throw error;
  }
  throw new Error('it was available');
}

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
  write(folder, {
    'changed.cs': '2',
    'staged.cs': '2',
    'a/Größe #1 "x" 数量.cs': '2',
    'new folder/new.cs': '1',
    'bin/out.cs': '1',
  });
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
  const folder = join(realpathSync(tempFolder('changed')), 'repo');
  mkdirSync(folder);
  await git(folder, 'init', '-q');
  write(folder, { 'a.cs': '1', 'b.cs': '1' });
  await git(folder, 'add', 'a.cs');
  expect(await changedIn(folder)).toEqual(['a.cs', 'b.cs']);
});

test('a merge with conflicts', async () => {
  const folder = await repository({ 'a b.cs': '1\n', 'same.cs': '1\n' });
  await git(folder, 'checkout', '-q', '-b', 'other');
  write(folder, { 'a b.cs': '2\n' });
  await commitAll(folder);
  await git(folder, 'checkout', '-q', 'main');
  write(folder, { 'a b.cs': '3\n' });
  await commitAll(folder);
  await expect(git(folder, 'merge', 'other')).rejects.toThrow('CONFLICT');
  expect(await changedIn(folder)).toEqual(['a b.cs']);
});

test('another worktree has changes of its own', async () => {
  const folder = await repository({ 'a.cs': '1' });
  const other = join(dirname(folder), 'other');
  await git(folder, 'worktree', 'add', '-q', other);
  write(other, { 'a.cs': '2' });
  expect(await changedIn(other)).toEqual(['a.cs']);
  expect(await changedIn(folder)).toEqual([]);
});

test('submodules: what is changed in them, and what their commits have changed', async () => {
  const library = await repository({ 'lib.cs': '1', 'more.cs': '1' }, 'library');
  const folder = await repository({ 'a.cs': '1' });
  await git(folder, 'submodule', 'add', '-q', library, 'deep/lib');
  await commitAll(folder);
  expect(await changedIn(folder)).toEqual([]);
  write(folder, { 'deep/lib/lib.cs': '2' });
  expect(await changedIn(folder)).toEqual(['deep/lib/lib.cs']);
  await commitAll(join(folder, 'deep/lib'));
  expect(await changedIn(folder)).toEqual(['deep/lib/lib.cs']);
  write(folder, { 'deep/lib/new.cs': '2' });
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
    expect(await reasonOf(realpathSync(tempFolder('changed')))).toContain('not a git repository');
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

describe('a hostile repository', () => {
  /** A program that leaves a mark when it runs. */
  function trap(folder: string): { readonly program: string; readonly sprung: () => boolean } {
    const [program, mark] = [join(folder, 'evil.sh'), join(folder, '..', 'mark')];
    writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
    chmodSync(program, 0o755);
    return { program, sprung: () => existsSync(mark) };
  }

  /** Makes git compare the content: the file is as long as before, and touched. */
  const touch = (folder: string): void => write(folder, { 'a.cs': '2' });

  test.each<[string, (program: string) => Record<string, string>]>([
    ['core.fsmonitor', (program) => ({ 'core.fsmonitor': program })],
    ['core.hooksPath', (program) => ({ 'core.hooksPath': dirname(program) })],
    ['a clean filter', (program) => ({ 'filter.evil.clean': program, 'filter.evil.required': 'true' })],
    ['a filter process', (program) => ({ 'filter.evil.process': program })],
    ['diff.external', (program) => ({ 'diff.external': program, 'diff.evil.command': program, 'diff.evil.textconv': program })],
    ['a pager, an editor, ssh', (program) => ({ 'core.pager': program, 'core.editor': program, 'core.sshCommand': program })],
  ])('does not run a program by %s', async (_, settings) => {
    const folder = await repository({ 'a.cs': '1', '.gitattributes': '*.cs filter=evil diff=evil\n' });
    const { program, sprung } = trap(folder);
    for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman']) {
      write(folder, { [hook]: readFileSync(program, 'utf8') });
      chmodSync(join(folder, hook), 0o755);
    }
    await git(folder, 'add', 'a.cs');
    for (const [key, value] of Object.entries(settings(program))) await git(folder, 'config', key, value);
    touch(folder);
    expect(await changedIn(folder)).toContain('a.cs');
    expect(sprung()).toBe(false);
  });

  test('the traps are sharp: git by itself runs them', async () => {
    const folder = await repository({ 'a.cs': '1', '.gitattributes': '*.cs filter=evil\n' });
    const { program, sprung } = trap(folder);
    await git(folder, 'config', 'filter.evil.clean', program);
    touch(folder);
    await git(folder, 'status');
    expect(sprung()).toBe(true);
  });

  test('a filter whose name holds an equals sign is none, too', async () => {
    const folder = await repository({ 'a.cs': '1', '.gitattributes': '*.cs filter=a=b\n' });
    const { program, sprung } = trap(folder);
    writeFileSync(
      join(folder, '.git', 'config'),
      `${readFileSync(join(folder, '.git', 'config'), 'utf8')}[filter "a=b"]\n\tclean = ${program}\n`,
    );
    touch(folder);
    expect(await changedIn(folder)).toContain('a.cs');
    expect(sprung()).toBe(false);
  });

  test('nor does one inside of it', async () => {
    const library = await repository({ 'a.cs': '1', '.gitattributes': '*.cs filter=evil\n' }, 'library');
    const folder = await repository({ 'b.cs': '1' });
    await git(folder, 'submodule', 'add', '-q', library, 'lib');
    await commitAll(folder);
    const { program, sprung } = trap(folder);
    await git(join(folder, 'lib'), 'config', 'filter.evil.clean', program);
    await git(join(folder, 'lib'), 'config', 'core.fsmonitor', program);
    touch(join(folder, 'lib'));
    expect(await changedIn(folder)).toContain('lib/a.cs');
    expect(sprung()).toBe(false);
  });

  test('a folder that looks like a bare repository is none', async () => {
    const folder = join(realpathSync(tempFolder('changed')), 'bare');
    mkdirSync(folder);
    await git(folder, 'init', '-q', '--bare');
    expect(await reasonOf(folder)).toContain('git repository');
  });

  test('a git that lies in it is not run', async () => {
    const folder = await repository({ 'a.cs': '1' });
    const { program, sprung } = trap(folder);
    mkdirSync(join(folder, 'bin'));
    renameSync(program, join(folder, 'bin', 'git'));
    const path = process.env['PATH'];
    process.env['PATH'] = `${join(folder, 'bin')}:${path}`;
    try {
      touch(folder);
      expect(await changedIn(folder)).toContain('a.cs');
    } finally {
      process.env['PATH'] = path;
    }
    expect(sprung()).toBe(false);
  });
});

test('what the environment says of git is not meant', async () => {
  const folder = await repository({ 'a.cs': '1' });
  const other = await repository({ 'b.cs': '1' });
  write(folder, { 'a.cs': '2' });
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
  write(folder, { 'a.cs': '1' });
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
