/** The commands as data: what each is called, says of itself and takes. The work is loaded only when it is wanted. */
import { defineCommand, type ArgDef, type CommandDef } from 'citty';
import { type Flag, flags } from '../settings/table.ts';
import type { MachineSettings } from '../settings/settings.ts';
import type { Typed } from '../settings/argv.ts';
import { name, version } from '../version.ts';

/** What a command gets: the command line, taken apart and checked. */
export interface Invocation {
  readonly machine: MachineSettings;
  readonly flags: Typed['values'];
  /** The words behind the command's name. */
  readonly words: readonly string[];
  /** What stands behind the last word. */
  readonly rest: readonly string[];
}

export interface Command {
  readonly name: string;
  readonly about: string;
  /** The words that may follow, with what they mean. */
  readonly operands: Readonly<Record<string, string>>;
  /** The flags that only some commands have. */
  readonly flags: readonly Flag[];
  /** What is wrong with the words, or undefined. */
  readonly fault: (words: readonly string[], flags: Typed['values']) => string | undefined;
  /** Does the work and answers the exit code. */
  readonly run: (invocation: Invocation) => Promise<number>;
}

const json = (about: string): Flag => ({ name: 'json', shape: { kind: 'switch' }, about });
const none = (words: readonly string[]): string | undefined =>
  words[0] === undefined ? undefined : `unexpected argument '${words[0]}'`;

export const commands: readonly Command[] = [
  {
    name: 'serve',
    about: 'Serve MCP on standard input and output (the default)',
    operands: {},
    flags: [],
    fault: none,
    run: async (invocation) => (await import('./commands/serve.ts')).run(invocation),
  },
  {
    name: 'call',
    about: 'Run one tool and print its answer',
    operands: { tool: 'The name of the tool; flags of the bridge stand before it', arguments: 'JSON, or --name value …' },
    flags: [
      json('Print the whole answer as JSON'),
      {
        name: 'batch',
        shape: { kind: 'switch' },
        about: 'Read {"tool": …, "arguments": …} from standard input, one a line, and print one answer as JSON a line',
      },
    ],
    fault: ([tool], typed) => {
      if (typed.has('batch')) return tool === undefined ? undefined : `call --batch takes no tool, but got '${tool}'`;
      return tool === undefined ? 'call needs the name of a tool, or --batch' : undefined;
    },
    run: async (invocation) => (await import('./commands/call.ts')).run(invocation),
  },
  {
    name: 'check',
    about: 'Print the settings in force with their sources, or what is wrong with them',
    operands: {},
    flags: [json('Print JSON')],
    fault: none,
    run: async (invocation) => (await import('./commands/check.ts')).run(invocation),
  },
  {
    name: 'tools',
    about: 'List the tools with their parameters',
    operands: {},
    flags: [],
    fault: none,
    run: async () => (await import('./commands/tools.ts')).run(),
  },
  {
    name: 'schema',
    about: 'Print the JSON Schema of a settings file',
    operands: { what: 'project (.roslyn-bridge.json, the default) or settings-toml' },
    flags: [],
    fault: ([what = 'project', ...more]) =>
      what === 'project' || what === 'settings-toml'
        ? none(more)
        : `unknown schema '${what}', the known ones are project and settings-toml`,
    run: async (invocation) => (await import('./commands/schema.ts')).run(invocation),
  },
];

/** Every flag of any command. */
export const allFlags: readonly Flag[] = [
  ...flags,
  ...new Map(commands.flatMap((command) => command.flags).map((flag) => [flag.name, flag])).values(),
];

/** A command as citty knows it; `data` is the Invocation. */
export const define = (command: Command): CommandDef =>
  defineCommand({
    meta: { name: command.name, description: command.about },
    args: {
      ...Object.fromEntries(Object.entries(command.operands).map(([word, description]) => [word, operand(description)])),
      ...argsOf([...command.flags, ...flags]),
    },
    run: ({ data }) => command.run(data as Invocation),
  });

/** The whole program as citty knows it. */
export const program = (): CommandDef =>
  defineCommand({
    meta: { name, version, description: 'Gives coding agents what the C# compiler knows' },
    args: argsOf(flags),
    default: 'serve',
    subCommands: Object.fromEntries(commands.map((command) => [command.name, define(command)])),
  });

const operand = (description: string): ArgDef => ({ type: 'positional', description, required: false });

function argsOf(list: readonly Flag[]): Record<string, ArgDef> {
  return Object.fromEntries(list.map((flag) => [flag.name, argOf(flag)]));
}

function argOf({ shape, hint, about, repeatable, default: standard }: Flag): ArgDef {
  const description = repeatable === true ? `${about} (repeatable)` : about;
  if (shape.kind === 'switch') return { type: 'boolean', description };
  const common = { description, ...(standard === undefined ? {} : { default: standard }) };
  if (shape.kind === 'word') return { type: 'enum', options: [...shape.words], ...common };
  return { type: 'string', ...(hint === undefined ? {} : { valueHint: hint }), ...common };
}
