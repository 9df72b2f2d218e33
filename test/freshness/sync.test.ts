/** What changes on the disk lead to: what the language server is told, or another load. */
import { describe, expect, test } from 'bun:test';
import { csharpLs } from '../../src/servers/csharp-ls/adapter.ts';
import { roslyn } from '../../src/servers/roslyn/adapter.ts';
import { type World, change, clientOf, consequence, consequences, root } from './sync-world.ts';

describe('without an evaluation', () => {
  test.each([
    ['changed a/x.cs', 'tell changed a/x.cs'],
    ['created a/b/c/x.cs', 'tell created a/b/c/x.cs'],
    ['deleted a/x.cs', 'tell deleted a/x.cs'],
    ['created docs/x.cs', 'tell'],
    ['changed docs/x.cs', 'tell'],
    ['created a/.hidden/x.cs', 'tell'],
    ['created a/bin/x.cs', 'tell'],
    ['created a/inner/unloaded/x.cs', 'tell created a/inner/unloaded/x.cs'],
    ['changed outer/x.cs', 'tell changed outer/x.cs'],
    ['created own/x.cs', 'tell created own/x.cs'],
    ['created a/x.CS', 'load, because of a/x.CS'],
    ['created a/x%20y.cs', 'load, because of a/x%20y.cs'],
    ['changed a/A.csproj', 'load, because of a/A.csproj'],
    ['created a/.editorconfig', 'load, because of a/.editorconfig'],
    ['deleted global.json', 'load, because of global.json'],
    ['changed a/obj/project.assets.json', 'load, because of a/obj/project.assets.json'],
  ])('%s: %s', async (text, expected) => expect(await consequence({}, text)).toBe(expected));

  test.each(['created', 'changed', 'deleted'])('%s in the folders of two projects: the server has it twice', async (kind) => {
    for (const path of ['two/x.cs', 'outer/nested/x.cs'])
      expect(await consequence({}, `${kind} ${path}`)).toBe(`load, because of ${path}`);
  });

  test('of several changes those that no project compiles are left out', async () => {
    expect(await consequence({}, 'created a/X.cs', 'created docs/y.cs', 'changed a/y.cs', 'deleted a/x.cs')).toBe(
      'tell created a/X.cs, changed a/y.cs, deleted a/x.cs',
    );
  });

  test('one that only a load can take in decides for all', async () => {
    expect(await consequence({}, 'changed a/x.cs', 'changed Directory.Build.props')).toBe(
      'load, because of Directory.Build.props',
    );
  });

  test('thousands are told like one', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `changed a/${at}.cs`);
    expect(await consequence({}, ...many)).toEndWith(', changed a/4999.cs');
  });
});

describe('where the default pattern does not decide', () => {
  test('a file that the server has for one project is told', async () => {
    const { said, runs } = await consequences({ known: ['own/Old/x.cs'] }, ['changed own/Old/x.cs'], ['deleted own/Old/x.cs']);
    expect([said, runs]).toEqual([['tell changed own/Old/x.cs', 'tell deleted own/Old/x.cs'], 0]);
  });

  test('an evaluation decides about the others, and is asked again only for what was not there', async () => {
    const evaluated = { 'own/Own.csproj': [['own/y.cs', 'own/Old/kept.cs', 'shared/x.cs']] };
    const batches = [['created own/Old/x.cs', 'created own/Old/kept.cs'], ['changed own/Old/x.cs'], ['deleted own/Old/x.cs']];
    const { said, runs } = await consequences({ evaluated }, ...batches, ['created own/Old/new.cs']);
    expect(said).toEqual(['tell created own/Old/kept.cs', 'tell', 'tell', 'tell']);
    expect(runs).toBe(2);
  });

  test('a file that was renamed is deleted under the name that an earlier evaluation knew', async () => {
    const evaluated = { 'own/Own.csproj': [['own/Old/a.cs']] };
    const { said, runs } = await consequences(
      { evaluated },
      ['created own/Old/a.cs'],
      ['deleted own/Old/a.cs', 'created own/Old/b.cs'],
      ['deleted own/Old/a.cs', 'deleted own/Old/b.cs'],
    );
    expect(said).toEqual(['tell created own/Old/a.cs', 'tell deleted own/Old/a.cs', 'tell deleted own/Old/a.cs']);
    expect(runs).toBe(2);
  });

  test('a new file outside of the folder of its project is a load: the server would not find the project', async () => {
    const evaluated = { 'own/Own.csproj': [['shared/x.cs']] };
    expect(await consequence({ evaluated }, 'created shared/x.cs')).toBe('load, because of shared/x.cs');
    expect(await consequence({ evaluated }, 'changed shared/x.cs')).toBe('tell changed shared/x.cs');
  });

  test('a deleted file of which nothing is known is a load', async () => {
    expect(await consequence({}, 'deleted own/Old/x.cs')).toBe('load, because of own/Old/x.cs');
  });

  test('a file for some frameworks only is a load', async () => {
    const evaluated = { 'own/Own.csproj': [['own/Old/x.cs'], []] };
    expect(await consequence({ evaluated }, 'created own/Old/x.cs')).toBe('load, because of own/Old/x.cs');
  });

  test('an evaluation that fails leaves it to a load to say what is wrong', async () => {
    const evaluated = new Error('MSBuild could not');
    expect(await consequence({ evaluated }, 'created own/Old/x.cs')).toBe('load, because of MSBuild could not');
  });
});

describe('in a project with several frameworks', () => {
  test('that was loaded for one of them files are told', async () => {
    expect(await consequence({ copies: 1 }, 'changed many/x.cs', 'created many/y.cs')).toBe(
      'tell changed many/x.cs, created many/y.cs',
    );
  });

  test.each([0, 2, 100])('of which the server lists %d copies every change is a load', async (copies) => {
    expect(await consequence({ copies }, 'changed many/x.cs')).toBe('load, because of many/x.cs');
  });
});

describe('a server that keeps all copies in step', () => {
  const told = async (world: World, ...texts: readonly string[]): Promise<string> =>
    await consequence({ ...world, adapter: roslyn }, ...texts);

  test.each([
    ['changed two/x.cs', 'tell changed two/x.cs'],
    ['created two/x.cs', 'tell created two/x.cs'],
    ['changed many/x.cs', 'tell changed many/x.cs'],
    ['created a/x%20y.cs', 'tell created a/x%20y.cs'],
    ['changed docs/x.cs', 'tell'],
    ['changed a/A.csproj', 'load, because of a/A.csproj'],
  ])('%s: %s', async (text, expected) => expect(await told({ copies: 3 }, text)).toBe(expected));

  test('is told of so many files, and loads again for more', async () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `changed a/x${at}.cs`);
    expect((await told({}, ...many(200))).startsWith('tell changed a/x0.cs, ')).toBe(true);
    expect(await told({}, ...many(201))).toBe('load, because of 201 files');
  });

  test('hears with a file that is gone of the project around it, where only the server knows the file', async () => {
    const { changes } = await consequences({ known: ['own/Old/x.cs'], adapter: roslyn }, ['deleted own/Old/x.cs']);
    expect(changes).toEqual([['own/Own.csproj']]);
  });
});

test('files are told in one notification, with the numbers of LSP and escaped paths', async () => {
  const sent: unknown[] = [];
  const telling = {
    signal: new AbortController().signal,
    timeout: 1000,
    text: () => Promise.reject(new Error('a text is read')),
  };
  // Deletions come first: a rename may change only the case.
  const changes = ['created a/ü.cs', 'changed a/x.cs', 'deleted a/50%25.cs'].map((text) => ({ ...change(text), projects: [] }));
  expect(await csharpLs.disk.tell(clientOf({}, sent), changes, telling)).toBe(true);
  const uri = (name: string): string => `file://${root}/a/${name}`;
  const events = [
    { uri: uri('50%2525.cs'), type: 3 },
    { uri: uri('x.cs'), type: 2 },
    { uri: uri('%C3%BC.cs'), type: 1 },
  ];
  expect(sent).toEqual([['workspace/didChangeWatchedFiles', { changes: events }]]);
});
