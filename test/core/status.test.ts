/** How the state of a workspace is worded: everything that was decided, and no more than a reader can take. */
import { expect, test } from 'bun:test';
import { statusData, statusText } from '../../src/answer/status.ts';
import type { Evaluated, EvaluatedProject } from '../../src/dotnet/evaluate-rows.ts';
import { ProjectFacts } from '../../src/dotnet/facts.ts';
import type { LoadStatus, WorkspaceStatus } from '../../src/model/status.ts';
import type { Loaded } from '../../src/workspace/load/loading.ts';
import { statusOf } from '../../src/workspace/status.ts';
import { detailed } from '../support/status.ts';

const settings = {
  rows: [
    { name: 'exclude', value: ['samples'], source: 'file' },
    { name: 'solution', value: undefined, source: 'default' },
  ],
  differs: [],
};

test('before the first load', () => {
  const { load: _, ...stopped } = detailed({ state: 'stopped', detail: 'the first call that asks about code loads' });
  expect(statusText(stopped, settings)).toBe(
    [
      'stopped: the first call that asks about code loads',
      'workspace /w, epoch 3',
      'settings',
      '  exclude = ["samples"] (file)',
      '  solution = not set (default)',
    ].join('\n'),
  );
  expect(statusData(stopped, settings)).not.toHaveProperty('load');
});

test('ready: who decided, what is loaded and what is not, and that the file has changed', () => {
  expect(
    statusText(detailed({}), { ...settings, differs: ['.roslyn-bridge.json'] })
      .split('\n')
      .slice(0, 9),
  ).toEqual([
    'ready: loaded in 2.0 s',
    'workspace /w, epoch 3',
    'server csharp-ls /bin/csharp-ls (PATH), pid 7; dotnet /sdk/dotnet',
    'loaded by the setting solution: A.slnx; 2 projects',
    '  a/A.csproj',
    '  b/B.csproj (referenced)',
    'passed over B.sln: the setting solution names another',
    'changes on disk: noticed by a watcher',
    'settings',
  ]);
  expect(statusText(detailed({}), { ...settings, differs: ['.roslyn-bridge.json'] })).toEndWith(
    '\n.roslyn-bridge.json has changed since it was read: lsp with action=reload applies it.',
  );
  expect(statusData(detailed({}), settings)).toMatchObject({
    state: 'ready',
    workspaceRoot: '/w',
    load: { projects: [{ path: 'a/A.csproj' }, { path: 'b/B.csproj', referenced: true }], projectCount: 2 },
    problemCount: 0,
    settings: [
      { name: 'exclude', value: ['samples'], source: 'file' },
      { name: 'solution', value: null, source: 'default' },
    ],
    settingsFileDiffers: false,
  });
});

test('projects with what is known of them, and how many documents there are where all are known', () => {
  const { load } = detailed({});
  if (load === undefined) throw new Error('the made-up status has a load');
  const projects = [
    { path: 'a/A.csproj', frameworks: ['net10.0', 'netstandard2.0'], loadedAs: 'net10.0', documents: 1 },
    { path: 'b/B.csproj', referenced: true as const, test: true as const, frameworks: ['net10.0'], documents: 30 },
    { path: 'c/C.csproj', frameworks: ['net10.0'] },
  ];
  const others = [{ framework: 'netstandard2.0', pid: 7 }];
  const known = detailed({ load: { ...load, projects, documents: 31, others } });
  const lines = statusText(known, settings).split('\n');
  expect(lines.slice(3, 8)).toEqual([
    'also loaded for netstandard2.0, pid 7',
    'loaded by the setting solution: A.slnx; 3 projects, 31 documents',
    '  a/A.csproj (net10.0 loaded, netstandard2.0; 1 document)',
    '  b/B.csproj (referenced; tests; net10.0; 30 documents)',
    '  c/C.csproj (net10.0)',
  ]);
  expect(statusData(known, settings)).toMatchObject({ load: { projects, documents: 31, projectCount: 3, others } });
});

test('the state holds what the table of facts knows, and claims nothing of broken projects', () => {
  const evaluated = (project: string, files: readonly string[], isTest = false): Evaluated => ({
    ...{ project, framework: 'net10.0', files: new Set(files), generated: new Set(), constants: new Set(), references: [] },
    isTest,
  });
  const whole = (project: string, files: readonly string[], isTest = false): EvaluatedProject => ({
    project,
    frameworks: ['net10.0'],
    evaluated: [evaluated(project, files, isTest)],
  });
  const paths = ['/w/a/A.csproj', '/w/b/B.csproj', '/w/c/C.csproj'] as const;
  const broken: EvaluatedProject = { project: paths[2], frameworks: [], evaluated: [], failure: 'no XML' };
  const shared = '/w/shared.cs';
  const stateWith = (facts: ProjectFacts | undefined): LoadStatus | undefined =>
    statusOf({ root: '/w', snapshot, state: { kind: 'stopped' }, loaded, facts, watch: { mode: 'watcher' }, others: [] }).load;
  const { snapshot } = detailed({});
  const loaded = {
    chosen: { solutions: [], projects: paths, loose: [], passedOver: [], why: 'the test' },
    server: { adapter: { name: 'csharp-ls' }, path: '/s', origin: 'PATH' },
    dotnet: '/d',
    projects: paths,
  } as unknown as Loaded;
  expect(stateWith(undefined)?.projects).toEqual(['a/A.csproj', 'b/B.csproj', 'c/C.csproj'].map((path) => ({ path })));
  const half = new ProjectFacts([whole(paths[0], [shared, '/w/a/a.cs']), whole(paths[1], [shared], true), broken]);
  expect(stateWith(half)?.projects).toEqual([
    { path: 'a/A.csproj', frameworks: ['net10.0'], documents: 2 },
    { path: 'b/B.csproj', frameworks: ['net10.0'], documents: 1, test: true },
    { path: 'c/C.csproj' },
  ]);
  expect(stateWith(half)).not.toHaveProperty('documents');
  expect(stateWith(new ProjectFacts([whole(paths[0], [shared, '/w/a/a.cs']), whole(paths[1], [shared])]))?.documents).toBe(2);
});

test('problems: errors first, notes after them, lines of one stay together', () => {
  const problems: WorkspaceStatus['problems'] = [
    { id: 'project_load', severity: 'Info', message: 'a note' },
    { id: 'restore_failed', severity: 'Error', message: 'two\nlines' },
  ];
  const lines = statusText(detailed({ problems }), settings).split('\n');
  const at = lines.indexOf('load problems: 1 error, 1 note');
  expect(lines.slice(at + 1, at + 4)).toEqual(['  error: two', '    lines', '  note: a note']);
});

test('of hundreds of projects and problems some are shown and all are counted', () => {
  const { load } = detailed({});
  if (load === undefined) throw new Error('the made-up status has a load');
  const many: WorkspaceStatus = detailed({
    load: { ...load, projects: Array.from({ length: 300 }, (_, at) => ({ path: `p${at}.csproj` })) },
    problems: Array.from({ length: 45 }, (_, at) => ({ id: 'x', severity: 'Error' as const, message: `m${at}` })),
  });
  const text = statusText(many, settings);
  expect(text).toContain('; 300 projects\n');
  expect(text).toContain('\n  … and 200 more\n');
  expect(text).toContain('\n  error: m19\n  … and 25 more\n');
  expect(text).not.toContain('m20');
  const data = statusData(many, settings);
  expect(data).toMatchObject({ problemCount: 45, load: { projectCount: 300 } });
  expect((data['problems'] as unknown[]).length).toBe(20);
});
