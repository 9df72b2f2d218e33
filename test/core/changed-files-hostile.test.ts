/** A hostile repository: what git must not be brought to do when it is asked what has changed. */
import { expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changedIn, reasonOf, repository } from '../support/changed.ts';
import { lay } from '../support/lay.ts';
import { commitAll, git } from '../support/repository.ts';
import { tempFolder } from '../support/temp.ts';

/** A program that leaves a mark when it runs. */
function trap(folder: string): { readonly program: string; readonly sprung: () => boolean } {
  const [program, mark] = [join(folder, 'evil.sh'), join(folder, '..', 'mark')];
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, sprung: () => existsSync(mark) };
}

/** Makes git compare the content: the file is as long as before, and touched. */
const touch = (folder: string): string => lay({ 'a.cs': '2' }, folder);

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
    lay({ [hook]: readFileSync(program, 'utf8') }, folder);
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
  const folder = join(tempFolder('changed'), 'bare');
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
