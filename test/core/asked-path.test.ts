/** Links that lead out of the workspace: what a project compiles there is answered about, and nothing else of it is shown. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ProjectFacts } from '../../src/dotnet/facts.ts';
import { Problem } from '../../src/model/problem.ts';
import { askedPath } from '../../src/workspace/names/asked-path.ts';
import { mentionsOf } from '../../src/workspace/text/mentions.ts';
import type { View } from '../../src/workspace/view.ts';
import { lay } from '../support/lay.ts';

const outside = lay({ 'Compiled.cs': '// Total', 'Secret.cs': '// Total', 'keys.json': '"Total"', 'folder/Deep.cs': '// Total' });
const root = lay({
  'src/A.cs': 'class Total { } // Total',
  'bin/B.cs': '',
  [`src/Compiled.cs -> ${outside}/Compiled.cs`]: '',
  [`src/Secret.cs -> ${outside}/Secret.cs`]: '',
  [`appsettings.json -> ${outside}/keys.json`]: '',
  [`folder -> ${outside}/folder`]: '',
  [`bin/Compiled2.cs -> ${outside}/Compiled.cs`]: '',
  [`src/alias.cs -> A.cs`]: '',
  [`src/gone.cs -> ${outside}/nothing.cs`]: '',
});
const sources = ['src/A.cs', 'src/Compiled.cs', 'src/Secret.cs'];
let asked = 0;

// What a view tells of files.
const view = {
  root,
  sources: () => sources,
  excluded: (path: string) => (path.startsWith(join(root, 'bin')) ? { name: 'bin', source: 'built-in' } : undefined),
  facts: async () => {
    asked += 1;
    return { projectsOf: (path: string) => (path.endsWith('Compiled.cs') ? [{}] : []) } as unknown as ProjectFacts;
  },
  once: (_: string, make: () => Promise<unknown>) => make(),
  words: async () => ({
    mentioning: () => sources.map((path) => join(root, path)),
    otherFiles: () => [join(root, 'appsettings.json')],
  }),
  readable: async (path: string) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { text, lines: text.split('\n') };
  },
  lineAt: async () => 'class Total { }',
} as unknown as View;

test.each([
  ['src/A.cs', 'src/A.cs'],
  ['src/alias.cs', 'src/A.cs'],
  ['src/Compiled.cs', 'src/Compiled.cs'],
  ['src\\Compiled.cs', 'src/Compiled.cs'],
  ['Compiled.cs', 'src/Compiled.cs'],
  ['src/Secret.cs', 'path_outside_workspace'],
  ['Secret.cs', 'path_outside_workspace'],
  ['folder/Deep.cs', 'path_outside_workspace'],
  [join(outside, 'Compiled.cs'), 'path_outside_workspace'],
  ['appsettings.json', 'path_outside_workspace'],
  ['src/gone.cs', 'file_not_found'],
  ['bin/Compiled2.cs', 'excluded_path'],
])('%s: %s', async (given, expected) => {
  const path = await askedPath(view, given).catch((error: unknown) => error);
  expect(path instanceof Problem ? path.code : relative(root, String(path))).toBe(expected);
});

test('MSBuild is asked only where a link leads outside', async () => {
  asked = 0;
  await askedPath(view, 'src/A.cs');
  expect(asked).toBe(0);
});

test('text behind other links is no mention', async () => {
  const found = await mentionsOf(view, { path: 'src/A.cs', line: 1, column: 7 }, [{ path: 'src/A.cs', line: 1, column: 7 }]);
  expect(found.map((each) => each.path)).toEqual(['src/A.cs', 'src/Compiled.cs']);
});
