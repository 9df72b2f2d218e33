/** The version, read from package.json when the program is built; nothing else is kept of that file. */
import { version as packageVersion } from '../package.json' with { type: 'json' };

export const name = 'roslyn-bridge';
export const version: string = packageVersion;
