/** The help of the program and of each command, rendered by citty from the tables. */
import { stripVTControlCharacters } from 'node:util';
import { renderUsage } from 'citty';
import { type Command, define, program } from './commands.ts';

/** The help of a command, or of the whole program. */
export async function help(command: Command | undefined): Promise<string> {
  const usage = command === undefined ? await renderUsage(program()) : await renderUsage(define(command), program());
  // citty looks at the environment only, and would colour what goes into a file or a pipe.
  const text = process.stdout.isTTY === true ? usage : stripVTControlCharacters(usage);
  return text.replace(/[ \t]+$/gm, '').trimEnd();
}
