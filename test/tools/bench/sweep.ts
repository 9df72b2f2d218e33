/**
 * What it costs to know that nothing has changed: the fence of the watcher, and the sweep, each alone and in a warm call of
 * the compiled bridge, for two sizes of a workspace. Rows are ratios to the warm call with the watcher, since times of
 * different machines say nothing.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isExcluded } from '../../../src/settings/exclude.ts';
import { Disk } from '../../../src/workspace/disk/disk.ts';
import { Watch } from '../../../src/workspace/disk/watch.ts';
import { openMcp, untilLoaded } from './mcp-line.ts';
import { type Row, plain, ratio, time } from './row.ts';
import type { Setting } from './setting.ts';
import { inTurns, median, timed } from './turns.ts';

const sizes = [1_200, 12_000] as const;
const filesInFolder = 25;
const filesInProject = 400;

export async function sweep(setting: Setting): Promise<Row[]> {
  const rows: Row[] = [];
  for (const files of sizes) {
    setting.say(`measuring the sweep over ${files} files`);
    const root = join(setting.folder, `sweep-${files}`);
    const projects = await makeSolution(root, files);
    const [watcher, swept] = await warmCalls(setting, root);
    const alone = await lookAlone(setting, root, projects);
    rows.push(
      ratio(`warm references with --watch off, against the watcher: ${files} files`, swept, watcher, undefined),
      plain(`nothing has changed: ${files} files`, `fence ${time(alone.fence)}, sweep ${time(alone.sweep)}`),
    );
  }
  return rows;
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

/** The same call to two bridges, in turns: one with the watcher and one without. */
async function warmCalls({ binary, server, runs }: Setting, root: string): Promise<readonly [watcher: number, swept: number]> {
  const open = (watch: 'auto' | 'off') => openMcp([binary, '--workspace', root, '--watch', watch, '--server', server], root);
  const bridges = [await open('auto'), await open('off')] as const;
  const [watcher, swept] = bridges;
  const ask = ({ ask }: (typeof bridges)[0]) => ask('references', { path: 'P0/F0/C0.cs', line: 3, column: 21, limit: 20 });
  try {
    // The first call loads, and may have to restore.
    for (const bridge of bridges) await untilLoaded(bridge);
    return await inTurns({ warmUps: 5, runs }, [() => ask(watcher), () => ask(swept)] as const);
  } finally {
    for (const bridge of bridges) await bridge.close();
  }
}

async function lookAlone({ folder, runs }: Setting, root: string, projectFolders: readonly string[]) {
  const watch = new Watch({ wanted: 'auto', fenceFolder: () => join(folder, 'fence') });
  try {
    const excluded = (name: string): boolean =>
      isExcluded(`${name.slice(root.length + 1)}/`, {
        names: [],
        projectFolders,
        holdsProject: () => false,
        platform: process.platform,
      }) !== undefined;
    watch.begin();
    const disk = new Disk([root], excluded, { listener: watch });
    if (watch.status.mode !== 'watcher') throw new Error(`there is no watcher: ${watch.status.why}`);
    const fence = await times(runs, async () => (await watch.pass(), disk.changesAt(watch.take() ?? [])));
    watch.close();
    const swept = await times(runs, () => Promise.resolve(disk.changes()));
    return { fence: median(fence), sweep: median(swept) };
  } finally {
    watch.close();
  }
}

async function times(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let run = 0; run < runs; run += 1) found.push(await timed(work));
  return found;
}
