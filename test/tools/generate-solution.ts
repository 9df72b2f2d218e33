/**
 * Writes the generated solution: `bun run test/tools/generate-solution.ts FOLDER`. FOLDER must not exist or be empty. Its right
 * answers go to `FOLDER.cases.json`, beside it, in the format that `bun run cases` reads.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generate, lay, wholeSize } from '../generated-solution/solution.ts';

const usage =
  'usage: bun run test/tools/generate-solution.ts FOLDER [--projects N] [--files N] [--popular N] [--seed N] [--asked N] [--one-framework]';

async function main(words: readonly string[]): Promise<void> {
  const size = (standard: number) => ({ type: 'string', default: String(standard) }) as const;
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      projects: size(wholeSize.projects),
      files: size(wholeSize.files),
      popular: size(wholeSize.popular),
      seed: size(wholeSize.seed),
      asked: size(wholeSize.asked),
      'one-framework': { type: 'boolean', default: false },
    },
  });
  const [folder, ...more] = positionals;
  const { 'one-framework': oneFramework, ...sizes } = values;
  const numbers = Object.fromEntries(Object.entries(sizes).map(([name, text]) => [name, Number(text)]));
  const isWrong = Object.values(numbers).some((each) => !Number.isInteger(each) || each < 1);
  if (folder === undefined || more.length > 0 || isWrong) throw new Error(usage);
  const solution = generate({ ...wholeSize, ...numbers, allFrameworks: !oneFramework });
  const target = resolve(folder);
  await mkdir(target, { recursive: true });
  if ((await readdir(target)).length > 0) throw new Error(`${target} is not empty`);
  await lay(solution, target);
  await writeFile(`${target}.cases.json`, `${JSON.stringify(solution.cases, null, 1)}\n`);
  process.stdout.write(`${solution.files.size} files, ${solution.cases.length} questions\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
