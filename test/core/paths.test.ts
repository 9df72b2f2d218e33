/** Paths as an agent writes them: every spelling of a file of the workspace, and every way out of it. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem } from '../../src/model/problem.ts';
import { lyingIn, resolvePath } from '../../src/workspace/names/paths.ts';
import { tempFolder } from '../support/temp.ts';

const top = tempFolder('paths');
const root = join(top, 'Größe #1 100%');
const inside = join(root, 'src', 'A.cs');
const files = { root, sources: () => ['src/A.cs', 'x/B.cs', 'y/B.cs'], excluded: () => undefined };

beforeAll(() => {
  for (const path of [inside, join(root, 'a.txt'), join(top, 'secret.cs'), join(top, 'Größe #1 100%2', 'A.cs')]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'class A { }');
  }
  symlinkSync(join(top, 'secret.cs'), join(root, 'link.cs'));
  symlinkSync(top, join(root, 'up'));
  symlinkSync(inside, join(root, 'alias.cs'));
  symlinkSync(join(root, 'a.txt'), join(root, 'text.cs'));
  symlinkSync(join(top, 'nowhere.cs'), join(root, 'dangling.cs'));
});

describe('a file of the workspace', () => {
  test.each([
    'src/A.cs',
    './src/A.cs',
    'src//A.cs',
    'src\\A.cs',
    '.\\src\\A.cs',
    'src/../src/A.cs',
    'nowhere/../src/A.cs',
    'alias.cs',
    'A.cs',
    inside,
    pathToFileURL(inside).href,
    pathToFileURL(inside).href.replaceAll('%20', ' '),
  ])('%s', (given) => expect(resolvePath(files, given)).toBe(inside));
});

describe('where results are wanted', () => {
  const shown = ['src/A.cs', 'src/sub/B.cs', 'src2/C.cs', '/elsewhere/D.cs'];
  const all = { ...files, sources: () => shown };
  test.each<[string, number[]]>([
    ['src', [0, 1]],
    ['./src/', [0, 1]],
    ['src\\sub', [1]],
    ['src/../src2', [2]],
    ['src/A.cs', [0]],
    ['.', [0, 1, 2]],
    [join(root, 'src'), [0, 1]],
    [pathToFileURL(join(root, 'src2')).href, [2]],
    ['/elsewhere', [3]],
  ])('%s', (given, expected) => expect(shown.filter(lyingIn(all, given))).toEqual(expected.map((at) => String(shown[at]))));

  test('an excluded folder, whose files are loaded', () => {
    const excluded = (path: string) => (path === join(root, 'x') ? { name: 'x', source: 'file' } : undefined);
    mkdirSync(join(root, 'x'), { recursive: true });
    expect(['x/B.cs', 'y/B.cs'].filter(lyingIn({ ...files, sources: () => [], excluded }, 'x'))).toEqual(['x/B.cs']);
  });

  test.each(['nowhere', '../src', 'sr', '/'])('no source file lies in %s', (given) => {
    expect(() => lyingIn(files, given)).toThrow(`inPath: no source file lies in '${given}'`);
  });
});

describe('what is refused', () => {
  test.each([
    ['../secret.cs', 'path_outside_workspace', '../secret.cs lies outside of the workspace'],
    ['..\\secret.cs', 'path_outside_workspace', '..\\secret.cs lies outside of the workspace'],
    ['src/../../secret.cs', 'path_outside_workspace', 'src/../../secret.cs lies outside of the workspace'],
    ['../nowhere.cs', 'path_outside_workspace', '../nowhere.cs lies outside of the workspace'],
    ['/etc/passwd', 'path_outside_workspace', '/etc/passwd lies outside of the workspace'],
    ['/nowhere/A.cs', 'path_outside_workspace', '/nowhere/A.cs lies outside of the workspace'],
    [`${root}2/A.cs`, 'path_outside_workspace', `${root}2/A.cs lies outside of the workspace`],
    ['file:///etc/passwd', 'path_outside_workspace', 'file:///etc/passwd lies outside of the workspace'],
    ['link.cs', 'path_outside_workspace', 'link.cs lies outside of the workspace'],
    ['up/secret.cs', 'path_outside_workspace', 'up/secret.cs lies outside of the workspace'],
    ['dangling.cs', 'file_not_found', 'dangling.cs does not exist'],
    ['src/B.cs', 'file_not_found', 'src/B.cs does not exist, did you mean x/B.cs or y/B.cs?'],
    ['src/a.cs', 'file_not_found', 'src/a.cs does not exist, did you mean src/A.cs?'],
    ['src/A.cs/B.cs', 'file_not_found', 'src/A.cs/B.cs does not exist, did you mean x/B.cs or y/B.cs?'],
    ['B.cs', 'invalid_arguments', '2 files are named B.cs: x/B.cs, y/B.cs'],
    ['C.cs', 'file_not_found', 'C.cs does not exist'],
    ['a.txt', 'not_csharp', 'a.txt is not a C# file'],
    ['text.cs', 'not_csharp', 'a.txt is not a C# file'],
    ['src', 'not_csharp', 'src is not a C# file'],
    ['file://server/share/A.cs', 'invalid_arguments', "path 'file://server/share/A.cs' is not a file URI of this machine"],
    ['file:///%2e%2e%2fsecret.cs', 'invalid_arguments', "path 'file:///%2e%2e%2fsecret.cs' is not a file URI of this machine"],
  ])('%s', (given, code, message) => {
    let caught: unknown;
    try {
      resolvePath(files, given);
    } catch (error) {
      caught = error;
    }
    if (!(caught instanceof Problem)) throw caught ?? new Error('nothing was thrown');
    expect({ code: caught.code, message: caught.message }).toEqual({ code: code as never, message });
    expect(caught.continuation?.kind).toBe('ReviseRequest');
  });

  test('a NUL in a path is no path', () => {
    expect(() => resolvePath(files, 'src/A.cs\0')).toThrow(Problem);
  });
});
