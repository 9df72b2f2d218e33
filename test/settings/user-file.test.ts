/** The user's settings.toml: where it is looked for, what may stand there, and what it costs where it is not. */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../src/model/problem.ts';
import { fingerprints, readSettings } from '../../src/settings/resolve.ts';
import { root as clone } from '../support/paths.ts';
import { run } from '../support/run.ts';
import { tempFolder } from '../support/temp.ts';

const section = (nodes: number): string => `[agent.roslyn_mcp]\nmax_nodes_per_query = ${nodes}\n`;

/** The limit that comes out of a file, or what is wrong with it. */
async function read(path: string): Promise<number | string | undefined> {
  try {
    return (await readSettings(tempFolder('empty'), {}, path)).agent.user.values.maxNodesPerQuery;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

describe('what may stand there:', () => {
  const folder = join(tempFolder('user'), 'Größe #1');
  mkdirSync(folder);
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const invalid = (fault: string): string => `settings.toml is invalid:\n- ${fault}`;

  test.each<[string, () => string, number | string | undefined]>([
    ['nothing', () => join(folder, 'missing.toml'), undefined],
    ['nothing below a file', () => join(write('file', ''), 'settings.toml'), undefined],
    ['an empty file', () => write('empty.toml', ''), undefined],
    ['a file', () => write('数量.toml', section(5)), 5],
    ['a byte-order mark', () => write('bom.toml', `\ufeff${section(6)}`), 6],
    ['Windows line ends', () => write('crlf.toml', section(7).replaceAll('\n', '\r\n')), 7],
    ['not UTF-8', () => write('latin.toml', new Uint8Array([0x23, 0xe9, 0x0a])), invalid('cannot be read: it is not UTF-8')],
    ['a folder', () => folder, invalid('cannot be read: it is a folder')],
    ['too much', () => write('large.toml', '#'.repeat(1024 * 1024 + 1)), invalid('cannot be read: it is larger than 1024 KiB')],
    [
      'too deep',
      () => write('deep.toml', `x = ${'['.repeat(5000)}`),
      invalid('line 1, column 105: document contains excessively nested structures. aborting.'),
    ],
  ])('%s', async (_, path, expected) => {
    expect(await read(path())).toBe(expected as never);
  });

  test('a link to anywhere, as people keep such files; not one that leads nowhere', async () => {
    const elsewhere = tempFolder('dotfiles');
    writeFileSync(join(elsewhere, 'real.toml'), section(8));
    symlinkSync(join(elsewhere, 'real.toml'), join(folder, 'link.toml'));
    expect(await read(join(folder, 'link.toml'))).toBe(8);
    symlinkSync(join(elsewhere, 'gone.toml'), join(folder, 'dangling.toml'));
    expect(await read(join(folder, 'dangling.toml'))).toBe(invalid('cannot be read: it is a link to a file that does not exist'));
    symlinkSync('loop.toml', join(folder, 'loop.toml'));
    expect(await read(join(folder, 'loop.toml'))).toBe(invalid('cannot be read: it is a link that leads to itself'));
  });
});

test('its fingerprint follows its content', () => {
  const path = join(tempFolder('fingerprint'), 'settings.toml');
  const seen = [fingerprints('/', path).user];
  for (const nodes of [1, 2]) {
    writeFileSync(path, section(nodes));
    seen.push(fingerprints('/', path).user);
  }
  expect(new Set(seen).size).toBe(3);
  expect(fingerprints('/', undefined).user).toBe(seen[0] ?? '');
});

test('without it nothing is loaded, and without a section of ours no checker', async () => {
  const script = `
    import { readSettings } from ${JSON.stringify(join(clone, 'src/settings/resolve.ts'))};
    await readSettings(process.argv[1], {}, process.argv[2]);
    const packages = Object.keys(require.cache).flatMap((path) => /node_modules.(arktype|jsonc-parser|smol-toml)\\b/.exec(path)?.[1] ?? []);
    console.log([...new Set(packages)].sort().join());`;
  const folder = tempFolder('lazy');
  const path = join(folder, 'settings.toml');
  const loaded = async () => (await run([process.execPath, '-e', script, folder, path], { cwd: clone })).stdout;
  expect(await loaded()).toBe('\n');
  writeFileSync(path, '[semantic_map]\ndepth = 3\n');
  expect(await loaded()).toBe('smol-toml\n');
  writeFileSync(path, section(3));
  expect(await loaded()).toBe('arktype,smol-toml\n');
});

describe('it is looked for', () => {
  const script = `
    import { configFolder } from ${JSON.stringify(join(clone, 'src/machine.ts'))};
    Object.defineProperty(process, 'platform', { value: process.argv[1] });
    console.log(configFolder());`;
  test.each([
    ['linux', { XDG_CONFIG_HOME: '/x/config', HOME: '/home/me' }, '/x/config/roslyn-bridge'],
    ['linux', { XDG_CONFIG_HOME: undefined, HOME: '/home/me' }, '/home/me/.config/roslyn-bridge'],
    // A relative one is to be ignored, says the specification.
    ['linux', { XDG_CONFIG_HOME: 'config', HOME: '/home/me' }, '/home/me/.config/roslyn-bridge'],
    ['darwin', { HOME: '/home/me' }, '/home/me/Library/Application Support/roslyn-bridge'],
    ['win32', { LOCALAPPDATA: '/users/me/local' }, '/users/me/local/roslyn-bridge'],
  ])('on %s with %j in %s', async (platform, env, folder) => {
    expect((await run([process.execPath, '-e', script, platform], { cwd: clone, env })).stdout).toBe(`${folder}\n`);
  });
});
