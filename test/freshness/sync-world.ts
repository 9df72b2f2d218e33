/** Some projects on the disk, a server that has them, and what changes there lead to. */
import { join, relative } from 'node:path';
import { compileRules } from '../../src/dotnet/compile-rules.ts';
import type { LspClient } from '../../src/lsp/client.ts';
import { Documents } from '../../src/lsp/documents.ts';
import { csharpLs } from '../../src/servers/csharp-ls/adapter.ts';
import type { ServerAdapter } from '../../src/servers/server.ts';
import { Compiled } from '../../src/workspace/disk/compiled.ts';
import type { FileChange } from '../../src/workspace/disk/disk.ts';
import { Sync } from '../../src/workspace/disk/sync.ts';
import { csproj, lay } from '../support/lay.ts';

const several = csproj().replaceAll('TargetFramework>', 'TargetFrameworks>').replace('net10.0', 'net10.0;net9.0');
export const root = lay({
  'a/A.csproj': csproj(),
  'a/inner/unloaded/Unloaded.csproj': csproj(),
  'outer/Outer.csproj': csproj(),
  'outer/nested/Nested.csproj': csproj(),
  'own/Own.csproj': csproj('<Compile Remove="Old/**" /><Compile Include="../shared/**/*.cs" />'),
  'two/One.csproj': csproj(),
  'two/Two.csproj': csproj(),
  'many/Many.csproj': several,
  'many/Known.cs': '',
});
const projects = ['a/A', 'outer/Outer', 'outer/nested/Nested', 'own/Own', 'two/One', 'two/Two', 'many/Many'];

export interface World {
  /** Files that the server has exactly one project for. */
  readonly known?: readonly string[];
  /** How often the name search lists what many/Known.cs declares. */
  readonly copies?: number;
  /** What an evaluation says of each project, by framework; without it there must be none. */
  readonly evaluated?: Readonly<Record<string, readonly (readonly string[])[]>> | Error;
  /** csharp-ls where nothing is said. */
  readonly adapter?: ServerAdapter;
}

const range = { start: { line: 0, character: 6 }, end: { line: 0, character: 11 } };

interface Asked {
  readonly textDocument?: { readonly uri: string };
  readonly _vs_textDocument?: { readonly uri: string };
}

/** A client that answers as the server does; `sent` gets its notifications. */
export function clientOf({ known = [], copies = 1 }: World, sent: unknown[]): LspClient {
  const uri = (path: string): string => `file://${join(root, path)}`;
  const client: Pick<LspClient, 'request' | 'notify' | 'documents'> = {
    documents: new Documents(() => Promise.resolve()),
    request: async <Result>(method: string, params: unknown) => {
      if (method === 'workspace/symbol')
        return Array.from({ length: copies }, () => ({
          name: 'Known',
          kind: 5,
          location: { uri: uri('many/Known.cs'), range },
        })) as Result;
      const { textDocument, _vs_textDocument = textDocument } = params as Asked;
      const asked = _vs_textDocument?.uri ?? '';
      const outline = [{ name: 'Known', kind: 5, range, selectionRange: range }];
      const isKnown = [...known, 'many/Known.cs'].some((path) => uri(path) === asked);
      if (method === 'textDocument/_vs_getProjectContexts') return (isKnown ? { _vs_projectContexts: [{}] } : null) as Result;
      return (isKnown ? outline : null) as Result;
    },
    notify: async (method, params) => void sent.push([method, params]),
  };
  return client as LspClient;
}

export const change = (text: string): FileChange => {
  const [kind = '', path = ''] = text.split(' ');
  return { kind: kind as FileChange['kind'], path: join(root, path) };
};

/** The consequence of changes as text; `runs` counts evaluations. */
export async function consequences(world: World, ...batches: readonly (readonly string[])[]) {
  let runs = 0;
  const rules = await compileRules(projects.map((name) => join(root, `${name}.csproj`)));
  const compiled = new Compiled(rules, async (asked) => {
    runs += 1;
    const { evaluated } = world;
    if (evaluated === undefined || evaluated instanceof Error) throw evaluated ?? new Error('an evaluation that nothing needs');
    return asked.flatMap((project) => {
      const frameworks = evaluated[relative(root, project)] ?? [];
      return frameworks.map((files, at) => ({
        project,
        framework: `net${at}`,
        files: new Set(files.map((path) => join(root, path))),
      }));
    });
  });
  const sync = new Sync(compiled, () => [join(root, 'many/Known.cs')]);
  const options = { signal: new AbortController().signal, timeout: 1000 };
  const server = { client: clientOf(world, []), adapter: world.adapter ?? csharpLs, options };
  const said: string[] = [];
  const projectsTold: string[][] = [];
  for (const batch of batches) {
    const consequence = await sync.consequenceOf(batch.map(change), server);
    if (consequence.kind === 'tell')
      projectsTold.push(...consequence.changes.map((each) => each.projects.map((path) => relative(root, path))));
    said.push(
      consequence.kind === 'reload'
        ? `load, because of ${consequence.because.replace(`${root}/`, '')}`
        : `tell ${consequence.changes.map(({ kind, path }) => `${kind} ${relative(root, path)}`).join(', ')}`.trimEnd(),
    );
  }
  return { said, runs, changes: projectsTold };
}

export const consequence = async (world: World, ...texts: readonly string[]): Promise<string> =>
  (await consequences(world, texts)).said.join();
