/**
 * Which files differ from the last commit, as git tells it. A repository is hostile: none of its settings makes git run a
 * program, nothing is written, nothing is fetched, and no other git of the environment is meant.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { executable, isExecutable, isInside, searchPath, tied } from '../../machine.ts';
import { Problem, revise } from '../../model/problem.ts';

/** Absolute paths. */
export interface Changed {
  /** Changed, new (not ignored), and deleted files. */
  readonly files: readonly string[];
  /** Folders of which all files count as changed: repositories inside of this one that it does not know. */
  readonly folders: readonly string[];
}

/** Milliseconds for one command. */
const timeout = 30_000;
const mostOutput = 256 * 1024 * 1024;
/** Submodules in submodules. */
const deepest = 8;

type Git = (folder: string, args: readonly string[], settings?: Settings) => Promise<Ran>;

interface Ran {
  readonly code: number;
  readonly output: string;
  /** What it said of a failure. */
  readonly error: string;
}

/** Settings of git by their full names. */
type Settings = readonly (readonly [key: string, value: string])[];

/**
 * What has changed in the repository around a folder, its submodules among it. Rejects with `feature_unavailable` where git
 * or the repository is missing or git fails, or with the reason of the signal.
 */
export async function changedFiles(root: string, signal: AbortSignal): Promise<Changed> {
  const git = gitOf(root, signal);
  const top = await git(root, ['rev-parse', '--show-toplevel']);
  if (top.code !== 0) throw unavailable(`the workspace is in no git repository that can be read (${top.error})`);
  const folder = resolve(top.output.replace(/\r?\n$/, ''));
  return await changedIn(git, { root, folder, base: undefined, depth: 0 });
}

/** `base` is the commit that the repository around a submodule has recorded, where the submodule is at another one. */
async function changedIn(
  git: Git,
  { root, folder, base, depth }: { root: string; folder: string; base: string | undefined; depth: number },
): Promise<Changed> {
  const settings = await withoutFilters(git, folder);
  const status = ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'];
  const entries = entriesOf(await insist(git(folder, status, settings)));
  const files = entries.flatMap(({ path, submodule }) => (submodule || path.endsWith('/') ? [] : [join(folder, path)]));
  const unknown = entries.flatMap(({ path }) => (path.endsWith('/') ? [join(folder, path)] : []));
  const committed = base === undefined ? [] : await changedSince(git, folder, base);
  const inner: Changed[] = [];
  for (const path of depth < deepest ? await submodulesOf(git, folder) : []) {
    const below = join(folder, path);
    // One that was never checked out has no files.
    if (!existsSync(join(below, '.git')) || !(isInside(root, below) || isInside(below, root))) continue;
    const recorded = entries.find((each) => each.submodule && each.path === path)?.recorded;
    inner.push(await changedIn(git, { root, folder: below, base: recorded, depth: depth + 1 }));
  }
  return {
    files: [...new Set([...files, ...committed, ...inner.flatMap((each) => each.files)])],
    folders: [...unknown, ...inner.flatMap((each) => each.folders)],
  };
}

/** What commits of a submodule have changed since the recorded one; everything where that one is not there. */
async function changedSince(git: Git, folder: string, base: string): Promise<string[]> {
  const changed = await git(folder, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', base, 'HEAD']);
  const output = changed.code === 0 ? changed.output : await insist(git(folder, ['ls-files', '-z']));
  return listed(output).map((path) => join(folder, path));
}

async function submodulesOf(git: Git, folder: string): Promise<string[]> {
  if (!existsSync(join(folder, '.gitmodules'))) return [];
  const staged = listed(await insist(git(folder, ['ls-files', '-z', '--stage'])));
  return staged.flatMap((line) => (line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : []));
}

/** To compare a file, git would run the filters that the repository's settings name. */
async function withoutFilters(git: Git, folder: string): Promise<Settings> {
  const found = await git(folder, [
    'config',
    '--null',
    '--name-only',
    '--get-regexp',
    '^filter\\..*\\.(clean|process|required)$',
  ]);
  if (found.code > 1) throw unavailable(`git cannot read its settings (${found.error})`);
  return [...new Set(listed(found.output))].map((key) => [key, /\.required$/i.test(key) ? 'false' : '']);
}

interface Entry {
  /** Relative to the repository; a folder ends in `/`. */
  readonly path: string;
  readonly submodule: boolean;
  /** The commit that the last commit has of a submodule, if it has one. */
  readonly recorded: string;
}

/** Reads `git status --porcelain=v2 -z` without renames. */
export function entriesOf(output: string): Entry[] {
  return listed(output).flatMap((line): Entry[] => {
    const fields = line.split(' ');
    const [kind, , submodule = '', , , , recorded = ''] = fields;
    if (kind === '?') return [{ path: line.slice(2), submodule: false, recorded: '' }];
    // `1 XY sub mH mI mW hH hI path` and `u XY sub m1 m2 m3 mW h1 h2 h3 path`; a path may hold blanks.
    const before = kind === '1' ? 8 : kind === 'u' ? 10 : undefined;
    if (before === undefined) return [];
    return [{ path: fields.slice(before).join(' '), submodule: submodule.startsWith('S'), recorded }];
  });
}

const listed = (output: string): string[] => output.split('\0').filter((each) => each !== '');

async function insist(running: Promise<Ran>): Promise<string> {
  const { code, output, error } = await running;
  if (code !== 0) throw unavailable(`git failed: ${error}`);
  return output;
}

function gitOf(root: string, signal: AbortSignal): Git {
  const name = executable('git');
  const found = searchPath(root)
    .map((folder) => join(folder, name))
    .find(isExecutable);
  if (found === undefined) throw unavailable('git was not found on PATH');
  return async (folder, args, settings = []) => {
    signal.throwIfAborted();
    const { command, args: all } = tied(found, args);
    const options = { cwd: folder, env: environment(root, settings), timeout, maxBuffer: mostOutput, signal } as const;
    const running = promisify(execFile)(command, all, { ...options, killSignal: 'SIGKILL', windowsHide: true });
    running.child.stdin?.end();
    try {
      return { code: 0, output: (await running).stdout, error: '' };
    } catch (error) {
      signal.throwIfAborted();
      return ranBadly(error);
    }
  };
}

function ranBadly(error: unknown): Ran {
  const { code, stderr, killed } = error as { code?: unknown; stderr?: unknown; killed?: unknown };
  if (killed === true) throw unavailable(`git did not answer within ${timeout / 1000} s`);
  if (typeof code !== 'number') throw unavailable(`git cannot be run (${String(code)})`);
  const [first = ''] = String(stderr).trim().split('\n');
  return { code, output: '', error: first };
}

/** Beside filters, all that could make git run something, ask somebody, write or fetch; later versions know more of it. */
const harmless: Settings = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', process.platform === 'win32' ? 'NUL' : '/dev/null'],
  ['safe.bareRepository', 'explicit'],
];

/** Without git's own variables: they may mean another repository, other settings or other programs. */
function environment(root: string, settings: Settings): Record<string, string> {
  const kept = Object.entries(process.env).filter(([key]) => !/^GIT_/i.test(key) && key.toUpperCase() !== 'PATH');
  const all = [...harmless, ...settings];
  return {
    ...Object.fromEntries(kept.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
    PATH: searchPath(root).join(delimiter),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  };
}

const unavailable = (why: string): Problem =>
  new Problem('feature_unavailable', `what has changed since the last commit is not known: ${why}`, {
    continuation: revise('Ask with scope file, project or solution.'),
  });
