/** Which paths the exclude list leaves out, as a table. */
import { describe, expect, test } from 'bun:test';
import { type ExcludeContext, isExcluded } from '../../src/settings/exclude.ts';

const linux: ExcludeContext = {
  names: [
    { name: 'samples', source: 'file' },
    { name: 'Vendor', source: 'argument' },
  ],
  projectFolders: ['src/App', 'packages/core'],
  holdsProject: (folder) => folder === 'old/Lib',
  platform: 'linux',
};
const mac: ExcludeContext = { ...linux, platform: 'darwin' };
const atRoot: ExcludeContext = { ...linux, projectFolders: ['.'] };

const table: [path: string, excluded: string | undefined, context?: ExcludeContext][] = [
  ['a.cs', undefined],
  ['src/App/a.cs', undefined],
  ['.git/config', '.git built-in'],
  ['sub/.git/config', '.git built-in'],
  ['.github/a.yml', undefined],
  ['.vs/a.cs', '.vs built-in'],
  ['.idea/a.cs', '.idea built-in'],
  ['web/node_modules/x/a.cs', 'node_modules built-in'],
  // bin and obj beside a project file only
  ['src/App/bin/Debug/a.cs', 'bin built-in'],
  ['src/App/obj/a.cs', 'obj built-in'],
  ['src/App/Sub/bin/a.cs', undefined],
  ['src/Bin/a.cs', undefined],
  ['src/bin/a.cs', undefined],
  ['bin/a.cs', undefined],
  ['bin/a.cs', 'bin built-in', atRoot],
  ['old/Lib/obj/a.cs', 'obj built-in'],
  ['src/App/Obj/a.cs', undefined],
  ['src/App/Obj/a.cs', 'obj built-in', mac],
  ['SRC/app/OBJ/a.cs', 'obj built-in', mac],
  // artifacts, packages and TestResults while no loaded project lies in them
  ['artifacts/a.cs', 'artifacts built-in'],
  ['src/artifacts/a.cs', 'artifacts built-in'],
  ['packages/core/a.cs', undefined],
  ['packages/other/a.cs', undefined],
  ['packages/core/bin/a.cs', 'bin built-in'],
  ['sub/packages/a.cs', 'packages built-in'],
  ['Packages/core/a.cs', undefined],
  ['Packages/core/a.cs', undefined, mac],
  ['TestResults/a.trx', 'TestResults built-in'],
  ['testresults/a.trx', undefined],
  ['testresults/a.trx', 'TestResults built-in', mac],
  ['packages/a.cs', 'packages built-in', { ...linux, projectFolders: ['packages-2', 'pack'] }],
  ['packages/a.cs', undefined, { ...linux, projectFolders: ['packages'] }],
  ['packages/a.cs', 'packages built-in', { ...linux, projectFolders: [], holdsProject: () => true }],
  // names of the settings: whole folder names, at any depth
  ['samples/a.cs', 'samples file'],
  ['src/samples/deep/a.cs', 'samples file'],
  ['src/samples2/a.cs', undefined],
  ['src/mysamples/a.cs', undefined],
  ['samples', undefined],
  ['src/samples', undefined],
  ['samples/', 'samples file'],
  ['src/samples/', 'samples file'],
  ['Samples/a.cs', undefined],
  ['Samples/a.cs', 'samples file', mac],
  ['Samples/a.cs', 'samples file', { ...linux, platform: 'win32' }],
  ['lib/Vendor/a.cs', 'Vendor argument'],
  ['vendor/a.cs', undefined],
  // the first folder on the way down is named
  ['samples/.git/a', 'samples file'],
  ['.git/samples/a', '.git built-in'],
  // a name of the settings has no condition
  ['src/bin/a.cs', 'bin file', { ...linux, names: [{ name: 'bin', source: 'file' }] }],
  ['packages/core/a.cs', 'packages argument', { ...linux, names: [{ name: 'packages', source: 'argument' }] }],
  ['src/App/bin/a.cs', 'bin built-in', { ...linux, names: [{ name: 'bin', source: 'file' }] }],
  // outside of the root other rules hold
  ['../samples/a.cs', undefined],
  ['/home/samples/a.cs', undefined],
  ['C:/samples/a.cs', undefined],
  ['./samples/a.cs', 'samples file'],
];

describe('isExcluded', () => {
  const shown = (context: ExcludeContext): string => (context === linux ? '' : ` (${JSON.stringify(context)})`);
  for (const [path, excluded, context = linux] of table) {
    test(`${path}: ${excluded ?? 'no'}${shown(context)}`, () => {
      const found = isExcluded(path, context);
      expect(found === undefined ? undefined : `${found.name} ${found.source}`).toBe(excluded);
    });
  }
});
