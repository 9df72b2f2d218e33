/** Under which frameworks problems are asked for, and which projects are believed there. */
import { expect, test } from 'bun:test';
import type { EvaluatedProject } from '../../src/dotnet/evaluate-rows.ts';
import { ProjectFacts } from '../../src/dotnet/facts.ts';
import { chooseFrameworks } from '../../src/dotnet/target-framework.ts';
import { Problem } from '../../src/model/problem.ts';
import { everyFramework, nearest, standsOf } from '../../src/workspace/problems/frameworks.ts';
import type { View } from '../../src/workspace/view.ts';

const path = (name: string): string => `/w/${name}/${name}.csproj`;

/** `App net8.0 > Lib` is a project with its frameworks and what it references. */
function solution(...lines: readonly string[]) {
  const projects = lines.map((line): EvaluatedProject => {
    const [own = '', used = ''] = line.split(' > ');
    const [name = '', ...frameworks] = own.split(' ');
    const references = used
      .split(' ')
      .filter((each) => each !== '')
      .map((each) => ({ project: path(each), kind: 'code' as const }));
    const evaluated = frameworks.map((framework) => ({
      project: path(name),
      framework,
      files: new Set<string>(),
      generated: new Set<string>(),
      constants: new Set<string>(),
      references,
      isTest: false,
    }));
    return { project: path(name), frameworks, evaluated };
  });
  const targeted = projects.map(({ project, frameworks, evaluated }) => ({
    project,
    frameworks,
    references: evaluated.flatMap((each) => each.references.map((reference) => reference.project)),
  }));
  const several = new Map(
    projects.flatMap(({ project, frameworks }) => (frameworks.length > 1 ? [[project, frameworks] as const] : [])),
  );
  return {
    facts: new ProjectFacts(projects),
    frameworks: {
      several,
      loaded: chooseFrameworks(targeted),
      chosen: (wanted: string) => chooseFrameworks(targeted, wanted),
      running: [] as readonly string[],
    },
  };
}

const names = (projects: Iterable<string> | undefined): string | undefined =>
  projects && [...projects].map((each) => /(\w+)\.csproj$/.exec(each)?.[1]).join(' ');

function asked(
  { facts, frameworks }: ReturnType<typeof solution>,
  running: readonly string[] = [],
  named?: readonly string[],
): string[] {
  const { stands, untold } = standsOf(facts, { ...frameworks, running }, named && new Set(named.map(path)));
  return [
    ...stands.map(({ framework, projects }) => `${framework ?? 'usual'}: ${names(projects) ?? 'all'}`),
    ...untold.map(({ framework, projects }) => `not ${framework}: ${names(projects)}`),
  ];
}

test.each<[string, ReturnType<typeof solution>, string[]]>([
  ['one framework each needs one server, which is believed', solution('App net10.0 > Lib', 'Lib netstandard2.0'), ['usual: all']],
  [
    'a test that sees the library as no build of it does is not believed there',
    solution('Tests net8.0 > Lib', 'Lib net8.0 netstandard2.1'),
    ['usual: Tests Lib', 'netstandard2.1: Lib'],
  ],
  [
    'users that need different builds of one library',
    solution('New net8.0 > Lib', 'Old net472 > Lib', 'Lib net8.0 netstandard2.0'),
    ['usual: Old Lib', 'net8.0: New Lib'],
  ],
  [
    'a chain is believed as a whole',
    solution('Tests net8.0 > App', 'App net8.0 netstandard2.0 > Lib', 'Lib net8.0 netstandard2.0'),
    ['usual: Tests App Lib', 'netstandard2.0: App Lib'],
  ],
  [
    'one that needs a library in two ways at once is asked where its own reference is right',
    solution('App net10.0 > Core Mid', 'Mid netstandard2.0 > Core', 'Core net10.0 netstandard2.0'),
    ['usual: Mid Core', 'net10.0: Core App'],
  ],
  [
    'no more servers than can be kept; the rest is named',
    solution('Lib net10.0 net8.0 net472 netstandard2.0'),
    ['usual: Lib', 'net8.0: Lib', 'net472: Lib', 'not netstandard2.0: Lib'],
  ],
  [
    'a project of which nothing is known is believed as it is loaded',
    solution('Broken', 'Lib net8.0 net472'),
    ['usual: Broken Lib', 'net472: Broken Lib'],
  ],
])('%s', (_, made, expected) => {
  expect(asked(made)).toEqual(expected);
});

test('servers that run are asked before others are started', () => {
  const made = solution('Lib net10.0 net8.0 net472 netstandard2.0');
  expect(asked(made, ['netstandard2.0'])).toEqual(['usual: Lib', 'netstandard2.0: Lib', 'net8.0: Lib', 'not net472: Lib']);
});

test('only the frameworks of the named projects are asked for', () => {
  const made = solution('New net8.0 > Lib', 'Old net472 > Lib', 'Lib net8.0 netstandard2.0');
  expect(asked(made, [], ['New'])).toEqual(['net8.0: New Lib']);
  expect(asked(made, [], ['Old'])).toEqual(['usual: Old Lib']);
});

test.each([
  ['net8.0', 'net8.0 netstandard2.0', 'net8.0'],
  ['net10.0', 'net8.0 net9.0 netstandard2.1', 'net9.0'],
  ['net8.0', 'net9.0 netstandard2.0 netstandard2.1', 'netstandard2.1'],
  ['net472', 'net8.0 netstandard2.0 net462', 'net462'],
  ['net472', 'netstandard2.0 net8.0', 'netstandard2.0'],
  ['net8.0', 'netcoreapp3.1 netstandard2.1', 'netcoreapp3.1'],
  ['net8.0-windows', 'net8.0 net8.0-windows', 'net8.0-windows'],
  ['net8.0', 'net8.0-windows netstandard2.0', 'netstandard2.0'],
  ['netstandard2.0', 'net8.0 net472', undefined],
])('a build for %s takes of %s: %s', (user, frameworks, taken) => {
  expect(nearest(user, frameworks.split(' '))).toBe(taken as string);
});

test('a framework whose server does not answer in time costs only itself, unless it is the first', async () => {
  const { facts, frameworks } = solution('Lib net8.0 net10.0');
  const view = { facts: async () => facts, frameworks, under: async () => view } as unknown as View;
  const told = { problems: [], unloaded: [], silent: [], failing: [] };
  const late = new Problem('request_timed_out', 'the call did not end within 50 s');
  const ask = (late: (question: string) => boolean, error: Problem) =>
    everyFramework(view, { key: 'all', projects: [path('Lib')] }, (_, question) =>
      late(question) ? Promise.reject(error) : Promise.resolve(told),
    );
  const { parts, untold } = await ask((question) => question !== 'all', late);
  expect(parts.map(({ key }) => key)).toEqual(['all']);
  expect(untold).toEqual([{ framework: 'net8.0', projects: [path('Lib')], why: 'did not answer in time, ask again' }]);
  await expect(ask((question) => question === 'all', late)).rejects.toBe(late);
  const lost = new Problem('server_lost', 'gone');
  await expect(ask((question) => question !== 'all', lost)).rejects.toBe(lost);
});
