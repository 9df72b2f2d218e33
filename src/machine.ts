/** Where things lie on this machine: search paths that no repository can influence, where links lead, and the bridge's own folders. */
import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';

/** Whether `path` is `folder` or lies in it; both absolute. */
export function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest === '' || (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest));
}

/** The entries of PATH that may be searched: absolute ones outside of the workspace. */
export function searchPath(workspace: string, path = process.env['PATH'] ?? ''): string[] {
  return path.split(delimiter).filter((entry) => isAbsolute(entry) && !isInside(workspace, resolve(entry)));
}

/** Whether a path names a file that may be executed. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Absent, or not for us: both mean that it cannot be started.
    return false;
  }
}

/** File name of an executable on this platform. */
export const executable = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);

/**
 * A command for a child that must not outlive this process. `--no-orphans` (build.ts) makes Linux kill a child with its
 * parent, but a parent that dies in the first moment of the child's life is missed (seen in 3 of 16 kills at that
 * moment): so a shell looks whether the parent is still there before it becomes the program.
 */
export function tied(command: string, args: readonly string[]): { readonly command: string; readonly args: string[] } {
  return throughShell('[ "$PPID" = "$0" ] && exec "$@"', command, args);
}

/**
 * The same for the leader of a process group, whose whole group must not outlive this process: what the child has started
 * (the build host of a language server) is no child of this process, and was left running. A guard in the group waits at
 * the end of a pipe that only this process holds, and kills the group when that closes. The child is to be spawned with
 * `stdio`, detached.
 */
export function tiedGroup(
  command: string,
  args: readonly string[],
): { readonly command: string; readonly args: string[]; readonly stdio: readonly 'pipe'[] } {
  if (process.platform !== 'linux') return { ...tied(command, args), stdio: [] };
  const guard = '{ read -r _ <&3; kill -9 -$$; } >/dev/null 2>&1 &';
  return { ...throughShell(`[ "$PPID" = "$0" ] || exit 1\n${guard}\nexec "$@" 3<&-`, command, args), stdio: ['pipe'] };
}

function throughShell(script: string, command: string, args: readonly string[]): { command: string; args: string[] } {
  if (process.platform !== 'linux') return { command, args: [...args] };
  return { command: '/bin/sh', args: ['-c', script, String(process.pid), command, ...args] };
}

/** The folder of things that were installed for the bridge (language servers). */
export const dataFolder = (): string => ownFolder('XDG_DATA_HOME', '.local/share', 'data');

/** The folder of things that a running bridge needs for itself. */
export const stateFolder = (): string => ownFolder('XDG_STATE_HOME', '.local/state', 'state');

/** The folder of what the user has chosen for every workspace. */
export const configFolder = (): string => ownFolder('XDG_CONFIG_HOME', '.config', '');

function ownFolder(variable: string, unix: string, name: string): string {
  if (process.platform === 'win32')
    return join(process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData/Local'), 'roslyn-bridge', name);
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support/roslyn-bridge', name);
  const chosen = process.env[variable];
  return join(chosen !== undefined && isAbsolute(chosen) ? chosen : join(homedir(), unix), 'roslyn-bridge');
}

/** As many as Linux follows. */
const mostLinks = 40;

/**
 * The absolute path with every symbolic link followed, also when nothing is there yet: a link to a missing file elsewhere is
 * still a way there. What does not exist is taken as it is spelled. `passed` hears of each place on the way. Throws ELOOP,
 * and what the file system says beside that something is not there.
 */
export function followLinks(path: string, passed: (place: string) => void = () => undefined): string {
  let done = parse(path).root;
  const rest = parts(path.slice(done.length));
  for (let links = 0; rest.length > 0;) {
    const part = rest.shift() ?? '';
    if (part === '..') {
      done = dirname(done);
      continue;
    }
    const next = join(done, part);
    passed(next);
    const target = linkTarget(next);
    if (target === undefined) {
      done = next;
      continue;
    }
    if (++links > mostLinks) throw Object.assign(new Error(`too many links: ${path}`), { code: 'ELOOP' });
    if (isAbsolute(target)) done = parse(target).root;
    rest.unshift(...parts(isAbsolute(target) ? target.slice(done.length) : target));
  }
  return done;
}

const parts = (path: string): string[] => path.split(sep === '/' ? '/' : /[\\/]/).filter((part) => part !== '' && part !== '.');

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    // Below a missing folder or below a file nothing is a link. Everything else is the caller's to word.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw error;
  }
}
