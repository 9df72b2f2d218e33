/** From the command line to an exit code: 0 done, 1 the work failed or the settings are invalid, 2 wrong usage. */
import { runCommand } from 'citty';
import { nearNames } from '../model/names.ts';
import { machineSettings, parseFlags, type Typed, unknownFlag } from '../settings/argv.ts';
import { flags } from '../settings/table.ts';
import { version } from '../version.ts';
import { allFlags, type Command, commands, define, type Invocation } from './commands.ts';
import { help } from './help.ts';
import { print, wrongUsage } from './output.ts';

/** Runs what was typed; `args` without the program itself. */
export async function run(args: readonly string[]): Promise<number> {
  const typed = parseFlags(args, allFlags, (words) => words[0] === 'call' && words.length === 2);
  const [name = 'serve', ...words] = typed.words;
  const command = commands.find((each) => each.name === name);
  // Help and the version are for people who have just got something wrong.
  if (typed.values.has('help')) return await done(await help(typed.words.length === 0 ? undefined : command));
  if (typed.values.has('version')) return await done(version);
  const machine = machineSettings(typed.values, process.cwd());
  const faults = [...flagFaults(command, typed), ...('faults' in machine ? machine.faults : [])];
  const wordFault = command === undefined ? unknownCommand(name) : command.fault(words, typed.values);
  // A word may have been meant as the value of an unknown flag, so beside one nothing is said of words.
  if (wordFault !== undefined && typed.unknown.length === 0) faults.push(wordFault);
  if (command === undefined || 'faults' in machine || faults.length > 0) return wrongUsage(faults);
  const invocation: Invocation = { machine: machine.machine, flags: typed.values, words, rest: typed.rest };
  const { result } = await runCommand(define(command), { rawArgs: [], data: invocation });
  return Number(result);
}

async function done(text: string): Promise<number> {
  await print(text);
  return 0;
}

function unknownCommand(name: string): string {
  const [near] = nearNames(
    name,
    commands.map((each) => each.name),
  );
  return `unknown command '${name}'${near === undefined ? '' : `, did you mean '${near}'?`}`;
}

/** What is wrong with the flags as they were typed; those of other commands are unknown to this one. */
function flagFaults(command: Command | undefined, typed: Typed): string[] {
  const own = [...flags, ...(command?.flags ?? [])];
  const isOwn = (name: string): boolean => own.some((flag) => flag.name === name);
  const foreign = command === undefined ? [] : allFlags.filter(({ name }) => typed.values.has(name) && !isOwn(name));
  return [
    ...typed.unknown.map((name) => unknownFlag(name, own)),
    ...foreign.map(({ name }) => `--${name} is no flag of ${command?.name}`),
    ...typed.faults,
  ];
}
