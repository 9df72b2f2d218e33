/** The table of project facts: the questions that are asked of it. */
import { describe, expect, test } from 'bun:test';
import { basename } from 'node:path';
import type { Evaluated, EvaluatedProject, Reference } from '../../src/dotnet/evaluate-rows.ts';
import { readRows } from '../../src/dotnet/evaluate-rows.ts';
import { ProjectFacts } from '../../src/dotnet/facts.ts';

const at = (path: string): string => `/w/${path}`;
const projectAt = (name: string): string => at(`${name}/${name}.csproj`);

interface Said {
  readonly files?: string;
  readonly generated?: string;
  readonly constants?: string;
  readonly references?: Readonly<Record<string, Reference['kind']>>;
  readonly isTest?: boolean;
}

const words = (text = ''): string[] => text.split(' ').filter((each) => each !== '');

function under(
  name: string,
  framework: string,
  { files, generated, constants, references = {}, isTest = false }: Said,
): Evaluated {
  return {
    project: projectAt(name),
    framework,
    files: new Set([...words(files), ...words(generated)].map(at)),
    generated: new Set(words(generated).map(at)),
    constants: new Set(words(constants)),
    references: Object.entries(references).map(([each, kind]) => ({ project: projectAt(each), kind })),
    isTest,
  };
}

function project(
  name: string,
  said: Readonly<Record<string, Said>>,
  frameworks = Object.keys(said),
  failure?: string,
): EvaluatedProject {
  const evaluated = Object.entries(said).map(([framework, each]) => under(name, framework, each));
  return { project: projectAt(name), frameworks, evaluated, ...(failure === undefined ? {} : { failure }) };
}

/**
 * Core (two frameworks) <- App <- Tests; Generator runs in App's compiler; Ensure.cs is linked into Core and App;
 * Half is not known under one framework, Broken not at all.
 */
const facts = new ProjectFacts([
  project('Core', {
    'net10.0': { files: 'Core/a.cs Core/new.cs shared/Ensure.cs', generated: 'Core/obj/g.cs', constants: 'NET10_0' },
    'netstandard2.0': {
      files: 'Core/a.cs Core/old.cs shared/Ensure.cs',
      generated: 'Core/obj/g.cs',
      constants: 'NETSTANDARD2_0',
    },
  }),
  project('App', {
    'net10.0': {
      files: 'App/p.cs shared/Ensure.cs',
      references: { Core: 'code', Generator: 'analyzer', Built: 'order', Missing: 'code' },
    },
  }),
  project('Tests', { 'net10.0': { files: 'Tests/t.cs Tests/both.cs', references: { App: 'code', Core: 'code' }, isTest: true } }),
  project('Generator', { 'netstandard2.0': { files: 'Generator/g.cs' } }),
  project('Built', { 'net10.0': { files: 'Built/b.cs Tests/both.cs' } }),
  project('Half', { 'net10.0': { files: 'Half/h.cs', references: { Built: 'code' } } }, ['net10.0', 'net48'], 'no props'),
  project('Broken', {}, [], 'no XML'),
  project('Empty', { 'net10.0': {} }),
]);

const names = (projects: Iterable<string>): string =>
  [...projects]
    .map((each) => basename(each, '.csproj'))
    .sort()
    .join(' ');
const pairs = (file: string): string[] =>
  facts.projectsOf(at(file)).map((each) => `${basename(each.project, '.csproj')} ${each.framework}`);

describe('the projects of a file', () => {
  test.each([
    ['Core/a.cs', ['Core net10.0', 'Core netstandard2.0']],
    ['Core/new.cs', ['Core net10.0']],
    ['shared/Ensure.cs', ['Core net10.0', 'Core netstandard2.0', 'App net10.0']],
    ['Core/obj/g.cs', ['Core net10.0', 'Core netstandard2.0']],
    ['docs/x.cs', []],
  ])('%s: %j', (file, expected) => expect(pairs(file)).toEqual(expected));

  test('may be more where a broken project stands above', () => {
    expect(facts.doubtful(at('Half/x/h.cs')).map(({ project: each }) => basename(each, '.csproj'))).toEqual(['Half']);
    expect(facts.doubtful(at('Broken/b.cs')).map(({ reason }) => reason)).toEqual(['no XML']);
    expect(facts.doubtful(at('Core/a.cs'))).toEqual([]);
  });

  test('are several, or elsewhere, of a linked file', () => {
    expect(facts.linkedFiles.toSorted()).toEqual([at('Tests/both.cs'), at('shared/Ensure.cs')]);
    expect(facts.isLinked(at('Core/a.cs'))).toBe(false);
    expect(facts.isLinked(at('docs/x.cs'))).toBe(false);
  });
});

test('broken projects are listed, and what is known of them is there', () => {
  expect(facts.broken).toEqual([
    { project: projectAt('Half'), frameworks: ['net48'], reason: 'no props' },
    { project: projectAt('Broken'), frameworks: [], reason: 'no XML' },
  ]);
  expect(names(facts.projects)).toBe('App Broken Built Core Empty Generator Half Tests');
  expect(pairs('Half/h.cs')).toEqual(['Half net10.0']);
});

test('dependents are those whose code can use it, at any distance', () => {
  expect(names(facts.dependents(projectAt('Core')))).toBe('App Tests');
  expect(names(facts.dependents(projectAt('App')))).toBe('Tests');
  expect(names(facts.dependents(projectAt('Generator')))).toBe('');
  expect(names(facts.dependents(projectAt('Built')))).toBe('Half');
  expect(names(facts.dependents(projectAt('Missing')))).toBe('App Tests');
});

test('dependents in a circle do not go on for ever, and a project is none of its own', () => {
  const circle = new ProjectFacts([
    project('A', { n: { references: { B: 'code' } } }),
    project('B', { n: { references: { A: 'code', B: 'code' } } }),
  ]);
  expect([...circle.dependents(projectAt('A'))]).toEqual([projectAt('B')]);
  expect([...circle.dependents(projectAt('B'))]).toEqual([projectAt('A')]);
});

test('frameworks, also of what is not known', () => {
  expect(facts.frameworks(projectAt('Core'))).toEqual(['net10.0', 'netstandard2.0']);
  expect(facts.frameworks(projectAt('Half'))).toEqual(['net10.0', 'net48']);
  expect(facts.frameworks(projectAt('Nobody'))).toEqual([]);
});

test('documents count once, generated ones not; of what is broken nothing is claimed', () => {
  const counts = (...of: readonly string[]): unknown[] => of.map((name) => facts.documentCount(projectAt(name)));
  expect(counts('Core', 'App', 'Tests', 'Empty')).toEqual([4, 2, 2, 0]);
  expect(counts('Half', 'Broken', 'Nobody')).toEqual([undefined, undefined, undefined]);
  expect([...facts.filesOf(projectAt('Core'))].sort()).toEqual(
    ['Core/a.cs', 'Core/new.cs', 'Core/old.cs', 'shared/Ensure.cs'].map(at),
  );
  expect(facts.totalDocuments).toBe(10);
});

test('references of all frameworks, each once', () => {
  const two = new ProjectFacts([
    project('A', { n: { references: { B: 'code' } }, o: { references: { B: 'code', C: 'analyzer' } } }),
  ]);
  expect(two.references(projectAt('A'))).toEqual([
    { project: projectAt('B'), kind: 'code' },
    { project: projectAt('C'), kind: 'analyzer' },
  ]);
});

test('test projects, and files that only they compile', () => {
  expect(names(facts.testProjects)).toBe('Tests');
  expect(['Tests/t.cs', 'Tests/both.cs', 'Core/a.cs', 'docs/x.cs'].map((file) => facts.isTestFile(at(file)))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

describe('rows', () => {
  const row = (...fields: readonly string[]): string => fields.join('\t');

  test('of a test package make a test project, unless it says otherwise', () => {
    const isTest = (...rows: readonly string[]): boolean | undefined => {
      const text = [row('project', '/a.csproj'), row('framework', 'net10.0'), ...rows].join('\n');
      return readRows(text, ['/a.csproj'], () => 'failed')[0]?.evaluated[0]?.isTest;
    };
    const packages = ['xunit', 'xunit.v3', 'xunit.v3.mtp-v2', 'xunit.core', 'NUnit', 'MSTest', 'MSTest.TestFramework', 'TUnit'];
    for (const each of [...packages, 'microsoft.net.test.sdk', 'nunit.framework, Version=3.0'])
      expect([each, isTest(row('uses', each))]).toEqual([each, true]);
    for (const each of ['xunit.assert', 'NUnitLite.Other', 'Moq', 'MSTestify']) expect(isTest(row('uses', each))).toBe(false);
    expect(isTest(row('uses', 'xunit'), row('is-test', 'false'))).toBe(false);
    expect(isTest(row('is-test', 'True'))).toBe(true);
    expect(isTest(row('is-test', ''))).toBe(false);
  });

  test('of one project do not become those of another; what nobody said is not known', () => {
    const text = [
      '\uFEFF' + row('several', '/b.csproj'),
      row('target', 'net10.0'),
      row('target', 'net48'),
      row('target', 'net48'),
      '/b.csproj',
      row('project', '/a\tb.csproj'),
      row('framework', 'net10.0'),
      row('obj', '/obj/'),
      row('file', '/x\ty.cs'),
      row('file', '/obj/g.cs'),
      row('project', '/b.csproj'),
      row('framework', 'net48'),
      row('file', '/b.cs'),
    ].join('\r\n');
    const [a, b, c] = readRows(text, ['/a\tb.csproj', '/b.csproj', '/c.csproj'], (each) => `${each} failed`);
    expect(a).toMatchObject({ frameworks: ['net10.0'], evaluated: [{ files: new Set(['/x\ty.cs', '/obj/g.cs']) }] });
    expect([...(a?.evaluated[0]?.generated ?? [])]).toEqual(['/obj/g.cs']);
    expect(a).not.toHaveProperty('failure');
    expect(b).toMatchObject({
      frameworks: ['net10.0', 'net48'],
      failure: '/b.csproj failed',
      evaluated: [{ framework: 'net48' }],
    });
    expect(c).toEqual({ project: '/c.csproj', frameworks: [], evaluated: [], failure: '/c.csproj failed' });
  });
});
