/** Which code is that of tests. */
import { dirname, resolve } from 'node:path';
import { testsAmong } from '../../dotnet/project-tests.ts';
import { shownPath } from '../places.ts';
import type { View } from '../view.ts';
import { factsOf } from './written.ts';

/**
 * Those of the files (paths as answers show them) that belong to a test project. Project files are read for that, and MSBuild
 * is asked only where these leave it open, since nobody should wait for it.
 */
export async function testFiles(view: View, paths: Iterable<string>): Promise<ReadonlySet<string>> {
  // Which project is around a file, its folder decides.
  const byFolder = Map.groupBy(new Set(paths), dirname);
  const homes = [...byFolder.values()].map((files) => ({ files, project: view.projectOf(files[0] ?? '') }));
  const projects = [...new Set(homes.map(({ project }) => project))].filter((project) => project !== undefined).sort();
  const tests = await testsOf(
    view,
    projects.map((project) => resolve(view.root, project)),
  );
  const shown = new Map([...tests].map(([project, isTest]) => [shownPath(view.root, project), isTest]));
  const facts = [...shown.values()].includes(undefined) ? await factsOf(view) : undefined;
  const isTest = (path: string, project: string | undefined): boolean =>
    project !== undefined && (shown.get(project) ?? facts?.isTestFile(resolve(view.root, path)) ?? false);
  return new Set(homes.flatMap(({ files, project }) => files.filter((path) => isTest(path, project))));
}

/** Of each load: when a file changes that was read for this, there is another one. */
const read = new WeakMap<object, Map<string, boolean | undefined>>();

async function testsOf(view: View, projects: readonly string[]): Promise<ReadonlyMap<string, boolean | undefined>> {
  const known = read.get(view.confirmed) ?? new Map<string, boolean | undefined>();
  read.set(view.confirmed, known);
  const open = projects.filter((project) => !known.has(project));
  if (open.length > 0) for (const [project, isTest] of await testsAmong(open)) known.set(project, isTest);
  return new Map(projects.map((project) => [project, known.get(project)]));
}
