/** The executable. Never `process.exit` after output: what is still in a pipe would be lost. */
import { run } from './cli/run.ts';

process.exitCode = await run(process.argv.slice(2));
