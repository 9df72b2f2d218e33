/**
 * What the program says to people while it works: the log. consola writes its milder levels to standard output by
 * default, where the protocol lives, so both of its streams are standard error here. `--log-file` gets the same lines.
 */
import { appendFileSync } from 'node:fs';
import { type ConsolaInstance, LogLevels, createConsola } from 'consola';

export type { ConsolaInstance as Log } from 'consola';

export const log: ConsolaInstance = createConsola({
  level: LogLevels.warn,
  stdout: process.stderr,
  stderr: process.stderr,
  formatOptions: { date: false, colors: false },
});

/** Sets the least severe level that is written and, if a path is given, adds the file as a second reader of the log. */
export function configureLog(level: 'trace' | 'debug' | 'info' | 'warn' | 'error', file: string | undefined): void {
  log.level = LogLevels[level];
  if (file === undefined) return;
  log.addReporter({
    log: (entry) => {
      const text = entry.args.map((each) => (each instanceof Error ? (each.stack ?? each.message) : String(each))).join(' ');
      appendFileSync(file, `${entry.date.toISOString()} ${entry.type} ${text}\n`);
    },
  });
}
