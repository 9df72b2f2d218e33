/**
 * Makes the executable of this machine: `bun run build.ts [ENTRY OUTFILE]`, by default the bridge into dist/.
 * The same flags build the programs that tests and measurements compare the bridge with.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const root = import.meta.dir;
const bridge = { entry: join(root, 'src', 'main.ts'), outfile: join(root, 'dist', 'roslyn-bridge') };

/**
 * Whoever starts the executable stands in a repository that may be hostile, so nothing there may reach it: by default
 * a compiled Bun program runs the `preload` of a bunfig.toml and loads the .env of its working folder.
 * `--no-orphans` takes the language server down with a bridge that was killed.
 */
const compile = {
  autoloadDotenv: false,
  autoloadBunfig: false,
  autoloadTsconfig: false,
  autoloadPackageJson: false,
  execArgv: ['--no-orphans'],
  // Compile to machine code later: the bridge waits for others most of its life, and a sixth of its start was the compiler.
  jitPolicy: 20,
};

/** See src/mcp/sdk-shims.ts. */
const sdkShims: Bun.BunPlugin = {
  name: 'sdk-shims',
  setup: (builder) => {
    builder.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: join(root, 'src/mcp/sdk-shims.ts'),
    }));
  },
};

const options = {
  target: 'bun',
  format: 'esm',
  // Saves a third of the time to the first reply; with the format left to its default, cjs, it forbids top-level await.
  bytecode: true,
  // Names stay: `keepNames` has no effect in Bun 1.4.5, and the names cost 12 KB of 111 MB.
  minify: { whitespace: true, syntax: true, identifiers: false },
  // Embedded, compressed: stacks name the files and lines of the source.
  sourcemap: 'inline',
  // A dynamic import that cannot be resolved now would be looked up in the node_modules of the working folder.
  allowUnresolved: [],
  plugins: [sdkShims],
  // Without this, `bun build --compile` leaves the libraries in development mode.
  define: { 'process.env.NODE_ENV': '"production"' },
  // Failures are reported by build(), in one place.
  throw: false,
} satisfies Partial<Bun.BuildConfig>;

export interface Program {
  /** The module to start with. */
  readonly entry: string;
  /** Where the executable goes; its base name becomes part of it. An older one is replaced in one step. */
  readonly outfile: string;
}

/** Builds an executable. Throws an Error that lists what the bundler found wrong; then nothing was replaced. */
export async function build({ entry, outfile }: Program): Promise<void> {
  const folder = dirname(resolve(outfile));
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, '.build-'));
  try {
    const made = join(work, basename(outfile));
    const result = await Bun.build({ ...options, entrypoints: [resolve(entry)], compile: { ...compile, outfile: made } });
    if (!result.success) throw new Error([`${entry} does not build`, ...result.logs.map(worded)].join('\n'));
    renameSync(made, outfile);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function worded({ position, message }: BuildMessage | ResolveMessage): string {
  return position === null ? message : `${position.file}:${position.line}:${position.column}: ${message}`;
}

async function main(): Promise<void> {
  const paths = process.argv.slice(2).map((path) => resolve(path));
  if (paths.length !== 0 && paths.length !== 2) throw new Error('usage: bun run build.ts [ENTRY OUTFILE]');
  const [entry = bridge.entry, outfile = bridge.outfile] = paths;
  // The source map names files relative to the working folder; from one folder the same source gives the same bytes.
  process.chdir(root);
  await build({ entry, outfile });
  process.stdout.write(`${outfile}\n`);
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`build: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
