/** The state folders: one for each process, of no use after it, and none of anybody else's business. */
import { afterEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stateFolder } from '../../src/machine.ts';
import { ownStateFolder, removeDeadState, removeOwnState } from '../../src/workspace/load/state.ts';
import { run } from '../support/run.ts';

afterEach(removeOwnState);

const module = JSON.stringify(join(import.meta.dir, '..', '..', 'src', 'workspace', 'load', 'state.ts'));
const script = `import { ownStateFolder } from ${module}; process.stdout.write(ownStateFolder());`;

/** The state folder of a process that has ended. */
async function folderOfTheDead(): Promise<string> {
  const { stdout } = await run([process.execPath, '-e', script]);
  mkdirSync(stdout, { recursive: true });
  writeFileSync(join(stdout, 'loaded.slnx'), '<Solution />');
  return stdout;
}

test('the name of a folder says the process and its start, so that a number used again is another process', async () => {
  const name = basename(ownStateFolder());
  expect(ownStateFolder()).toBe(join(stateFolder(), name));
  const stat = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  expect(name).toEndWith(`-${process.pid}-${stat[19]}`);
  expect(dirname(await folderOfTheDead())).toBe(stateFolder());
});

test('folders of dead processes are removed, also those whose number another process has now', async () => {
  const dead = await folderOfTheDead();
  const [machine = '', , start] = basename(ownStateFolder()).split('-');
  const reused = join(stateFolder(), `${machine}-${process.pid}-${Number(start) - 1}`);
  mkdirSync(reused);
  mkdirSync(ownStateFolder(), { recursive: true });
  await removeDeadState();
  expect(existsSync(dead)).toBe(false);
  expect(existsSync(reused)).toBe(false);
  expect(existsSync(ownStateFolder())).toBe(true);
});

test('folders of living processes, of other machines, and of nobody stay', async () => {
  const child = Bun.spawn([process.execPath, '-e', `${script} setInterval(() => 0, 1e6);`], { stdout: 'pipe', stdin: 'ignore' });
  const { value } = await child.stdout.getReader().read();
  const alive = new TextDecoder().decode(value);
  const names = [basename(alive), `000000000000-${2 ** 22}-1`, 'journal', `${process.pid}`];
  for (const name of names) mkdirSync(join(stateFolder(), name), { recursive: true });
  await removeDeadState();
  expect(readdirSync(stateFolder())).toEqual(expect.arrayContaining(names));
  child.kill('SIGKILL');
  await child.exited;
  await removeDeadState();
  expect(existsSync(alive)).toBe(false);
});

test('the own folder goes with the process, and with it what dead ones have left', async () => {
  const dead = await folderOfTheDead();
  mkdirSync(join(ownStateFolder(), 'fence'), { recursive: true });
  await removeOwnState();
  expect(existsSync(ownStateFolder())).toBe(false);
  expect(existsSync(dead)).toBe(false);
});
