/** Reading source files: encodings, line ends, limits; and the border between places and LSP's positions. */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../src/model/problem.ts';
import { comparePlaces, fromLsp, pathOf, placesOf, shownPath, toLsp, uriOf } from '../../src/workspace/places.ts';
import { Texts, largestFile } from '../../src/workspace/text/text.ts';
import { tempFolder } from '../support/temp.ts';

const folder = tempFolder('text');

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const utf16 = (text: string, little: boolean): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return little ? bytes : bytes.swap16();
};

async function failure(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'it did not fail';
}

describe('text', () => {
  const text = 'class Größe { } // 数量 🛒\r\nend';
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, little end first', utf16(text, true)],
    ['UTF-16, big end first', utf16(text, false)],
  ])('of %s is read, the mark is no part of it', async (name, bytes) => {
    const source = await new Texts().read(file(`${name}.cs`, bytes), 'a.cs');
    expect(source).toEqual({ text, lines: ['class Größe { } // 数量 🛒', 'end'] });
  });

  test.each([
    ['line feed', 'a\nb\n', ['a', 'b', '']],
    ['carriage return and line feed', 'a\r\nb\r\n', ['a', 'b', '']],
    ['carriage return', 'a\rb', ['a', 'b']],
    ['next line, line and paragraph separator', 'a\u0085b\u2028c\u2029d', ['a', 'b', 'c', 'd']],
    ['all of them in one file', 'a\n\rb\r\n\nc', ['a', '', 'b', '', 'c']],
    ['no line', '', ['']],
    ['vertical tab and form feed, which end no line', 'a\u000bb\u000cc', ['a\u000bb\u000cc']],
  ])('is cut into lines at %s', async (name, content, lines) => {
    expect((await new Texts().read(file(`${name}.cs`, content), 'a.cs')).lines).toEqual(lines);
  });

  test.each([
    ['broken UTF-8', Buffer.from([0x63, 0xff, 0xfe]), 'file_undecodable: b.cs is not UTF-8 text'],
    ['Latin-1', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65]), 'file_undecodable: b.cs is not UTF-8 text'],
    ['half a character in UTF-16', Buffer.from([0xff, 0xfe, 0x3d, 0xd8]), 'file_undecodable: b.cs is not UTF-16LE text'],
  ])('of %s is refused', async (name, bytes, expected) => {
    expect(await failure(new Texts().read(file(`${name}.cs`, bytes), 'b.cs'))).toBe(expected);
  });

  test('that is too big is refused, and so is a file that is not there', async () => {
    const path = file('big.cs', '');
    truncateSync(path, largestFile + 1);
    const big = `file_too_big: big.cs has ${largestFile + 1} bytes; files above ${largestFile} are not read`;
    expect(await failure(new Texts().read(path, 'big.cs'))).toBe(big);
    rmSync(path);
    expect(await failure(new Texts().read(path, 'big.cs'))).toBe('file_not_found: big.cs does not exist');
  });

  test('is the same object until the file changes', async () => {
    const texts = new Texts();
    const path = file('cached.cs', 'one');
    const first = await texts.read(path, 'a.cs');
    expect(await texts.read(path, 'a.cs')).toBe(first);
    writeFileSync(path, 'two!');
    expect((await texts.read(path, 'a.cs')).text).toBe('two!');
  });

  test('of a file that is followed is not looked at again before it is forgotten', async () => {
    let followed = true;
    const texts = new Texts(() => followed);
    const path = file('followed.cs', 'one');
    const first = await texts.read(path, 'a.cs');
    writeFileSync(path, 'two!');
    expect(await texts.read(path, 'a.cs')).toBe(first);
    texts.forget([path]);
    expect((await texts.read(path, 'a.cs')).text).toBe('two!');
    writeFileSync(path, 'three');
    followed = false;
    expect((await texts.read(path, 'a.cs')).text).toBe('three');
    // What was read while nobody followed the file is looked at once more.
    writeFileSync(path, 'four, later');
    followed = true;
    expect((await texts.read(path, 'a.cs')).text).toBe('four, later');
  });

  test('is not kept where something was forgotten while it was read', async () => {
    const texts = new Texts(() => true);
    const path = file('meanwhile.cs', 'one');
    const reading = texts.read(path, 'a.cs');
    texts.forget([path]);
    const first = await reading;
    writeFileSync(path, 'two!');
    expect([first.text, (await texts.read(path, 'a.cs')).text]).toEqual(['one', 'two!']);
  });

  test('is kept up to a number of characters in all', async () => {
    const texts = new Texts(() => true);
    const [small, large] = [file('small.cs', 'small'), file('large.cs', 'x'.repeat(3_999_999))];
    const first = await texts.read(small, 'a.cs');
    expect(await texts.read(small, 'a.cs')).toBe(first);
    await texts.read(large, 'b.cs');
    expect(await texts.read(small, 'a.cs')).not.toBe(first);
  });
});

describe('places', () => {
  test('count from 1, columns in UTF-16 code units', () => {
    expect(toLsp({ line: 3, column: 5 })).toEqual({ line: 2, character: 4 });
    expect(fromLsp({ line: 2, character: 4 })).toEqual({ line: 3, column: 5 });
    expect(fromLsp({ line: 0, character: '"🛒" '.length })).toEqual({ line: 1, column: 6 });
  });

  test.each(['a.cs', 'the example/a.cs', 'Price List #1/50% off/a.cs', 'Größe/数量.cs', "it's/a+b&c=d?.cs", '100%25.cs'])(
    '%s survives the way through a URI',
    (name) => {
      const path = join(folder, name);
      expect(pathOf(uriOf(path))).toBe(path);
      expect(shownPath(folder, path)).toBe(name);
    },
  );

  test('URIs that servers escape differently are one path', () => {
    expect(pathOf('file:///w/a b/%23/%25/Gr%C3%B6%C3%9Fe.cs')).toBe('/w/a b/#/%/Größe.cs');
    expect(pathOf('file:///w/a%20b/c%2B.cs')).toBe('/w/a b/c+.cs');
  });

  test('metadata, generated documents and nonsense are no paths', () => {
    expect(['csharp:/metadata/x.cs', 'untitled:a', 'http://x/a.cs', 'a.cs', ''].map(pathOf)).toEqual(Array(5).fill(undefined));
  });

  test('outside of the root a path is absolute; a sibling that begins alike lies outside', () => {
    mkdirSync(join(folder, 'root'), { recursive: true });
    const root = join(folder, 'root');
    const outside = [`${root}2/a.cs`, join(folder, 'a.cs'), join(root, '..hidden', 'a.cs')];
    expect(outside.map((path) => shownPath(root, path))).toEqual([`${root}2/a.cs`, join(folder, 'a.cs'), '..hidden/a.cs']);
    const winding = [`${root}/a/../b.cs`, `${root}/../root/./b.cs`, `${root}//b.cs`, `${root}/b.cs/`];
    expect(winding.map((path) => shownPath(root, path))).toEqual(Array(4).fill('b.cs'));
    expect(shownPath('/', '/w/a.cs')).toBe('w/a.cs');
  });

  test('are sorted by code points, line and column, each once, without those that are no files', () => {
    const at = (uri: string, line: number, character: number) => {
      return { uri, range: { start: { line, character }, end: { line, character } } };
    };
    const locations = [
      at('file:///w/b.cs', 9, 0),
      at('file:///w/b.cs', 10, 0),
      at('file:///w/B.cs', 1, 2),
      at('file:///w/b.cs', 9, 0),
      at('file:///w/%62.cs', 2, 7),
      at('file:///w/b.cs', 2, 3),
      at('csharp:/x', 0, 0),
      at('file:///other/c.cs', 0, 0),
    ];
    const shown = placesOf('/w', locations).map(({ path, line, column }) => `${path}:${line}:${column}`);
    expect(shown).toEqual(['/other/c.cs:1:1', 'B.cs:2:3', 'b.cs:3:4', 'b.cs:3:8', 'b.cs:10:1', 'b.cs:11:1']);
    expect(comparePlaces({ path: 'a', line: 1, column: 1 }, { path: 'a', line: 1, column: 1 })).toBe(0);
  });
});
