/** The table with what it was measured on, and its place in the README. */
import { cpus, totalmem, type as system } from 'node:os';
import { type Row, table } from './row.ts';

/** What a reader has to know to judge the numbers; nothing that names the machine. */
export async function measuredOn(server: string): Promise<string> {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const sdk = await firstWords(['dotnet', '--version']);
  const name = (await firstWords([server, '--version']))
    .replace(/[(+].*/, '')
    .replace(',', '')
    .trim();
  return `${cpus().length} cores, ${memory} GB of memory, ${system()} ${process.arch}, .NET SDK ${sdk}, ${name}`;
}

async function firstWords(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed`);
  return output.split('\n')[0]?.trim() ?? '';
}

export const report = (rows: readonly Row[], on: string): string => `Measured on ${on}.\n\n${table(rows)}`;

const place = /(<!-- measured: bench -->\n)[^]*?(<!-- end -->)/;

/** The README with the report in its place. Throws where it has none. */
export function withReport(readme: string, text: string): string {
  if (!place.test(readme)) throw new Error('the README has no place for what was measured');
  return readme.replace(place, (_, begin: string, end: string) => `${begin}${text}\n${end}`);
}
