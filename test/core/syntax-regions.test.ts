/** A C# text in regions: what they are, under what they are compiled, and that no text takes them apart or costs much. */
import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Condition, conditionText, isActive } from '../../src/syntax/conditions.ts';
import { type Region, regionAt, regionsOf } from '../../src/syntax/regions.ts';
import { random } from '../support/random.ts';

const marks = { code: ' ', comment: '/', string: '"', directive: '#', inactive: '-' } as const;

/** A text with the marks of its characters under each line. */
function annotated(text: string, constants: ReadonlySet<string> | undefined): string {
  const marked = regionsOf(text, constants).map(({ kind, start, end, when }) => {
    const mark = kind === 'code' && when !== undefined && constants === undefined ? '~' : marks[kind];
    return text.slice(start, end).replace(/[^\n]/g, mark);
  });
  const under = marked.join('').split('\n');
  return text
    .split('\n')
    .flatMap((line, at) => [`| ${line}`, `  ${under[at] ?? ''}`.trimEnd()])
    .filter((line) => line !== '')
    .join('\n');
}

test('every kind of text', () => {
  const file = join(import.meta.dir, 'cases', 'regions.txt');
  const [head = '', ...sections] = readFileSync(file, 'utf8').split(/^(?=---)/m);
  const answered = sections.map((section) => {
    const title = section.slice(0, section.indexOf('\n'));
    const constants = title.split(' ').filter((word) => /^[A-Z]+$/.test(word));
    const text = Array.from(section.matchAll(/^\| ?(.*)$/gm), ([, line = '']) => line).join('\n');
    return `${title}\n${annotated(text, constants.length === 0 ? undefined : new Set(constants))}\n`;
  });
  expect(answered.length).toBeGreaterThan(20);
  if (process.env['UPDATE'] === '1') writeFileSync(file, [head, ...answered].join(''));
  else expect([head, ...answered].join('')).toBe(head + sections.join(''));
});

const kindsOf = (text: string, constants?: readonly string[]): string[] =>
  regionsOf(text, constants === undefined ? undefined : new Set(constants)).map(
    ({ kind, start, end }) => `${kind} ${JSON.stringify(text.slice(start, end))}`,
  );

describe('line ends', () => {
  test.each(['\n', '\r\n', '\r', '\u0085', '\u2028', '\u2029'])('%j ends comments, strings and directives', (end) => {
    const shown = (text: string): string => JSON.stringify(text);
    expect(kindsOf(`//a${end}"b${end}#if C${end}d${end}#endif`, [])).toEqual([
      'comment "//a"',
      `code ${shown(end)}`,
      'string "\\"b"',
      `code ${shown(end)}`,
      'directive "#if C"',
      `inactive ${shown(`${end}d${end}`)}`,
      'directive "#endif"',
    ]);
  });

  test('white space in front of a directive is that of Unicode, with a byte-order mark', () => {
    expect(kindsOf('\ufeff#if A\n\u00a0\u3000\t#endif', [])).toEqual([
      'code "\ufeff"',
      'directive "#if A"',
      'inactive "\\n\u00a0\u3000\\t"',
      'directive "#endif"',
    ]);
  });
});

/** The condition of the first code in a text that has one. */
function conditionOf(text: string): Condition {
  const condition = regionsOf(text).find(({ when }) => when !== undefined)?.when;
  if (condition === undefined) throw new Error('there is no condition');
  return condition;
}

describe('expressions', () => {
  test.each([
    ['A', 'A, A B', 'B'],
    ['!A', 'B', 'A'],
    ['A && B || C', 'A B, C', 'A, B'],
    ['A || B && C', 'A, B C', 'B'],
    ['(A || B) && C', 'A C, B C', 'A, C'],
    ['!(A || B)', 'C', 'A, B'],
    ['!A && !B', 'C', 'A, B'],
    ['A == B', 'A B, C', 'A, B'],
    ['A != true', 'B', 'A'],
    ['A == B == C', 'A B C, C', 'A B'],
    ['!!A', 'A', 'B'],
    ['A // || B', 'A', 'B'],
    ['  A  ', 'A', 'B'],
    ['(A', 'A', 'B'],
    ['A B', 'A', 'B'],
    ['A ||', 'A', 'B'],
    ['Größe', 'Größe', 'Gr'],
    ['constructor && !toString', 'constructor', 'constructor toString, A'],
  ])('%s', (text, holdsFor, failsFor) => {
    const condition = conditionOf(`#if ${text}\nx\n#endif`);
    const answers = (sets: string): boolean[] => sets.split(', ').map((set) => isActive(condition, new Set(set.split(' '))));
    expect(answers(holdsFor)).not.toContain(false);
    expect(answers(failsFor)).not.toContain(true);
  });

  test.each(['', '1', '&& A', 'false', '!true', '()', ')'])('%j never holds', (text) => {
    expect(kindsOf(`#if ${text}\nx\n#endif`)[1]).toStartWith('inactive');
  });

  test('of all branches around hold together, and none of the branches before', () => {
    const text = '#if A\n#if B || C\nx\n#elif D\ny\n#else\nz\n#endif\n#endif';
    const shown = regionsOf(text)
      .filter(({ kind, start, end }) => kind === 'code' && text.slice(start, end).trim() !== '')
      .map(({ start, end, when }) => `${text.slice(start, end).trim()}: ${when === undefined ? '' : conditionText(when)}`);
    expect(shown).toEqual(['x: A && (B || C)', 'y: A && !(B || C) && D', 'z: A && !(B || C) && !D']);
  });

  test('of a symbol that the file defines ask for what defines it', () => {
    const text = '#if A\n#define X\n#elif B\n#undef Y\n#endif\n#if X && Y\nx\n#endif';
    const when = regionsOf(text).find(({ start, end }) => text.slice(start, end) === '\nx\n')?.when;
    const active = (...constants: string[]): boolean => isActive(when, new Set(constants));
    expect([active('Y'), active('A'), active('A', 'Y'), active('X', 'Y'), active('B', 'X', 'Y'), active('A', 'B', 'Y')]).toEqual([
      false,
      false,
      true,
      true,
      false,
      true,
    ]);
  });
});

const pieces = [
  ...['"', '""', '"""', '$"', '$$"""', '@"', '$@"', '{', '}', '{{', '}}', '\\', "'", '\n', '\r\n', ':', '(', ')', '[', ']'],
  ...['//', '/*', '*/', '#', '#if A\n', '#elif B\n', '#else\n', '#endif\n', '#define A\n', '#region\n', '#endregion\n'],
  ...['a', ' ', ';', 'u8', '\u2028', '\ufeff', '🚀'],
];

test('the regions join to the whole text, in order and none empty', () => {
  const { below } = random(7);
  for (let count = 0; count < 1000; count += 1) {
    const text = Array.from({ length: below(20) }, () => pieces[below(pieces.length)]).join('');
    for (const constants of [undefined, new Set<string>(), new Set(['A'])]) {
      const regions = regionsOf(text, constants);
      expect(regions.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      expect(regions.filter(({ start, end }) => end <= start)).toEqual([]);
      expect(regions.every((region: Region) => regionAt(regions, region.end - 1) === region)).toBe(true);
    }
  }
});

// Most take a tenth of a second on a slow machine; time that grew with the square of the length would be a minute.
const size = 1 << 18;
const rows = [
  '"',
  "'",
  '/*',
  '/',
  '$',
  '@',
  '$"{',
  '$@"{',
  '$$"""{{',
  '$"{a:',
  '"""a',
  '"""\n',
  '{',
  '\\',
  '#',
  ' #',
  ';#',
  ' ',
  ' \n',
  '#if A\n',
  '#elif A\n',
  '#else\n',
  '#endif\n',
  '#region\n',
  '#if A\n#define A\n#endif\n',
];
test.each([
  ...rows.map((piece): [string, string] => [piece, '']),
  ['(', '#if '],
  ['!', '#if '],
  ['A && ', '#if '],
  ['#elif B\n', '#if false\n'],
  ['   \n', '#if false\n'],
  ['(', '$"{'],
  ['\\', '"'],
  ['\\', '$"'],
  ['{', '$$$"""'],
] satisfies [string, string][])('a quarter of a megabyte of %j is cut in no time', (piece, front) => {
  const text = front + piece.repeat(size / piece.length);
  const begin = performance.now();
  const regions = regionsOf(text);
  expect(performance.now() - begin).toBeLessThan(2000);
  expect(regions.at(-1)?.end).toBe(text.length);
  expect(isActive(regions.at(-1)?.when, new Set(['A']))).toBeBoolean();
});
