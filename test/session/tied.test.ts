/** Children that begin only while their parent lives. */
import { expect, test } from 'bun:test';
import { tied, tiedGroup } from '../../src/machine.ts';
import { markedTree } from '../support/processes.ts';
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

test('what a tied group has started ends with the process that holds it, whose own parts it does not know', async () => {
  const tree = markedTree();
  // The child starts another one; then the holder is killed, and with it nobody is left.
  const { command: shell, args: all } = tiedGroup('/bin/sh', ['-c', 'sleep 1000 & echo started; sleep 1000']);
  const holder = `
    const child = require('node:child_process').spawn(${JSON.stringify(shell)},
      ${JSON.stringify(all)}.map((each) => (each === '${process.pid}' ? String(process.pid) : each)),
      { detached: true, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
    child.stdout.once('data', () => process.kill(process.pid, 'SIGKILL'));`;
  await run([process.execPath, '-e', holder], { env: { ...process.env, ...tree.env } });
  expect(await tree.left(10_000)).toEqual([]);
});
