/** What was noticed is told once, also where the call that noticed it fails or another one comes in between. */
import { afterEach, expect, test } from 'bun:test';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { LspClient } from '../../src/lsp/client.ts';
import { csharpLs } from '../../src/servers/csharp-ls/adapter.ts';
import { Freshness } from '../../src/workspace/disk/freshness.ts';
import { csproj, lay } from '../support/lay.ts';
import { tempFolder } from '../support/temp.ts';

const opened: Freshness[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));

interface Told {
  readonly changes: readonly { readonly uri: string; readonly type: number }[];
}

async function workspace(watch: 'auto' | 'off') {
  const root = lay({ 'a/A.csproj': csproj(), 'a/x.cs': '1', 'a/y.cs': '1' });
  const state = tempFolder('state');
  const freshness = new Freshness({ wanted: watch, fenceFolder: () => join(state, 'fence') });
  opened.push(freshness);
  const evaluate = (): Promise<never> => Promise.reject(new Error('an evaluation that nothing needs'));
  const begin = (): Promise<readonly string[]> =>
    freshness.begin({ root, projects: [join(root, 'a/A.csproj')], folders: [root], excluded: () => false, evaluate });
  await begin();
  const told: string[] = [];
  const options = { signal: new AbortController().signal, timeout: 1000 };
  /** Tells into `told` when the promise resolves, or fails with it. */
  const server = (until: Promise<void> = Promise.resolve()) => {
    const client: Pick<LspClient, 'notify'> = {
      notify: async (_method, params) => {
        await until;
        for (const { uri, type } of (params as Told).changes) told.push(`${type} ${relative(root, new URL(uri).pathname)}`);
      },
    };
    return { client: client as LspClient, adapter: csharpLs, options };
  };
  const takeIn = (until?: Promise<void>): Promise<string | undefined> => {
    const { client, ...rest } = server(until);
    const telling = { ...options, text: () => Promise.reject(new Error('a text is read')) };
    return freshness.takeIn({ client, ...rest }, (changes) => csharpLs.disk.tell(client, changes, telling));
  };
  const notice = async (): Promise<boolean> => {
    await freshness.pass();
    return freshness.notice();
  };
  return { freshness, begin, told, takeIn, notice, at: (name: string): string => join(root, name) };
}

for (const watch of ['auto', 'off'] as const) {
  test(`with ${watch}: what could not be told is told by the next call, with what came after it`, async () => {
    const { told, takeIn, notice, at } = await workspace(watch);
    expect(await notice()).toBe(false);
    writeFileSync(at('a/x.cs'), '2');
    writeFileSync(at('a/new.cs'), '1');
    expect(await notice()).toBe(true);
    await expect(takeIn(Promise.reject(new Error('cancelled')))).rejects.toThrow('cancelled');
    expect(told).toEqual([]);
    writeFileSync(at('a/new.cs'), '2');
    rmSync(at('a/y.cs'));
    expect(await notice()).toBe(true);
    expect(await takeIn()).toBeUndefined();
    expect(told).toEqual(['3 a/y.cs', '2 a/x.cs', '1 a/new.cs']);
    expect(await notice()).toBe(false);
  });

  test(`with ${watch}: who comes while a change is being told knows that it is not told yet`, async () => {
    const { freshness, told, takeIn, notice, at } = await workspace(watch);
    writeFileSync(at('a/x.cs'), '2');
    await notice();
    const { promise, resolve } = Promise.withResolvers<void>();
    const telling = takeIn(promise);
    expect(await notice()).toBe(true);
    writeFileSync(at('a/x.cs'), '3');
    expect(await notice()).toBe(true);
    resolve();
    await telling;
    expect(freshness.untold()).toEqual([at('a/x.cs')]);
    await takeIn();
    expect(told).toEqual(['2 a/x.cs', '2 a/x.cs']);
    expect(await notice()).toBe(false);
  });

  test(`with ${watch}: a file that came and went is told as gone, one that went and came as new`, async () => {
    const { told, takeIn, notice, at } = await workspace(watch);
    writeFileSync(at('a/new.cs'), '1');
    rmSync(at('a/y.cs'));
    await notice();
    rmSync(at('a/new.cs'));
    writeFileSync(at('a/y.cs'), '2');
    await notice();
    await takeIn();
    expect(told.sort()).toEqual(['1 a/y.cs', '3 a/new.cs']);
  });

  test(`with ${watch}: the next look goes through everything where the folders may be others`, async () => {
    const { freshness, notice, at } = await workspace(watch);
    freshness.doubt();
    expect(await notice()).toBe(false);
    writeFileSync(at('a/x.cs'), '2');
    expect(await notice()).toBe(true);
  });
}

test('a new load is told what may have changed since the last look, noticed or not', async () => {
  const { begin, notice, at } = await workspace('off');
  const old = new Date(Date.now() - 60_000);
  for (const name of ['a/x.cs', 'a/y.cs']) utimesSync(at(name), old, old);
  // Their change times are of now: the content of a young file is not certain.
  expect((await begin()).toSorted()).toEqual(expect.arrayContaining([at('a/x.cs'), at('a/y.cs')]));
  writeFileSync(at('a/x.cs'), '2');
  expect(await notice()).toBe(true);
  expect(await begin()).toContain(at('a/x.cs'));
});

test('the list of source files is the same until one comes or goes', async () => {
  const { freshness, notice, at } = await workspace('off');
  const [sources, mentioning] = [freshness.sources(), freshness.mentioning()];
  writeFileSync(at('a/x.cs'), '22');
  expect(await notice()).toBe(true);
  expect([freshness.sources() === sources, freshness.mentioning() === mentioning]).toEqual([true, true]);
  writeFileSync(at('a/new.cs'), '1');
  rmSync(at('a/y.cs'));
  await notice();
  expect(freshness.sources().toSorted()).toEqual([at('a/new.cs'), at('a/x.cs')]);
  expect(['a/new.cs', 'a/x.cs', 'a/y.cs'].map((name) => freshness.isWatched(at(name)))).toEqual([true, true, false]);
});
