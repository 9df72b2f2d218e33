/**
 * Runs the live tests on a language server of choice: `bun run live [--server csharp-ls|dialect|PATH] [FILES]`. Exit code 2
 * for wrong usage, else that of the tests.
 */
import { basename, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { knownServer } from '../support/language-server.ts';
import { root } from '../support/paths.ts';

const usage = `usage: bun run live [--server csharp-ls|dialect|PATH] [FILES]
  csharp-ls  the tested version (the default); dialect: Microsoft's protocol in front of it; PATH: a program
  FILES      names of live tests, such as outline or test/live/outline.test.ts; without any, all of them are run`;

/** Tests that drive the executable on a real language server; relative to the clone. */
const suite = [
  ...[...new Bun.Glob('test/live/*.test.ts').scanSync({ cwd: root })].sort(),
  'test/freshness/edits.test.ts',
  'test/freshness/reloads.test.ts',
];

interface Wanted {
  /** As test/support/language-server.ts reads it. */
  readonly server: string;
  readonly files: readonly string[];
}

const nameOf = (file: string): string => basename(file, '.test.ts');

function fileNamed(word: string): string {
  const path = relative(root, resolve(word));
  const found = suite.find((file) => file === path || nameOf(file) === word);
  if (found !== undefined) return found;
  throw new Error(`no live test is '${word}'; there are ${suite.map(nameOf).join(', ')}`);
}

/** Throws what is wrong. */
function parse(words: readonly string[]): Wanted {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { server: { type: 'string', default: 'csharp-ls' } },
  });
  return { server: knownServer(values.server), files: positionals.length === 0 ? suite : positionals.map(fileNamed) };
}

function understood(words: readonly string[]): Wanted | string {
  try {
    return parse(words);
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${usage}`;
  }
}

const wanted = understood(process.argv.slice(2));
if (typeof wanted === 'string') {
  process.stderr.write(`${wanted}\n`);
  process.exitCode = 2;
} else {
  const child = Bun.spawn([process.execPath, 'test', ...wanted.files.map((file) => `./${file}`)], {
    cwd: root,
    env: { ...process.env, ROSLYN_BRIDGE_TEST_SERVER: wanted.server },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.exitCode = await child.exited;
}
