/** The language server of the live tests. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { csharpLsVersion } from '../../src/servers/find.ts';
import { cache } from './paths.ts';
import { run } from './run.ts';

let asked: Promise<string> | undefined;

/**
 * The path of csharp-ls in the tested version: that of ROSLYN_BRIDGE_TEST_CSHARP_LS, else one that is installed into the
 * clone's cache where missing. Rejects with the reason where it cannot be had, so tests that need it fail.
 */
export function csharpLs(): Promise<string> {
  asked ??= find();
  return asked;
}

async function find(): Promise<string> {
  const given = process.env['ROSLYN_BRIDGE_TEST_CSHARP_LS'];
  const installed = join(cache, `csharp-ls-${csharpLsVersion}`);
  const path = given ?? join(installed, 'csharp-ls');
  if (given === undefined && !existsSync(path)) await install(installed);
  const { code, stdout, stderr } = await run([path, '--version']);
  if (code !== 0 || !stdout.startsWith(`csharp-ls, ${csharpLsVersion} `)) {
    throw new Error(`${path} is not csharp-ls ${csharpLsVersion}: --version ended with ${code} and printed ${stdout}${stderr}`);
  }
  return path;
}

/** Installs beside the place and renames, so that test runs that start together do not find half of it. */
async function install(folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'install-'));
  try {
    const made = join(work, 'csharp-ls');
    const command = ['dotnet', 'tool', 'install', 'csharp-ls', '--version', csharpLsVersion, '--tool-path', made];
    const { code, stdout, stderr } = await run(command, { cwd: work });
    if (code !== 0) throw new Error(`no csharp-ls for the tests: ${command.join(' ')} ended with ${code}\n${stdout}${stderr}`);
    moveUnlessThere(made, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function moveUnlessThere(made: string, folder: string): void {
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another run of the tests was faster; a folder that is no whole installation shows at the first start.
    if (!existsSync(join(folder, 'csharp-ls'))) throw error;
  }
}
