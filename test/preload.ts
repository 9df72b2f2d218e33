/**
 * Runs once before the tests. What is costly (the executable, the language server) is fetched by the first test that asks
 * for it: binary() and csharpLs() in support/; a run of fast tests pays for neither.
 */
import { afterAll } from 'bun:test';
import { isolate } from './support/environment.ts';
import { removeTempFolders } from './support/temp.ts';

isolate();
// Thousands of files on a busy disk take longer than the five seconds that a hook has by default.
afterAll(removeTempFolders, 120_000);
