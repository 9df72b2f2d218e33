/**
 * Holds the compiled bridge against right answers: `bun run cases CHECKOUT CASES.json
 * [--kinds a,b] [--server csharp-ls|dialect|PATH] [--binary PATH]`. Exit code 0 only if something was run and every answer
 * was right, 2 for wrong usage.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { knownServer, serverNamed } from '../support/language-server.ts';
import { removeTempFolders } from '../support/temp.ts';
import { startBatch } from './batch-process.ts';
import { parseCases } from './case-file.ts';
import { runCases } from './case-run.ts';

const usage = `usage: bun run cases CHECKOUT CASES.json [--kinds a,b] [--server csharp-ls|dialect|PATH] [--binary PATH]
  --server   the language server: csharp-ls in the tested version, dialect (Microsoft's protocol in front of it), or a
             program; without it the bridge looks for one itself`;
const built = resolve(import.meta.dir, '../../dist/roslyn-bridge');

interface Wanted {
  readonly checkout: string;
  readonly file: string;
  readonly kinds: readonly string[] | undefined;
  readonly server: string | undefined;
  readonly binary: string;
}

function parse(words: readonly string[]): Wanted | undefined {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { kinds: { type: 'string' }, server: { type: 'string' }, binary: { type: 'string', default: built } },
  });
  const [checkout, file, ...more] = positionals;
  if (checkout === undefined || file === undefined || more.length > 0) return undefined;
  const { kinds, binary } = values;
  const server = values.server === undefined ? undefined : knownServer(values.server);
  return { checkout: resolve(checkout), file, kinds: kinds?.split(','), server, binary: resolve(binary) };
}

async function main({ checkout, file, kinds, server, binary }: Wanted): Promise<boolean> {
  const cases = await parseCases(await Bun.file(file).text(), file);
  const serving = server === undefined ? [] : ['--server', await serverNamed(server)];
  const bridge = startBatch([binary, '--workspace', checkout, 'call', '--batch', ...serving]);
  let failures = 0;
  const asked = runCases(cases, kinds, async (tool, parameters) => {
    const envelope = await bridge.call(tool, parameters);
    failures += isSuccess(envelope) ? 0 : 1;
    return envelope;
  });
  // A bridge that nobody ends would keep this process alive.
  const report = await asked.catch(async (error: unknown) => {
    await bridge.end();
    throw error;
  });
  const code = await bridge.end();
  const promised = failures === 0 ? 0 : 1;
  const lines = code === promised ? report.lines : [...report.lines, `the bridge ended with code ${code}, ${promised} was due`];
  process.stdout.write(`${lines.join('\n')}\n`);
  return report.passed && code === promised;
}

const isSuccess = (envelope: unknown): boolean =>
  typeof envelope === 'object' && envelope !== null && 'ok' in envelope && envelope.ok === true;

/** What was asked for, or why that cannot be understood. */
function understood(words: readonly string[]): Wanted | string {
  try {
    return parse(words) ?? usage;
  } catch (error) {
    return `${worded(error)}\n${usage}`;
  }
}

const worded = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const wanted = understood(process.argv.slice(2));
if (typeof wanted === 'string') {
  process.stderr.write(`${wanted}\n`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = (await main(wanted)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${worded(error)}\n`);
    process.exitCode = 1;
  } finally {
    removeTempFolders();
  }
}
