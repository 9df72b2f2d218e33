/** Declarations as they are written: every form of C#, what is not understood, and texts that are meant to exhaust. */
import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type WrittenFile, declarationsIn } from '../../src/syntax/declarations.ts';
import { regionsOf } from '../../src/syntax/regions.ts';
import { lineStartsOf, positionAt } from '../../src/syntax/text.ts';
import { lexemesOf } from '../../src/syntax/lexemes.ts';
import { type Written, accessibilityOf, otherModifiers } from '../../src/syntax/written.ts';

const read = (text: string): WrittenFile => declarationsIn(lexemesOf(text, regionsOf(text)));

function shown(each: Written): string {
  const words = [accessibilityOf(each), ...otherModifiers(each), each.kind, each.signature].filter((word) => word !== undefined);
  const more = [...each.attributes.map((attribute) => `[${attribute}]`), ...each.constraints];
  return `${words.join(' ')}${more.length === 0 ? '' : ` {${more.join('; ')}}`}`;
}

/** Each line with what the declarations say whose names stand on it. */
function annotated(text: string): string {
  const starts = lineStartsOf(text);
  const byLine = Map.groupBy(read(text).declarations, ({ nameStart }) => positionAt(starts, nameStart).line);
  return text
    .split('\n')
    .map((line, at) => {
      const code = line.replace(/ +\/\/>.*$/, '');
      const found = byLine.get(at + 1)?.map(shown) ?? [];
      return found.length === 0 ? code : `${code} //> ${found.join(' | ')}`;
    })
    .join('\n');
}

test('every form of a declaration', () => {
  const file = join(import.meta.dir, 'cases', 'declarations.txt');
  const text = readFileSync(file, 'utf8');
  if (process.env['UPDATE'] === '1') writeFileSync(file, annotated(text));
  else expect(annotated(text)).toBe(text);
});

test.each([
  ['Console.WriteLine(1);', true],
  ['using System; var x = 1; class A { }', true],
  ['using var file = Open(); class A { }', true],
  ['int Twice(int x) => x * 2; class A { }', true],
  ['await using (var x = Open()) { } record A;', true],
  ['[assembly: A] class A { }', false],
  ['using System; namespace N; class A { }', false],
  [';', false],
])('statements outside of types: %s', (text, statements) => {
  expect(read(text)).toMatchObject({ statements });
  expect(read(text).declarations.map(({ name }) => name)).toEqual(text.match(/(?<=namespace |class |record )\w/g) ?? []);
});

test.each([
  ['void M() { int L(int q) => q; }', 1],
  ['void M() { static async Task<(int, int)> L<T>(int q) where T : class { } L(1); }', 1],
  ['int P { get { return L(); List<int> L() { return []; } } }', 1],
  ['void M() { Run(() => { void A() { } void B() { } }); }', 2],
  ['object F = new Func<int>(() => { int L() => 1; return L(); });', 1],
  ['void M() { Call(x); var y = new Order(x) { A = 1 }; await Call(y); return Call(z); }', 0],
  ['int M(object o) => o switch { Point p when Is(p) => 1, not Point(0, 0) => 2, _ when (o is 3) => 3 };', 0],
  ['void M() { if (a) { b(c); } foreach (var x in y(z)) { } lock (q) { } }', 0],
])('functions in bodies: %s', (member, count) => {
  expect(read(`class A { ${member} }`).localFunctions).toHaveLength(count);
});

describe('a text that is wrong', () => {
  const text = readFileSync(join(import.meta.dir, 'cases', 'declarations.txt'), 'utf8').replace(/ *\/\/>.*$/gm, '');

  test('is read to its end, wherever it is cut or lacks a character', () => {
    const named = /^(?:this\[\]|(?:\w+ )?operator .*|~.*)$/;
    for (let at = 0; at < text.length; at += 53) {
      for (const broken of [text.slice(0, at), text.slice(at), `${text.slice(0, at)}${text.slice(at + 1)}`]) {
        for (const { name, nameStart } of read(broken).declarations) {
          if (!named.test(name)) expect(broken.slice(nameStart).replace(/^@/, '')).toStartWith(name);
        }
      }
    }
  });

  test('costs only what is broken', () => {
    expect(read('class A { void Broken(int a { } int Next; }').declarations.map(({ name }) => name)).toEqual([
      'A',
      'Broken',
      'Next',
    ]);
    expect(read('class A { = 3; int ; int Next; } } class B { }').declarations.map(({ name }) => name)).toEqual([
      'A',
      'Next',
      'B',
    ]);
  });

  const many = 30_000;
  test.each([
    ['types', 'class A{'],
    ['namespaces', 'namespace A;'],
    ['extensions', 'static class A { extension(int x){'],
    ['functions', 'class A{void M(){f g(() => { '],
    ['comparisons', 'class A{int x = a<'],
    ['brackets', 'class A{int M('],
    ['tuples', 'class A { void M() {(a,b'],
    ['base types', 'class A : B<'],
    ['statements', 'a b(c) { x y(z) => 1;'],
  ])('of many %s is read in time that grows with its length', (_, part) => {
    const millisecondsFor = (count: number): number => {
      const tokens = lexemesOf(part.repeat(count), regionsOf(part.repeat(count)));
      const begin = performance.now();
      declarationsIn(tokens);
      return performance.now() - begin;
    };
    millisecondsFor(many / 10);
    // Time that grew with the square would be a hundred times as much.
    expect(millisecondsFor(many)).toBeLessThan(40 * millisecondsFor(many / 10) + 200);
  });
});
