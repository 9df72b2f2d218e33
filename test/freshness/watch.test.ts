/** The watcher and its fence: what was finished before a look is in it; where that does not hold, everything is looked at. */
import { afterEach, describe, expect, test } from 'bun:test';
import { EventEmitter } from 'node:events';
import { type FSWatcher, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Disk } from '../../src/workspace/disk/disk.ts';
import { Watch, type WatchOptions } from '../../src/workspace/disk/watch.ts';
import { lay } from '../support/lay.ts';
import { random } from '../support/random.ts';
import { tempFolder } from '../support/temp.ts';

const opened: Watch[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));

/** A watched folder of these files; `changes` passes the fence and looks only at what was reported, or says that it could not. */
function watched(files: Readonly<Record<string, string>>, options: Partial<WatchOptions> = {}) {
  const root = lay(files);
  const state = tempFolder('state');
  const watching = new Watch({ wanted: 'auto', fenceFolder: () => join(state, 'fence'), ...options });
  opened.push(watching);
  watching.begin();
  const disk = new Disk([root], (folder) => basename(folder) === 'node_modules', { listener: watching });
  const changes = async (): Promise<string[]> => {
    await watching.pass();
    const reported = watching.take();
    const found = reported === undefined ? disk.changes() : disk.changesAt(reported);
    const texts = found.map(({ kind, path }) => `${kind} ${relative(root, path)}`).sort();
    return reported === undefined ? ['everything', ...texts] : texts;
  };
  return { root, state, disk, watching, changes, at: (name: string): string => join(root, name) };
}

describe('with the watcher', () => {
  test('nothing is looked at while nothing is reported', async () => {
    const { changes, watching } = watched({ 'a.cs': 'one' });
    expect(watching.status).toEqual({ mode: 'watcher' });
    expect(await changes()).toEqual([]);
  });

  test('new folders in new folders, at once and later', async () => {
    const { changes, at } = watched({ 'a.cs': '' });
    lay({ 'n/m/x.cs': '1', 'n/y.cs': '1' }, at(''));
    expect(await changes()).toEqual(['created n/m/x.cs', 'created n/y.cs']);
    lay({ 'n/m/o/z.cs': '1', 'n/m/x.cs': '2' }, at(''));
    expect(await changes()).toEqual(['changed n/m/x.cs', 'created n/m/o/z.cs']);
    writeFileSync(at('n/m/o/z.cs'), '2');
    expect(await changes()).toEqual(['changed n/m/o/z.cs']);
  });

  test('a folder that is renamed, moved out and in, deleted and made anew', async () => {
    const { root, changes, at } = watched({ 'a/b/x.cs': '1' });
    renameSync(at('a'), at('c'));
    expect(await changes()).toEqual(['created c/b/x.cs', 'deleted a/b/x.cs']);
    writeFileSync(at('c/b/x.cs'), '2');
    expect(await changes()).toEqual(['changed c/b/x.cs']);
    renameSync(at('c'), `${root}-out`);
    writeFileSync(`${root}-out/b/x.cs`, '3');
    expect(await changes()).toEqual(['deleted c/b/x.cs']);
    renameSync(`${root}-out`, at('c'));
    expect(await changes()).toEqual(['created c/b/x.cs']);
    rmSync(at('c/b'), { recursive: true });
    lay({ 'c/b/x.cs': '4' }, root);
    expect(await changes()).toEqual(['changed c/b/x.cs']);
    writeFileSync(at('c/b/x.cs'), '5');
    expect(await changes()).toEqual(['changed c/b/x.cs']);
  });

  test('two folders that change places, and their files after that', async () => {
    const { changes, at } = watched({ 'a/x.cs': 'a', 'b/x.cs': 'b' });
    renameSync(at('a'), at('t'));
    renameSync(at('b'), at('a'));
    renameSync(at('t'), at('b'));
    expect(await changes()).toEqual(['changed a/x.cs', 'changed b/x.cs']);
    writeFileSync(at('a/x.cs'), '2');
    expect(await changes()).toEqual(['changed a/x.cs']);
  });

  test('a file that keeps its size and its time, and one that is replaced by another', async () => {
    const { changes, at } = watched({ 'a.cs': 'one', 'b.cs': 'one' });
    const old = new Date(Date.now() - 86_400_000);
    utimesSync(at('a.cs'), old, old);
    await changes();
    writeFileSync(at('a.cs'), 'two');
    utimesSync(at('a.cs'), old, old);
    writeFileSync(at('b.cs~'), 'two');
    renameSync(at('b.cs~'), at('b.cs'));
    expect(await changes()).toEqual(['changed a.cs', 'changed b.cs']);
  });

  test('a file that is written with the same bytes has not changed', async () => {
    const { changes, at } = watched({ 'a.csproj': '<Project />', 'a.cs': '' });
    utimesSync(at('a.csproj'), 1, 1);
    expect(await changes()).toEqual([]);
    writeFileSync(at('a.csproj'), '<Project />');
    expect(await changes()).toEqual([]);
    writeFileSync(at('a.csproj'), '<Project></Project>');
    expect(await changes()).toEqual(['changed a.csproj']);
  });

  test('what a link leads to is looked at each time; excluded folders are not (R43)', async () => {
    const outside = lay({ 'x.cs': '1' });
    const { root, changes, at } = watched({ 'node_modules/x.cs': '1' });
    symlinkSync(join(outside, 'x.cs'), at('x.cs'));
    expect(await changes()).toEqual(['created x.cs']);
    writeFileSync(join(outside, 'x.cs'), '2');
    lay({ 'node_modules/x.cs': '2', 'b/node_modules/y.cs': '1' }, root);
    expect(await changes()).toEqual(['changed x.cs']);
  });

  test('the root itself deleted and made anew', async () => {
    const { root, changes, at } = watched({ 'a/x.cs': '1' });
    rmSync(root, { recursive: true });
    expect(await changes()).toEqual(['deleted a/x.cs']);
    mkdirSync(root);
    lay({ 'a/x.cs': '1' }, root);
    expect(await changes()).toEqual(['created a/x.cs']);
    writeFileSync(at('a/x.cs'), '2');
    expect(await changes()).toEqual(['changed a/x.cs']);
  });

  test('more events than are kept, as by a switch of branches: everything is looked at, once, and watched again (R39)', async () => {
    const { root, changes, at } = watched({ 'a/x.cs': '1' });
    lay(Object.fromEntries(Array.from({ length: 600 }, (_, file) => [`many/${file % 7}/${file}.cs`, ''])), root);
    for (let write = 0; write < 1_000; write += 1) writeFileSync(at(`${write % 2}.log`), String(write));
    const [first, ...rest] = await changes();
    expect([first, rest.length]).toEqual(['everything', 600]);
    // As long as an event can be missing because it was so like the last one before.
    while ((await changes())[0] === 'everything');
    writeFileSync(at('many/3/3.cs'), '2');
    expect(await changes()).toEqual(['changed many/3/3.cs']);
  });

  test('a file that is written again and again, each time at once after a look', async () => {
    const { changes, at } = watched({ 'a.cs': '' });
    for (let write = 0; write < 200; write += 1) {
      writeFileSync(at('a.cs'), String(write));
      expect(await changes()).toEqual(['changed a.cs']);
    }
  });

  test('over random changes it tells what a sweep beside it tells', async () => {
    const { root, disk, changes } = watched({ 'a/0.cs': '' });
    const sweep = new Disk([root], (folder) => basename(folder) === 'node_modules');
    const next = random(20261130).below;
    const folders = ['a', 'b', 'a/c', 'b/d e', 'a/c/f'];
    const pick = (): string => join(root, folders[next(folders.length)] ?? '');
    for (let round = 0; round < 150; round += 1) {
      for (let step = next(8); step >= 0; step -= 1) disturb(pick, next);
      const told = await changes();
      const due = sweep.changes().map(({ kind, path }) => `${kind} ${relative(root, path)}`);
      expect(told).toEqual(due.sort());
      expect([...disk.paths()].sort()).toEqual([...sweep.paths()].sort());
    }
  }, 60_000);
});

/** One random change: a file written, deleted or renamed, a folder made, renamed or deleted. */
function disturb(pick: () => string, next: (below: number) => number): void {
  const folder = pick();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${next(4)}.cs`);
  const kind = next(10);
  if (kind < 5) writeFileSync(file, String(next(20)));
  else if (kind < 6) rmSync(file, { force: true });
  else if (kind < 7) writeFileSync(join(folder, 'not.txt'), '');
  else if (kind < 8) rmSync(folder, { recursive: true });
  else {
    const target = join(pick(), `moved ${next(3)}`);
    if (target.startsWith(folder)) return;
    mkdirSync(join(target, '..'), { recursive: true });
    rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
  }
}

describe('the sweep is in force', () => {
  const failing = (code: string): Error => Object.assign(new Error(`${code}: no`), { code });

  test.each([
    ['where it is wanted', { wanted: 'off' }, '--watch off'],
    ['on macOS', { platform: 'darwin' }, 'on darwin it is not proven that no event is lost'],
    ['on Windows', { platform: 'win32' }, 'on win32 it is not proven that no event is lost'],
    [
      'on a network file system',
      { fileSystemOf: () => 0x6969 },
      /^the file system of .* \(type 0x6969\) may not tell of changes$/,
    ],
    ['without a state folder', { fenceFolder: () => '/proc/none' }, /^ENOENT/],
    [
      'without a watch',
      {
        open: () => {
          throw failing('ENOSPC');
        },
      },
      /max_user_watches/,
    ],
    [
      'without a watcher',
      {
        open: () => {
          throw failing('EMFILE');
        },
      },
      /max_user_instances/,
    ],
  ] satisfies [string, Partial<WatchOptions>, string | RegExp][])('%s', async (_where, options, why) => {
    const { changes, watching, at } = watched({ 'a.cs': '1' }, options);
    expect(watching.status).toEqual({ mode: 'sweep', why: expect.stringMatching(why) });
    writeFileSync(at('a.cs'), '2');
    expect(await changes()).toEqual(['everything', 'changed a.cs']);
  });

  test('once a watcher has told of an error, and it stays so (R42)', async () => {
    const made: FSWatcher[] = [];
    const open = ((...args: Parameters<typeof watch>) => {
      const one = watch(...args);
      made.push(one);
      return one;
    }) as typeof watch;
    const { changes, watching, at } = watched({ 'a/x.cs': '1' }, { open });
    expect(await changes()).toEqual([]);
    made.at(-1)?.emit('error', failing('ENOSPC'));
    expect(watching.status).toMatchObject({ mode: 'sweep' });
    watching.begin();
    expect(watching.status).toMatchObject({ mode: 'sweep' });
    writeFileSync(at('a/x.cs'), '2');
    expect(await changes()).toEqual(['everything', 'changed a/x.cs']);
  });

  test('where the event of the fence does not come', async () => {
    const silent = (() => Object.assign(new EventEmitter(), { close: () => undefined })) as unknown as typeof watch;
    const { changes, watching, at } = watched({ 'a.cs': '1' }, { open: silent });
    writeFileSync(at('a.cs'), '2');
    expect(await changes()).toEqual(['everything', 'changed a.cs']);
    expect(watching.status).toEqual({ mode: 'sweep', why: 'the event of a file of our own did not come within 2 s' });
  });

  test('not because the fence was closed by another load while somebody waited', async () => {
    const { watching } = watched({ 'a.cs': '1' });
    const waiting = watching.pass();
    watching.begin();
    await waiting;
    expect(watching.status).toEqual({ mode: 'watcher' });
  });
});
