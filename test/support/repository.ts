/** Git repositories of the tests: with a user and settings of their own, and nobody else's. */
import { run } from './run.ts';

/** Nobody's settings, and no variable that means another repository. */
const environment: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(Object.keys(process.env).flatMap((key) => (key.startsWith('GIT_') ? [[key, undefined]] : []))),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};
const settings = ['user.name=A', 'user.email=a@example.org', 'init.defaultBranch=main', 'protocol.file.allow=always'];

/** Runs git in a folder; rejects with its own words where it fails. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const command = ['git', ...settings.flatMap((setting) => ['-c', setting]), ...args];
  const { code, stdout, stderr } = await run(command, { cwd: folder, env: environment });
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}\n${stdout}${stderr}`);
  return stdout.trim();
}

/** Makes a folder a repository with all that is in it committed. */
export async function commitAll(folder: string): Promise<void> {
  await git(folder, 'init', '-q');
  await git(folder, 'add', '-A');
  await git(folder, 'commit', '-q', '--allow-empty', '-m', 'x');
}
