/** What `serve`, `call` and `check` begin with: the log, the settings, and the signals that end the work. */
import { configureLog } from '../log.ts';
import { Problem } from '../model/problem.ts';
import { readSettings } from '../settings/resolve.ts';
import type { MachineSettings, ReadSettings } from '../settings/settings.ts';

/** The settings of the workspace, or the problem `invalid_settings`. */
export async function settingsOf(machine: MachineSettings): Promise<ReadSettings | Problem> {
  configureLog(machine.logLevel, machine.logFile);
  try {
    return await readSettings(machine.workspace, machine.arguments);
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_settings') return error;
    throw error;
  }
}

/** The settings, or undefined after the faults were written to standard error. */
export async function settingsOrFaults(machine: MachineSettings): Promise<ReadSettings | undefined> {
  const settings = await settingsOf(machine);
  if (!(settings instanceof Problem)) return settings;
  process.stderr.write(`${settings.message}\n`);
  return undefined;
}

/** Aborts at the first signal that asks the program to end. The same signal once more ends it the hard way. */
export function untilSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
