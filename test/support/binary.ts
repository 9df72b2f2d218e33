/** The compiled bridge, as the tests drive it. */
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './paths.ts';
import { run } from './run.ts';

let asked: Promise<string> | undefined;

/**
 * The path of an executable built from the source as it stands; built when there is none of it yet, in some seconds.
 * Rejects with the build's own words where the source does not build.
 */
export function binary(): Promise<string> {
  asked ??= find();
  return asked;
}

async function find(): Promise<string> {
  const folder = join(cache, `bridge-${hashOfInputs()}`);
  const path = join(folder, 'roslyn-bridge');
  if (existsSync(path)) return path;
  const { code, stderr } = await run([process.execPath, 'run', join(root, 'build.ts'), join(root, 'src', 'main.ts'), path]);
  if (code !== 0) throw new Error(`no binary for the tests\n${stderr}`);
  removeOldBuilds();
  return path;
}

/** A hash of all that the executable is made of: a build of other source is never taken for this one. */
function hashOfInputs(): string {
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version);
  // One pattern for all of them, in braces, matches nothing at all in Bun 1.4.5.
  const source = [...new Bun.Glob('src/**/*').scanSync({ cwd: root })].sort();
  if (!source.includes('src/main.ts')) throw new Error('the source of the executable was not found');
  const files = [...source, 'build.ts', 'package.json', 'bun.lock', 'tsconfig.json'];
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** A build takes 110 MB. The three newest stay, since another run of the tests may be using one. */
function removeOldBuilds(): void {
  const builds = readdirSync(cache)
    .filter((name) => name.startsWith('bridge-'))
    .map((name) => join(cache, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of builds.slice(3)) rmSync(folder, { recursive: true, force: true });
}
