/** Children that begin only while their parent lives. */
import { expect, test } from 'bun:test';
import { tied } from '../../src/machine.ts';
import { run } from '../support/run.ts';

const { command, args } = tied('/bin/echo', ['a b', '$HOME', "it's", '']);

test('a tied child becomes the program, with its arguments as they are', async () => {
  expect(await run([command, ...args])).toEqual({ code: 0, stdout: "a b $HOME it's \n", stderr: '' });
});

test('a tied child whose parent is another process by now does not begin', async () => {
  expect(await run(['/bin/sh', '-c', '"$@"; exit "$?"', 'parent', command, ...args])).toEqual({
    code: 1,
    stdout: '',
    stderr: '',
  });
});
