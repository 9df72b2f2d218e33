/** When MSBuild is asked for the table of project facts, and how the table keeps in step with the disk. */
import { expect, test } from 'bun:test';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { compileRules } from '../../src/dotnet/compile-rules.ts';
import type { Evaluated, EvaluatedProject } from '../../src/dotnet/evaluate-rows.ts';
import { Facts, type Kept } from '../../src/workspace/load/facts.ts';
import { csproj, lay, references } from '../support/lay.ts';

const signal = new AbortController().signal;

/** What stands in for MSBuild: a project compiles the files below its folder, but for those whose names begin with `not`. */
function world(files: Readonly<Record<string, string>>, projects: readonly string[]) {
  const root = lay(files);
  const at = (path: string): string => join(root, path);
  const onDisk = (): string[] =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const sources = (): string[] => onDisk().filter((path) => path.endsWith('.cs'));
  const kept: Kept = new Map();
  const runs: string[] = [];
  const evaluatedNow = (project: string): EvaluatedProject => {
    const inside = sources().filter((path) => path.startsWith(join(project, '..', '/')) && !basename(path).startsWith('not'));
    const each: Evaluated = {
      ...{ project, framework: 'net10.0', files: new Set(inside), generated: new Set(), constants: new Set() },
      ...{
        references: beyond.get(project) ?? [],
        isTest: false,
      },
    };
    return { project, frameworks: ['net10.0'], evaluated: [each] };
  };
  const beyond = new Map<string, Evaluated['references']>();
  const broken = new Set<string>();
  let before = async (_signal: AbortSignal): Promise<void> => undefined;
  const load = async (): Promise<Facts> => {
    const rules = await compileRules(projects.map(at));
    const evaluate = async (asked: readonly string[], ending: AbortSignal): Promise<readonly EvaluatedProject[]> => {
      runs.push(asked.map((path) => relative(root, path)).join(' '));
      await before(ending);
      return asked.map((project) =>
        broken.has(project) ? { project, frameworks: [], evaluated: [], failure: 'broken' } : evaluatedNow(project),
      );
    };
    return new Facts({ rules, sources, files: onDisk, evaluate }, kept);
  };
  const write = (path: string, text = ''): void => writeFileSync(at(path), text);
  const compiled = async (facts: Facts): Promise<string[]> => {
    const table = await facts.table(signal);
    return table.projects.map((project) => {
      const shown = [...table.filesOf(project)].map((path) => relative(root, path)).sort();
      return `${basename(project, '.csproj')}: ${shown.join(', ')}`;
    });
  };
  const during = (act: (ending: AbortSignal) => Promise<void>): void => void (before = act);
  return { root, at, write, runs, load, compiled, broken, beyond, during };
}

/** A/ has the default pattern; in Own/Old something else may hold. */
const two = {
  'A/A.csproj': csproj(),
  'A/a.cs': '',
  'Own/Own.csproj': csproj('<Compile Remove="Old/not*.cs" />'),
  'Own/o.cs': '',
  'Own/Old/kept.cs': '',
  'Directory.Build.props': '<Project />',
};
const both = ['A/A.csproj', 'Own/Own.csproj'];

test('who asks first has it asked for all', async () => {
  const { load, runs, compiled } = world(two, both);
  const facts = await load();
  expect(facts.known).toBeUndefined();
  const tables = await Promise.all([facts.table(signal), facts.table(signal), facts.table(signal)]);
  expect(new Set(tables).size).toBe(1);
  expect(facts.known).toBe(tables[0]);
  expect(await compiled(facts)).toEqual(['A: A/a.cs', 'Own: Own/Old/kept.cs, Own/o.cs']);
  expect(runs).toEqual(['A/A.csproj Own/Own.csproj']);
});

test('who gives up leaves it to the others', async () => {
  const { load, runs, during } = world(two, both);
  const { promise, resolve } = Promise.withResolvers<void>();
  during(() => promise);
  const facts = await load();
  const [first, second] = [new AbortController(), facts.table(signal)];
  const leaving = facts.table(first.signal);
  first.abort(new Error('enough'));
  await expect(leaving).rejects.toThrow('enough');
  await expect(facts.table(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
  resolve();
  expect((await second).projects.length).toBe(2);
  expect(runs.length).toBe(1);
});

test('what the default pattern decides needs no evaluation; what it does not, one of that project', async () => {
  const { load, runs, compiled, write, at } = world(two, both);
  const facts = await load();
  await facts.table(signal);
  write('A/b.cs');
  rmSync(at('A/a.cs'));
  rmSync(at('Own/Old/kept.cs'));
  facts.doubt();
  expect(await compiled(facts)).toEqual(['A: A/b.cs', 'Own: Own/o.cs']);
  expect(runs.length).toBe(1);
  write('Own/Old/not.cs');
  write('Own/Old/new.cs');
  facts.doubt();
  expect(facts.known).toBeUndefined();
  expect(await compiled(facts)).toEqual(['A: A/b.cs', 'Own: Own/Old/new.cs, Own/o.cs']);
  write('A/a.cs');
  facts.doubt();
  expect(await compiled(facts)).toEqual(['A: A/a.cs, A/b.cs', 'Own: Own/Old/new.cs, Own/o.cs']);
  expect(runs).toEqual(['A/A.csproj Own/Own.csproj', 'Own/Own.csproj']);
});

test('another load asks only about what has other files, and knows what has come and gone between them', async () => {
  const { load, runs, compiled, write, at } = world(two, both);
  await compiled(await load());
  write('A/b.cs');
  rmSync(at('A/a.cs'));
  expect(await compiled(await load())).toEqual(['A: A/b.cs', 'Own: Own/Old/kept.cs, Own/o.cs']);
  expect(runs.length).toBe(1);
  write('A/A.csproj', `${csproj()}<!-- -->`);
  await compiled(await load());
  expect(runs.slice(1)).toEqual(['A/A.csproj']);
  write('Own/Own.csproj.user', '<Project />');
  await compiled(await load());
  expect(runs.slice(2)).toEqual(['Own/Own.csproj']);
  for (const path of ['Directory.Build.props', 'new.targets', 'global.json']) {
    write(path, '<Project><!-- --></Project>');
    await compiled(await load());
    await compiled(await load());
    expect(runs.splice(3)).toEqual(['A/A.csproj Own/Own.csproj']);
  }
  write('Own/obj.cs');
  write('.editorconfig', 'root = true');
  await compiled(await load());
  expect(runs.length).toBe(3);
});

test('what changes while MSBuild reads it is not believed by another load', async () => {
  const { load, runs, compiled, write, during } = world(two, both);
  during(async () => write('A/A.csproj', `${csproj()}<!-- -->`));
  await compiled(await load());
  during(async () => undefined);
  await compiled(await load());
  expect(runs).toEqual(['A/A.csproj Own/Own.csproj', 'A/A.csproj']);
});

test('a broken project costs only itself, until the next load', async () => {
  const { load, runs, compiled, broken, at } = world(two, both);
  broken.add(at('A/A.csproj'));
  const facts = await load();
  expect(await compiled(facts)).toEqual(['A: ', 'Own: Own/Old/kept.cs, Own/o.cs']);
  expect((await facts.table(signal)).broken.map(({ reason }) => reason)).toEqual(['broken']);
  expect((await facts.evaluated([at('Own/Own.csproj')], signal)).length).toBe(1);
  await expect(facts.evaluated(both.map(at), signal)).rejects.toThrow('A.csproj cannot be evaluated: broken');
  expect(runs.length).toBe(1);
  broken.clear();
  expect(await compiled(await load())).toEqual(['A: A/a.cs', 'Own: Own/Old/kept.cs, Own/o.cs']);
  expect(runs.slice(1)).toEqual(['A/A.csproj']);
});

test('an evaluation that fails is told to all who ask, and not tried again before the next load', async () => {
  const { load, runs, during } = world(two, both);
  during(() => Promise.reject(new Error('no MSBuild')));
  const facts = await load();
  const asked = [facts.table(signal), facts.evaluated([], signal), facts.table(signal)];
  expect(await Promise.all(asked.map((each) => each.catch(String)))).toEqual(['Error: no MSBuild', [], 'Error: no MSBuild']);
  await expect(facts.table(signal)).rejects.toThrow('no MSBuild');
  expect(facts.known).toBeUndefined();
  expect(runs.length).toBe(1);
  during(async () => undefined);
  expect((await (await load()).table(signal)).projects.length).toBe(2);
});

test('one project can be asked for alone, and is not asked for again with the others', async () => {
  const { load, runs, at } = world(two, both);
  const facts = await load();
  const [own] = await facts.evaluated([at('Own/Own.csproj')], signal);
  expect([...(own?.files ?? [])].sort()).toEqual([at('Own/Old/kept.cs'), at('Own/o.cs')]);
  await facts.table(signal);
  expect(runs).toEqual(['Own/Own.csproj', 'A/A.csproj']);
});

test('projects that only an evaluation finds references to are in the table, too', async () => {
  const more = { 'B/B.csproj': csproj(), 'B/b.cs': '', 'C/C.csproj': csproj(references('../gone/G.csproj')), 'C/c.cs': '' };
  const { load, runs, compiled, beyond, at } = world({ ...two, ...more }, ['A/A.csproj']);
  const code = (...paths: readonly string[]): Evaluated['references'] =>
    paths.map((path) => ({ project: at(path), kind: 'code' as const }));
  beyond.set(at('A/A.csproj'), code('B/B.csproj', 'gone/G.csproj', 'A/A.csproj', 'F/F.fsproj'));
  beyond.set(at('B/B.csproj'), code('C/C.csproj', 'A/A.csproj'));
  const facts = await load();
  expect(await compiled(facts)).toEqual(['A: A/a.cs', 'B: B/b.cs', 'C: C/c.cs']);
  expect(runs).toEqual(['A/A.csproj', 'B/B.csproj', 'C/C.csproj']);
  const table = await facts.table(signal);
  expect([...table.dependents(at('C/C.csproj'))].sort()).toEqual([at('A/A.csproj'), at('B/B.csproj')]);
});

test('the end of a load ends what runs for it, and who waits is told to ask again', async () => {
  const { load, during } = world(two, both);
  const { promise, resolve } = Promise.withResolvers<AbortSignal>();
  during((ending) => {
    resolve(ending);
    return new Promise((_, reject) => ending.addEventListener('abort', () => reject(ending.reason), { once: true }));
  });
  const facts = await load();
  const waiting = facts.table(signal);
  expect((await promise).aborted).toBe(false);
  facts.end();
  await expect(waiting).rejects.toMatchObject({ code: 'server_lost', continuation: { kind: 'RetryRequest' } });
});
