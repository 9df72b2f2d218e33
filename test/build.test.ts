/** What build.ts makes: an executable that nothing in the folder where it is started can reach. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.ts';
import { version } from '../src/version.ts';
import { binary } from './support/binary.ts';
import { root } from './support/paths.ts';
import { run } from './support/run.ts';
import { tempFolder } from './support/temp.ts';

/** A build takes some seconds where the machine is busy. */
const patience = 60_000;

/** A folder whose every file tries to get into a Bun program that is started there. */
function hostileFolder() {
  const folder = tempFolder('hostile');
  const marker = join(folder, 'marker');
  const data = join(folder, 'stolen');
  const files: Readonly<Record<string, string>> = {
    'bunfig.toml': 'preload = ["./evil.ts"]\n[define]\n"process.env.HOME" = "\'stolen\'"\n',
    'evil.ts': `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'ran'); console.log('evil');`,
    '.env': `EVIL=1\nXDG_DATA_HOME=${data}\nDOTNET_ROOT=${folder}\nBUN_OPTIONS=--preload ./evil.ts\n`,
    '.env.production': 'EVIL=1\n',
    'tsconfig.json': '{"compilerOptions": {"paths": {"node:fs": ["./evil.ts"]}}}',
    'package.json': '{"name": "evil", "imports": {"#x": "./evil.ts"}, "type": "commonjs"}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { folder, marker, data };
}

/** Builds a program of one module. */
async function program(source: string, name = 'program'): Promise<string> {
  const folder = tempFolder('build');
  const entry = join(folder, 'entry.ts');
  writeFileSync(entry, source);
  const outfile = join(folder, 'out', name);
  await build({ entry, outfile });
  return outfile;
}

describe('a program built with the flags of the bridge', () => {
  let printer: string;
  beforeAll(async () => {
    printer = await program(`
      class Named extends Error {}
      if (process.argv[2] === 'throw') throw new Named(String(process.env.NODE_ENV));
      process.stdout.write(JSON.stringify({ env: { ...process.env }, execArgv: process.execArgv, name: Named.name }));`);
  }, patience);

  test('reads no file of the folder where it is started', async () => {
    const { folder, marker, data } = hostileFolder();
    const { code, stdout, stderr } = await run([printer], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { env } = JSON.parse(stdout);
    expect(env.EVIL).toBeUndefined();
    expect(env.XDG_DATA_HOME).not.toBe(data);
    expect(existsSync(marker)).toBe(false);
  });

  test(
    'would read them without these flags: the trap works',
    async () => {
      const { folder, marker } = hostileFolder();
      const entry = join(tempFolder('build'), 'entry.ts');
      writeFileSync(entry, 'process.stdout.write(process.env.EVIL ?? "");');
      const outfile = join(tempFolder('build'), 'careless');
      expect(await run([process.execPath, 'build', '--compile', entry, '--outfile', outfile])).toMatchObject({ code: 0 });
      expect(await run([outfile], { cwd: folder })).toMatchObject({ stdout: 'evil\n1' });
      expect(existsSync(marker)).toBe(true);
    },
    patience,
  );

  test('ends with its parent, keeps its names, and shows the source in its stacks', async () => {
    const { execArgv, name } = JSON.parse((await run([printer])).stdout);
    expect({ execArgv, name }).toEqual({ execArgv: ['--no-orphans'], name: 'Named' });
    const { code, stderr } = await run([printer, 'throw']);
    expect(code).toBe(1);
    expect(stderr).toContain('production');
    expect(stderr).toMatch(/entry\.ts:3:\d+/);
  });
});

describe('a program that does not build', () => {
  test.each([
    ['a module that is not there', "import './missing.ts';", 'missing.ts'],
    ['an import that only the running program could resolve', 'await import(process.argv[2] ?? "");', 'import()'],
    ['a mistake in the syntax', 'const x = (', 'entry.ts:1:'],
  ])('%s is told, and no older executable is lost', async (_, source, says) => {
    const folder = tempFolder('build');
    const entry = join(folder, 'entry.ts');
    const outfile = join(folder, 'out', 'program');
    mkdirSync(join(folder, 'out'));
    writeFileSync(entry, source);
    writeFileSync(outfile, 'older');
    await expect(build({ entry, outfile })).rejects.toThrow(says);
    expect(readdirSync(join(folder, 'out'))).toEqual(['program']);
    expect(readFileSync(outfile, 'utf8')).toBe('older');
  });

  test('makes build.ts end with code 1 and a line that begins with its name', async () => {
    const entry = join(tempFolder('build'), 'entry.ts');
    const outfile = join(tempFolder('build'), 'program');
    const { code, stdout, stderr } = await run([process.execPath, join(root, 'build.ts'), entry, outfile]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toStartWith(`build: ${entry} does not build\n`);
    expect(existsSync(outfile)).toBe(false);
  });
});

describe('the bridge', () => {
  test(
    'is not reached by a hostile folder either',
    async () => {
      const { folder, marker, data } = hostileFolder();
      expect(await run([await binary(), '--version'], { cwd: folder })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
      const checked = await run([await binary(), 'check'], { cwd: folder });
      expect({ code: checked.code, stderr: checked.stderr }).toEqual({ code: 0, stderr: '' });
      expect(checked.stdout).not.toContain('evil');
      const served = await run([await binary(), 'serve'], { cwd: folder });
      expect(served).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(existsSync(marker)).toBe(false);
      expect(existsSync(data)).toBe(false);
    },
    patience,
  );

  test(
    'is the same, byte for byte, from the same source in another folder',
    async () => {
      const folder = tempFolder('build');
      const [clone, other] = [join(folder, 'clone'), join(folder, 'another clone')];
      // Neither the compiler nor its types get into the executable, and they are most of node_modules.
      const skipped = /node_modules\/(?:typescript|@typescript|bun-types)(?:\/|$)/;
      for (const name of ['src', 'build.ts', 'package.json', 'tsconfig.json', 'bun.lock', 'node_modules']) {
        cpSync(join(root, name), join(clone, name), { recursive: true, filter: (path) => !skipped.test(path) });
      }
      const first = await sha256OfBuild(clone);
      renameSync(clone, other);
      expect(await sha256OfBuild(other)).toBe(first);
    },
    patience,
  );
});

/** Builds the bridge of a clone with the clone's own build.ts, as a person does. */
async function sha256OfBuild(clone: string): Promise<string> {
  expect(await run([process.execPath, join(clone, 'build.ts')])).toMatchObject({ code: 0, stderr: '' });
  const bytes = await Bun.file(join(clone, 'dist', 'roslyn-bridge')).bytes();
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
}
