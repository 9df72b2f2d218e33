/** What csharp-ls says while it loads, and what it may be told; over a server that only exists as text. */
import { describe, expect, test } from 'bun:test';
import type { LspClient } from '../../src/lsp/client.ts';
import type { Progress, Subscribe } from '../../src/lsp/start.ts';
import { type Fault, compile } from '../../src/model/check.ts';
import { Problem } from '../../src/model/problem.ts';
import { load } from '../../src/servers/csharp-ls/load.ts';
import { probe } from '../../src/servers/program.ts';
import { allowed, reply } from '../../src/servers/csharp-ls/messages.ts';

type Heard = readonly [method: string, params: unknown];
const message = (text: string): Heard => ['window/showMessage', { type: 3, message: text }];
const logged = (text: string): Heard => ['window/logMessage', { type: 3, message: text }];
const step = (value: unknown): Heard => ['$/progress', { token: 1, value }];

/** Loads from a server that says these things and then answers. */
async function loaded(...said: readonly Heard[]) {
  let listener: Parameters<Subscribe>[0] = () => undefined;
  const reports: Progress[] = [];
  const client: Pick<LspClient, 'request'> = {
    request: async <Result>(method: string) => {
      expect(method).toBe(probe.method);
      for (const [heard, params] of said) listener(heard, params);
      return [] as Result;
    },
  };
  const subscribe: Subscribe = (each) => (listener = each);
  const signal = new AbortController().signal;
  const outcome = await load(client as LspClient, subscribe, (progress) => reports.push(progress), signal).catch(
    (error: unknown) => error,
  );
  return { outcome, reports };
}

describe('the load', () => {
  test('progress is counted where the server counts', async () => {
    const { reports } = await loaded(
      step({ kind: 'begin', title: 'Loading' }),
      step({ kind: 'report', message: 'Shop.Core (1/4)' }),
      step({ kind: 'report', message: 'Odd (name) (x/4)' }),
      step({ kind: 'report', message: 'A (b) (12/340)' }),
      step({ kind: 'end', message: 'Finished' }),
      step(null),
    );
    expect(reports).toEqual([
      { message: 'loading' },
      { message: 'loading' },
      { message: 'loading Shop.Core', done: 1, total: 4 },
      { message: 'Odd (name) (x/4)' },
      { message: 'loading A (b)', done: 12, total: 340 },
      { message: 'Finished' },
      { message: 'loading' },
    ]);
  });

  test('problems of single projects are told, harmless ones as notes; other lines are not problems', async () => {
    const newer = 'Warning As Error: X depends on A (>= 1.0.0) but A 1.0.0 was not found. A 1.1.0 was resolved instead.';
    const { outcome } = await loaded(
      logged('csharp-ls: initializing, version 0.28.0'),
      logged(
        'msbuildWorkspace.Diagnostics: [Warning] Found project reference without a matching metadata reference: /w/b.csproj',
      ),
      logged(
        "msbuildWorkspace.Diagnostics: [Failure] Msbuild failed when processing the file '/w/a.csproj'\nwith message: no SDK",
      ),
      logged(`msbuildWorkspace.Diagnostics: [Failure] ${newer}`),
      ['window/logMessage', 5],
    );
    expect(outcome).toEqual([
      {
        id: 'project_load',
        severity: 'Info',
        message: 'Found project reference without a matching metadata reference: /w/b.csproj',
      },
      {
        id: 'project_load',
        severity: 'Error',
        message: "Msbuild failed when processing the file '/w/a.csproj'\nwith message: no SDK",
        project: '/w/a.csproj',
      },
      { id: 'project_load', severity: 'Info', message: newer },
    ]);
  });

  test('a solution that could not be loaded is a failure, though the server answers', async () => {
    const text = 'csharp-ls: Solution "/w/A "b".sln" could not be loaded: No file format header found.\n   at Microsoft.Build';
    const { outcome } = await loaded(message('csharp-ls: Loading solution'), message(text));
    if (!(outcome instanceof Problem)) throw new Error('the load has not failed');
    expect({ code: outcome.code, message: outcome.message, next: outcome.continuation?.kind }).toEqual({
      code: 'workspace_load_failed',
      message: 'csharp-ls could not load the solution: No file format header found.',
      next: 'ResolveExternally',
    });
  });
});

describe('csharp-ls', () => {
  test.each([
    ['workspace/symbol', true],
    ['textDocument/references', true],
    ['initialized', true],
    ['exit', true],
    ['$/cancelRequest', true],
    ['workspace/didChangeWatchedFiles', true],
    [undefined, true],
    ['$/progress', false],
    ['$/setTrace', false],
    ['workspace/didCreateFiles', false],
    ['window/workDoneProgress/cancel', false],
    ['codeAction/resolve', false],
    ['', false],
    ['constructor', false],
  ])('may be sent %p: %p', (method, expected) => {
    expect(allowed(method === undefined ? {} : { method })).toBe(expected);
  });

  test.each([
    ['workspace/configuration', { items: [{ section: 'csharp' }, {}] }, [{ useMetadataUris: true }, { useMetadataUris: true }]],
    ['workspace/configuration', { items: 'x' }, []],
    ['workspace/configuration', undefined, []],
    ['window/workDoneProgress/create', { token: 1 }, null],
    ['client/registerCapability', {}, null],
    ['anything', null, null],
  ])('asks %s with %j and is answered %j', (method, params, answer) => expect(reply(method, params)).toEqual(answer));
});

describe('the checker', () => {
  const check = async (definition: unknown, value: unknown): Promise<readonly Fault[]> =>
    (await compile(definition)).check(value);
  test.each([
    [{ a: 'string' }, { a: 'x' }, []],
    [{ a: 'string', 'b?': '1 <= number.integer <= 5' }, {}, [{ path: ['a'], what: 'missing' }]],
    [{ 'b?': '1 <= number.integer <= 5' }, { b: 6 }, [{ path: ['b'], what: 'wrong' }]],
    [{ 'b?': '1 <= number.integer <= 5' }, { b: 1.5 }, [{ path: ['b'], what: 'wrong' }]],
    [{ 'b?': '1 <= number.integer <= 5' }, { b: null }, [{ path: ['b'], what: 'wrong' }]],
    [{ 'b?': 'string' }, { c: 1 }, [{ path: ['c'], what: 'unknown' }]],
    [{ a: 'string[]' }, { a: ['x', 1] }, [{ path: ['a', 1], what: 'wrong' }]],
    [{ a: "'x'|'y'" }, { a: 'z' }, [{ path: ['a'], what: 'wrong' }]],
    [{ 'a?': 'string' }, null, [{ path: [], what: 'wrong' }]],
  ])('%j of %j', async (definition, value, faults) => expect(await check(definition, value)).toEqual(faults as Fault[]));

  test('tells all faults at once', async () => {
    const faults = await check({ a: 'string', b: 'number' }, { a: 1, c: 2 });
    expect(faults.map(({ path, what }) => `${path.join('.')} ${what}`).sort()).toEqual(['a wrong', 'b missing', 'c unknown']);
  });
});
