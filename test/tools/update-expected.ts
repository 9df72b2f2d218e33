/**
 * Computes the right answers on the example solution anew, with a program that asks the compiler itself and knows nothing of
 * this project: `bun run test/tools/update-expected.ts ORACLE`, where ORACLE is that program's .dll or its project file.
 * It works on a restored copy of the example; the questions are test/expected/questions.json, the answers go to
 * test/expected/example.json. Nothing else writes that file.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseCases } from './case-file.ts';
import { toBatch } from './questions.ts';

const example = resolve(import.meta.dir, '../example');
const expected = resolve(import.meta.dir, '../expected');

/** Runs a program to its end; its complaints go to our standard error, a code other than 0 ends everything. */
async function run(command: readonly string[], cwd: string): Promise<string> {
  const child = Bun.spawn([...command], { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  const output = await new Response(child.stdout).text();
  const code = await child.exited;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with code ${code}\n${output}`);
  return output;
}

/** How to start the oracle: a .dll as it is, a project built by `dotnet run`. */
function starter(oracle: string): string[] {
  return oracle.endsWith('.csproj') ? ['dotnet', 'run', '--project', oracle, '-c', 'Release', '--'] : ['dotnet', oracle];
}

async function update(oracle: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'roslyn-bridge-expected-'));
  try {
    const copy = join(folder, 'example');
    await cp(example, copy, { recursive: true, filter: (path) => !/[\\/](bin|obj)$/.test(path) });
    await run(['dotnet', 'restore', 'Shop.slnx', '-m:1', '-nodeReuse:false'], copy);
    const batch = join(folder, 'batch.json');
    const questions: unknown = await Bun.file(join(expected, 'questions.json')).json();
    await writeFile(batch, JSON.stringify(await toBatch(questions, (file) => Bun.file(join(copy, file)).text())));
    const answers = await run([...starter(oracle), join(copy, 'Shop.slnx'), '--root', copy, 'batch', batch], copy);
    const cases = await parseCases(answers, 'the oracle');
    await writeFile(join(expected, 'example.json'), `${JSON.stringify(JSON.parse(answers), null, 1)}\n`);
    process.stderr.write(`${cases.length} answers written\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const oracle = process.argv[2];
if (oracle === undefined || process.argv.length > 3) {
  process.stderr.write('usage: bun run test/tools/update-expected.ts ORACLE.dll|ORACLE.csproj\n');
  process.exitCode = 2;
} else {
  await update(resolve(oracle));
}
