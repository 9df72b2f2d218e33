/** The generated solution holds what it promises, and its right answers are about its text. */
import { expect, test } from 'bun:test';
import type { ReferencesCase, Spot } from '../tools/case-file.ts';
import { generate, smallSize, wholeSize } from './solution.ts';

const whole = generate(wholeSize);
const references = whole.cases.filter((each): each is ReferencesCase => each.kind === 'refs');

const lines = new Map([...whole.files].map(([path, text]) => [path, text.replace(/^\uFEFF/, '').split(/\r?\n/)]));
const textAt = ({ file, line, col }: Spot): string => lines.get(file)?.[line - 1]?.slice(col - 1) ?? '';

test('it has its size, and names that recur as often as promised', () => {
  const sources = [...whole.files.keys()].filter((path) => path.endsWith('.cs'));
  expect(sources).toHaveLength(30 * 40 + 1);
  expect(sources.filter((path) => path.startsWith('P17/'))).toHaveLength(40);
  const uses = (name: string) => references.find(({ input }) => input.docId === name)?.expected.count;
  expect(uses('M:Gen.P00.Guard.NotNull(System.Object)')).toBe(5000);
  expect(uses('P:Gen.P00.Clock.Now')).toBe(500);
  expect(uses('M:Gen.P00.Log.Put(System.String)')).toBe(500);
});

/** Other ways to write it: an alias, an attribute without its ending, a token. */
const otherTexts = /^(Goal|Alien|Mark|this|base|\[|[-+=!]|@class)/;

test('at every place of an answer the name stands, or what stands for it', () => {
  const wrong = references.flatMap(({ id, input, expected }) => {
    const [path = ''] = input.signature.replace(/<[^<>()]*>/g, '').split(/[([]/);
    const name = path.split('.').at(-1) ?? path;
    const places = [...expected.references, ...expected.definitions];
    return places.filter((spot) => !textAt(spot).startsWith(name) && !otherTexts.test(textAt(spot))).map(() => id);
  });
  expect(references.length).toBeGreaterThan(300);
  expect(wrong.filter((id) => !id.includes('operator'))).toEqual([]);
});

test('the same options give the same solution, another seed another one', () => {
  expect(generate(smallSize)).toEqual(generate(smallSize));
  expect(generate({ ...smallSize, seed: 8 })).not.toEqual(generate(smallSize));
});

test('with one framework no project has a second one', () => {
  const frameworks = (all: boolean) =>
    [...generate({ ...smallSize, allFrameworks: all }).files.values()].filter((text) => text.includes('TargetFrameworks'));
  expect(frameworks(true)).toHaveLength(1);
  expect(frameworks(false)).toHaveLength(0);
});

test('a size without room is refused', () => {
  expect(() => generate({ ...smallSize, projects: 7 })).toThrow('at least 8 projects');
  expect(() => generate({ ...smallSize, files: 7 })).toThrow('8 files each');
});
