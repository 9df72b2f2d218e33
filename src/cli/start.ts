/** What `serve`, `call` and `check` begin with: the log, the settings, and the signals that end the work. */
import { configureLog } from '../log.ts';
import { type InvalidFile, blocksOf, findSettings } from '../settings/resolve.ts';
import type { MachineSettings, ReadSettings } from '../settings/settings.ts';

/** The settings of the workspace, or the faults of their files. */
export async function settingsOf(machine: MachineSettings): Promise<ReadSettings | { readonly invalid: readonly InvalidFile[] }> {
  configureLog(machine.logLevel, machine.logFile);
  return await findSettings(machine.workspace, machine.arguments, machine.userFile);
}

/** The settings, or undefined after the faults were written to standard error. */
export async function settingsOrFaults(machine: MachineSettings): Promise<ReadSettings | undefined> {
  const settings = await settingsOf(machine);
  if (!('invalid' in settings)) return settings;
  process.stderr.write(`${blocksOf(settings.invalid)}\n`);
  return undefined;
}

/** Aborts at the first signal that asks the program to end. The same signal once more ends it the hard way. */
export function untilSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
