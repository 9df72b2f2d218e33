/**
 * The questions to the oracle, as test/expected/questions.json spells them: a place in a file is written as text with a mark,
 * so that a line more in the example does not make a question wrong.
 */
import { compile } from '../../src/model/check.ts';

interface Question {
  readonly id: string;
  readonly command: string;
  /** A place: `text` stands exactly once in `file`, and the `|` in it (not part of the file) stands before the name. */
  readonly at?: { readonly file: string; readonly text: string };
  readonly args?: readonly string[];
  readonly tags: readonly string[];
  readonly note?: string;
}

const shape = {
  id: 'string',
  command: 'string',
  'at?': { file: 'string', text: 'string' },
  'args?': 'string[]',
  tags: 'string[]',
  'note?': 'string',
};

/** The oracle's batch: every question with its place as `file:line:column`. A question that cannot be asked throws. */
export async function toBatch(questions: unknown, read: (file: string) => Promise<string>): Promise<object[]> {
  const checker = await compile([shape, '[]']);
  const faults = checker.check(questions);
  if (faults.length > 0) throw new Error(`the questions are malformed: ${JSON.stringify(faults[0])}`);
  return await Promise.all(
    (questions as readonly Question[]).map(async ({ at, args = [], ...rest }) => ({
      ...rest,
      args: at === undefined ? args : [placeOf(at, await read(at.file)), ...args],
    })),
  );
}

/** Lines and columns count from 1, columns in UTF-16 code units, as in the answers. */
export function placeOf(at: { readonly file: string; readonly text: string }, content: string): string {
  const mark = at.text.indexOf('|');
  const text = at.text.replace('|', '');
  const start = content.indexOf(text);
  if (mark < 0) throw new Error(`'${at.text}' has no mark`);
  if (start < 0) throw new Error(`'${text}' does not stand in ${at.file}`);
  if (content.indexOf(text, start + 1) >= 0) throw new Error(`'${text}' stands more than once in ${at.file}`);
  const before = content
    .slice(0, start + mark)
    .replace(/^\uFEFF/, '')
    .split('\n');
  return `${at.file}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
