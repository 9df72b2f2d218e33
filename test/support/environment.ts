/** The environment of the tests and of the programs that they start: nothing of the user's own bridge is read or written. */
import { tempFolder } from './temp.ts';

/** Sets data, state and settings folder of this process, and so of its children, to empty ones, and quiets dotnet. */
export function isolate(): void {
  Object.assign(process.env, {
    XDG_DATA_HOME: tempFolder('data'),
    XDG_STATE_HOME: tempFolder('state'),
    XDG_CONFIG_HOME: tempFolder('config'),
    DOTNET_CLI_TELEMETRY_OPTOUT: '1',
    DOTNET_NOLOGO: '1',
  });
}

/** The variables of this process with some of them replaced, or removed where the value is undefined. */
export function environment(changes: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, ...changes })) if (value !== undefined) env[name] = value;
  return env;
}
