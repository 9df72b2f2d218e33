/** What stands at the workspace root under the name of the settings file: bytes, folders, links. */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../src/model/problem.ts';
import { systemFault } from '../../src/settings/disk-faults.ts';
import { fingerprints, readSettings } from '../../src/settings/resolve.ts';
import { run } from '../support/run.ts';
import { tempFolder } from '../support/temp.ts';

const name = '.roslyn-bridge.json';
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

/** The timeout that was read, or the block of faults. */
async function read(root: string): Promise<number | string> {
  try {
    return (await readSettings(root, {})).settings.startupTimeout.value;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

const invalid = (line: string): string => `.roslyn-bridge.json is invalid:\n- ${line}`;

describe('bytes', () => {
  const bom = [0xef, 0xbb, 0xbf];
  test.each<[string, Buffer, number | string]>([
    ['a byte-order mark', bytes(bom, '{"startupTimeout": 7}'), 7],
    ['only a byte-order mark', bytes(bom), invalid('line 1, column 1: the file is empty, write {} for no settings')],
    ['a column behind a byte-order mark', bytes(bom, '{x'), invalid('line 1, column 2: this is not JSON')],
    ['two byte-order marks', bytes(bom, bom, '{}'), invalid('line 1, column 1: this is not JSON')],
    ['CRLF', bytes('{\r\n  "startupTimeout": 7\r\n}\r\n'), 7],
    ['a line behind CRLF', bytes('{\r\n  "a": 1\r\n  "b": 2\r\n}'), invalid('line 3, column 3: a comma is expected')],
    ['a line behind CR', bytes('{\r  "a": 1\r  "b": 2\r}'), invalid('line 3, column 3: a comma is expected')],
    ['a column behind letters of two units', bytes('{ "😀": 1 "b": 2 }'), invalid('line 1, column 11: a comma is expected')],
    ['a broken sequence', bytes('{ "a', [0xc3, 0x28], '": 1 }'), invalid('cannot be read: it is not UTF-8')],
    ['a sequence cut short', bytes('{}', [0xe2, 0x82]), invalid('cannot be read: it is not UTF-8')],
    ['UTF-16 with its mark', bytes([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), invalid('cannot be read: it is not UTF-8')],
    ['a zero byte', bytes('{}', [0]), invalid('line 1, column 3: this is not JSON')],
    ['endless nesting', bytes('{"a":', '['.repeat(200_000)), invalid('line 1, column 105: nested deeper than 100 levels')],
    ['brackets inside of strings', bytes(`{"startupTimeout": 7, "$schema": "${'['.repeat(500)}"}`), 7],
    ['a size that nobody writes', bytes('{}', ' '.repeat(1024 * 1024)), invalid('cannot be read: it is larger than 1024 KiB')],
  ])('%s', async (_, content, expected) => {
    const root = tempFolder('bytes');
    writeFileSync(join(root, name), content);
    expect(await read(root)).toBe(expected);
  });
});

describe('what is no file', () => {
  test('a folder', async () => {
    const root = tempFolder('folder');
    mkdirSync(join(root, name));
    expect(await read(root)).toBe(invalid('cannot be read: it is a folder'));
  });

  test.skipIf(process.platform === 'win32')('a pipe is not waited for', async () => {
    const root = tempFolder('pipe');
    expect((await run(['mkfifo', join(root, name)])).code).toBe(0);
    expect(await read(root)).toBe(invalid('cannot be read: it is not a file'));
  });

  test.each([
    ['out of the workspace', '../outside.json', 'it is a link that leaves the workspace'],
    ['out of the workspace to nothing', '../missing.json', 'it is a link that leaves the workspace'],
    ['absolute', '/etc/hostname', 'it is a link that leaves the workspace'],
    ['to nothing inside', 'missing.json', 'it is a link to a file that does not exist'],
    ['to itself', name, 'it is a link that leads to itself'],
    ['to a folder inside', 'sub', 'it is a folder'],
  ])('a link %s', async (_, target, reason) => {
    const root = join(tempFolder('link'), 'work');
    mkdirSync(join(root, 'sub'), { recursive: true });
    writeFileSync(join(root, '..', 'outside.json'), '{}');
    symlinkSync(target, join(root, name));
    expect(await read(root)).toBe(invalid(`cannot be read: ${reason}`));
  });

  test('a link that stays inside is read', async () => {
    const root = tempFolder('link');
    mkdirSync(join(root, 'config'));
    writeFileSync(join(root, 'config', 'bridge.json'), '{"startupTimeout": 7}');
    symlinkSync('config/bridge.json', join(root, name));
    expect(await read(root)).toBe(7);
  });

  // The tests may run as a user whom no permission stops, so the mapping is tested by itself.
  test.each([
    ['EACCES', 'permission denied'],
    ['EPERM', 'permission denied'],
    ['EISDIR', 'it is a folder'],
    ['EIO', 'the system says EIO'],
  ])('%s', (code, reason) => {
    expect(systemFault(Object.assign(new Error(), { code }))).toBe(reason);
  });

  test('an error of our own is no fault of the file', () => {
    expect(() => systemFault(new TypeError('ours'))).toThrow('ours');
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('permission denied', async () => {
    const root = tempFolder('permission');
    writeFileSync(join(root, name), '{}', { mode: 0 });
    expect(await read(root)).toBe(invalid('cannot be read: permission denied'));
  });
});

test('the file is not looked for in parent folders', async () => {
  const root = tempFolder('parent');
  mkdirSync(join(root, 'sub'));
  writeFileSync(join(root, name), '{"startupTimeout": 7}');
  expect(await read(join(root, 'sub'))).toBe(120);
});

describe('fingerprint', () => {
  test('is that of the settings that were read, until the file changes', async () => {
    const root = tempFolder('fingerprint');
    const seen = [(await readSettings(root, {})).fingerprints.project];
    expect(fingerprints(root, undefined).project).toBe(seen[0] ?? '');
    for (const content of ['{}', '{ }', '{"startupTimeout": 7}']) {
      writeFileSync(join(root, name), content);
      const before = (await readSettings(root, {})).fingerprints.project;
      expect(fingerprints(root, undefined).project).toBe(before);
      seen.push(before);
    }
    for (const content of ['{', Buffer.from([0xff]), Buffer.from([0xfe])]) {
      writeFileSync(join(root, name), content);
      seen.push(fingerprints(root, undefined).project);
    }
    rmSync(join(root, name));
    mkdirSync(join(root, name));
    seen.push(fingerprints(root, undefined).project);
    expect(new Set(seen).size).toBe(8);
    rmSync(join(root, name), { recursive: true });
    expect(fingerprints(root, undefined).project).toBe(seen[0] ?? '');
  });
});
