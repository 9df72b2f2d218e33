/**
 * What the program says to people while it works: the log. consola writes its milder levels to standard output by
 * default, where the protocol lives, so both of its streams are standard error here; `--log-file` gets the same lines.
 * It is loaded with the first line that is really written: its import is a tenth of the time to the first reply.
 */
import { appendFileSync } from 'node:fs';
import type { ConsolaInstance, LogObject } from 'consola';

/** Least severe first. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

type Write = (message: string, ...more: readonly unknown[]) => void;

let level: LogLevel = 'warn';
let file: string | undefined;
let written: ConsolaInstance | undefined;

/** Sets the least severe level that is written and, if a path is given, a file that gets the lines, too. */
export function configureLog(least: LogLevel, path: string | undefined): void {
  level = least;
  file = path;
  written = undefined;
}

export const log: Readonly<Record<LogLevel, Write>> = {
  error: writer('error'),
  warn: writer('warn'),
  info: writer('info'),
  debug: writer('debug'),
  trace: writer('trace'),
};

function writer(own: LogLevel): Write {
  return (message, ...more) => {
    if (logLevels.indexOf(own) < logLevels.indexOf(level)) return;
    written ??= create();
    written[own](message, ...more);
  };
}

function create(): ConsolaInstance {
  const { LogLevels, createConsola } = require('consola') as typeof import('consola');
  const made = createConsola({
    level: LogLevels[level],
    stdout: process.stderr,
    stderr: process.stderr,
    formatOptions: { date: false, colors: false },
  });
  if (file !== undefined) made.addReporter({ log: (entry) => append(lineOf(entry)) });
  return made;
}

/** A log that cannot be written must not end what it tells of: the file is given up, and standard error says so. */
function append(line: string): void {
  if (file === undefined) return;
  try {
    appendFileSync(file, line);
  } catch (error) {
    process.stderr.write(`the log file is given up: ${String(error)}\n`);
    file = undefined;
  }
}

function lineOf({ args, date, type }: LogObject): string {
  const text = args.map((each) => (each instanceof Error ? (each.stack ?? each.message) : String(each))).join(' ');
  return `${date.toISOString()} ${type} ${text}\n`;
}
