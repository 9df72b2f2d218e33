/** Tests as tables in text: lines of `input => output` in sections that begin with `--- name`; everything else is left alone. */
import { expect } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';

const arrow = / +=> ?/;

/**
 * Holds every line `input => output` of a file against what `answer` says to the input in its section. With UPDATE=1 in the environment the
 * outputs are written instead, to be read before they are committed.
 */
export function holdTable(file: string, answer: (input: string, section: string) => string): void {
  const text = readFileSync(file, 'utf8');
  let rows = 0;
  let section = '';
  const answered = text.split('\n').map((line) => {
    section = /^--- (\S+)/.exec(line)?.[1] ?? section;
    const at = arrow.exec(line);
    if (at === null || line.startsWith('#')) return line;
    rows += 1;
    return `${line.slice(0, at.index)}${at[0].trimEnd()} ${answer(line.slice(0, at.index), section)}`.trimEnd();
  });
  expect(rows).toBeGreaterThan(0);
  if (process.env['UPDATE'] === '1') writeFileSync(file, answered.join('\n'));
  else expect(answered.join('\n')).toBe(text);
}
