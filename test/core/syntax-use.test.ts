/** How a name is used, told by syntax alone: every form, texts that are cut off, and texts that are meant to exhaust. */
import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Code, codeOf, tokenAt } from '../../src/syntax/code.ts';
import { positionAt } from '../../src/syntax/text.ts';
import { useOf } from '../../src/syntax/use.ts';

const file = join(import.meta.dir, 'cases', 'uses.txt');

/** A text without the marks of names, and where these begin. */
function unmarked(text: string): { text: string; names: number[] } {
  const parts = text.split('«');
  const names: number[] = [];
  let plain = parts[0] ?? '';
  for (const part of parts.slice(1)) {
    names.push(plain.length);
    plain += part.replace('»', '');
  }
  return { text: plain, names };
}

const useAt = (code: Code, offset: number): string => useOf(code, positionAt(code.lineStarts, offset)) ?? '-';

/** Each line with the uses of the names that are marked on it; the first line says so itself. */
function annotated(marked: string): string {
  const [head = '', ...lines] = marked.split('\n').map((line) => line.replace(/ *\/\/>.*$/, ''));
  const { text, names } = unmarked(lines.join('\n'));
  const code = codeOf(text);
  const uses = Map.groupBy(names, (offset) => positionAt(code.lineStarts, offset).line);
  const answered = lines.map((line, at) => {
    const found = uses.get(at + 1)?.map((offset) => useAt(code, offset));
    return found === undefined ? line : `${line} //> ${found.join(', ')}`;
  });
  return [head, ...answered].join('\n');
}

test('every form of a use', () => {
  const text = readFileSync(file, 'utf8');
  if (process.env['UPDATE'] === '1') writeFileSync(file, annotated(text));
  else expect(annotated(text)).toBe(text);
});

test('a token is found by every position in it, and by none beside it', () => {
  const code = codeOf('class A // B\r\n{\r\n  int @int, c;\r\n}');
  const found = (line: number, column: number): string => code.tokens[tokenAt(code, { line, column })]?.text ?? '';
  expect([found(1, 7), found(1, 8), found(1, 12), found(3, 7), found(3, 10), found(3, 11), found(4, 1), found(9, 1)]).toEqual([
    'A',
    '',
    '',
    '@int',
    '@int',
    ',',
    '}',
    '',
  ]);
});

test('branches of a directive open a bracket once', () => {
  const { tokens } = codeOf('#if A\nclass B : C {\n#elif D\nclass B {\n#else\nclass E {\n#endif\nint x;\n}\nclass F { }');
  expect(tokens.filter(({ text }) => text === 'F').map(({ inside }) => inside)).toEqual([-1]);
  expect(tokens.filter(({ text }) => text === 'x').map(({ inside }) => tokens[inside]?.start)).toEqual([52]);
});

describe('a text that is wrong', () => {
  const { text, names } = unmarked(readFileSync(file, 'utf8'));

  test('has an answer wherever it is cut', () => {
    const known = /^(?:call|new|write|readwrite|read|nameof|typeof|attribute|base-list|using|cref|-)$/;
    for (let at = 0; at < text.length; at += 97) {
      const [front, back] = [codeOf(text.slice(0, at)), codeOf(text.slice(at))];
      for (const name of names.filter((each) => Math.abs(each - at) < 200)) {
        expect(name < at ? useAt(front, name) : useAt(back, name - at)).toMatch(known);
      }
    }
  });

  // Most take a tenth of a second on a slow machine; time that grew with the square of the length would be a minute.
  test.each([
    'a.',
    'a(',
    'a<',
    'a>',
    'a[',
    'a{',
    'a,',
    'a?',
    'a:',
    'a ',
    'a=',
    'a!',
    'a)',
    'a}',
    '[a]',
    '(a)',
    'a;',
    '(a,a)',
    'a<a>.',
    'a(1).',
    'class a : a,',
    '{a = 1,',
    'a is (',
    '#if A\n{\n#else\n',
    '({[',
    ')}]',
  ])('of many %j costs time that grows with its length', (piece) => {
    const many = piece.repeat((1 << 18) / piece.length);
    const begin = performance.now();
    const code = codeOf(many);
    for (let count = 0; count < 100; count += 1)
      useAt(code, Math.floor((many.length * count) / 100 / piece.length) * piece.length);
    expect(performance.now() - begin).toBeLessThan(4000);
  });
});
