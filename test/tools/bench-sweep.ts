/**
 * What it costs to know that nothing has changed: the fence of the watcher, and the sweep, each alone and in a warm call of
 * the compiled bridge, for two sizes of a workspace. Rows are ratios to the warm call with the watcher, since times of
 * different machines say nothing.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isExcluded } from '../../src/settings/exclude.ts';
import { Disk } from '../../src/workspace/disk.ts';
import { Watch } from '../../src/workspace/watch.ts';
import { startBatch } from './batch-process.ts';
import { median } from './first-reply.ts';

const sizes = [1_200, 12_000] as const;
const filesInFolder = 25;
const filesInProject = 400;

/** Prints the rows of each size; no row has a goal, so the result is true. */
export async function benchSweep(
  binary: string,
  runs: number,
  server: string,
  print: (line: string) => unknown,
): Promise<boolean> {
  for (const files of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'roslyn-bridge-bench-'));
    try {
      const projects = await makeSolution(folder, files);
      const watcher = await warmCall([binary, '--server', server], folder, 'auto', runs);
      const sweep = await warmCall([binary, '--server', server], folder, 'off', runs);
      const alone = await lookAlone(folder, projects, runs);
      const row = (name: string, time: number): unknown =>
        print(`${files} files, ${name}: ${time.toFixed(2)} ms, ${(time / watcher).toFixed(3)} of a warm call`);
      print(`${files} files, warm references by position: ${watcher.toFixed(1)} ms (median of ${runs})`);
      row('the same with --watch off', sweep);
      row('the fence alone', alone.fence);
      row('the sweep alone', alone.sweep);
      row('the first look with its watchers', alone.first);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return true;
}

/** Projects with small files in many folders; gives the folders of the projects. */
async function makeSolution(root: string, files: number): Promise<string[]> {
  const names = Array.from({ length: files / filesInProject }, (_, at) => `P${at}`);
  const project =
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>';
  for (const name of names) {
    for (let at = 0; at < filesInProject; at += 1) {
      const folder = join(root, name, `F${Math.floor(at / filesInFolder)}`);
      if (at % filesInFolder === 0) await mkdir(folder, { recursive: true });
      const use = at === 0 ? '0' : `C0.Value + ${at}`;
      await writeFile(join(folder, `C${at}.cs`), `namespace ${name};\nclass C${at} {\n  public static int Value => ${use};\n}\n`);
    }
    await writeFile(join(root, name, `${name}.csproj`), project);
  }
  await writeFile(
    join(root, 'All.slnx'),
    `<Solution>${names.map((name) => `<Project Path="${name}/${name}.csproj" />`).join('')}</Solution>`,
  );
  return names;
}

async function warmCall(
  [binary = '', ...server]: readonly string[],
  root: string,
  watch: 'auto' | 'off',
  runs: number,
): Promise<number> {
  const bridge = startBatch([binary, 'call', '--batch', '--workspace', root, '--watch', watch, ...server]);
  const ask = async (): Promise<number> => {
    const start = performance.now();
    const envelope = await bridge.call('references', { path: 'P0/F0/C0.cs', line: 3, column: 21, limit: 20 });
    if ((envelope as { ok: boolean }).ok) return performance.now() - start;
    throw new Error(`the bridge could not answer: ${JSON.stringify(envelope)}`);
  };
  try {
    // The first calls load, and are asked twice where the server may answer early.
    for (let warm = 0; warm < 5; warm += 1) await ask();
    return median(await times(runs, ask));
  } finally {
    await bridge.end();
  }
}

async function lookAlone(root: string, projectFolders: readonly string[], runs: number) {
  const state = await mkdtemp(join(tmpdir(), 'roslyn-bridge-bench-state-'));
  const watch = new Watch({ wanted: 'auto', fenceFolder: () => join(state, 'fence') });
  try {
    const excluded = (folder: string): boolean =>
      isExcluded(`${folder.slice(root.length + 1)}/`, {
        names: [],
        projectFolders,
        holdsProject: () => false,
        platform: process.platform,
      }) !== undefined;
    const start = performance.now();
    watch.begin();
    const disk = new Disk([root], excluded, { listener: watch });
    const first = performance.now() - start;
    if (watch.status.mode !== 'watcher') throw new Error(`there is no watcher: ${watch.status.why}`);
    const fence = await times(runs, () => timed(async () => (await watch.pass(), disk.changesAt(watch.take() ?? []))));
    watch.close();
    const sweep = await times(runs, () => timed(() => Promise.resolve(disk.changes())));
    return { first, fence: median(fence), sweep: median(sweep) };
  } finally {
    watch.close();
    await rm(state, { recursive: true, force: true });
  }
}

async function times(runs: number, once: () => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  for (let run = 0; run < runs; run += 1) found.push(await once());
  return found;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
