/** What lies below the output of builds, whatever links a repository has put there. */
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesBelow } from '../../src/dotnet/build-output.ts';

const root = mkdtempSync(join(tmpdir(), 'roslyn-bridge-output-'));
afterAll(() => rmSync(root, { recursive: true }));

test('links that lead in a circle are not followed', () => {
  const obj = join(root, 'obj');
  mkdirSync(join(obj, 'Debug'), { recursive: true });
  writeFileSync(join(obj, 'Debug', 'A.g.cs'), '');
  for (const name of ['one', 'other']) symlinkSync('.', join(obj, name));
  expect([...filesBelow(obj)]).toEqual([join(obj, 'Debug', 'A.g.cs')]);
});

test('a folder that is a link, or missing, has no files', () => {
  mkdirSync(join(root, 'elsewhere'));
  writeFileSync(join(root, 'elsewhere', 'B.cs'), '');
  symlinkSync('elsewhere', join(root, 'linked'));
  expect([...filesBelow(join(root, 'linked')), ...filesBelow(join(root, 'missing'))]).toEqual([]);
});
