/** Whether packages of a project are there, as far as what NuGet has left tells. */
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { filesAbove } from '../../dotnet/project-path.ts';
import { log } from '../../log.ts';

/** Whether a project (absolute path) uses packages and has no result of a restore. */
export async function neverRestored(project: string): Promise<boolean> {
  return existsSync(project) && assetsPath(project) === undefined && (await namesPackages(project));
}

/**
 * Why packages of a project are missing; completes a sentence. Undefined where none is known to be. Basic types that are
 * missing show that it needs packages, whatever its files say.
 */
export async function withoutPackages(project: string, withoutBasicTypes: boolean): Promise<string | undefined> {
  const path = assetsPath(project);
  if (path === undefined) return withoutBasicTypes || (await namesPackages(project)) ? 'was never restored' : undefined;
  const assets = assetsOf(await textOf(path));
  if (assets === undefined) return `has a ${basename(path)} that cannot be read`;
  const [failed] = assets.errors;
  if (failed !== undefined) return `was not restored completely (${failed})`;
  const gone = assets.packages.find((below) => !assets.folders.some((folder) => existsSync(join(folder, below))));
  if (gone !== undefined) return `has lost packages since it was restored (${gone})`;
  return deciding(project).some((file) => timeOf(file) > timeOf(path)) ? 'was changed after it was last restored' : undefined;
}

/** Beside the project, or where the artifacts layout of the SDK has it. */
function assetsPath(project: string): string | undefined {
  const beside = join(dirname(project), 'obj', 'project.assets.json');
  const below = join('artifacts', 'obj', basename(project, extname(project)), 'project.assets.json');
  return existsSync(beside) ? beside : filesAbove(below, dirname(project))[0];
}

/** The files in which packages are named. */
const deciding = (project: string): string[] => [
  project,
  ...['Directory.Build.props', 'Directory.Build.targets', 'Directory.Packages.props'].flatMap((name) =>
    filesAbove(name, dirname(project)),
  ),
];

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

async function namesPackages(project: string): Promise<boolean> {
  const texts = await Promise.all(deciding(project).map(textOf));
  return texts.some((text) => /<(?:Global)?PackageReference\b/.test(text));
}

/** Nothing where a file cannot be read: its project says so when it is loaded. */
async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    log.debug(`${path}: ${String(error)}`);
    return '';
  }
}

/** The parts of NuGet's file that are read. */
interface Assets {
  /** Id and first line of each error. */
  readonly errors: readonly string[];
  /** Where packages lie. */
  readonly folders: readonly string[];
  /** Paths of the packages below one of these. */
  readonly packages: readonly string[];
}

/** Undefined for what NuGet would not have written. */
function assetsOf(text: string): Assets | undefined {
  try {
    const file: unknown = JSON.parse(text);
    if (!isObject(file)) return undefined;
    const logs = Array.isArray(file['logs']) ? file['logs'].filter(isObject) : [];
    const libraries = isObject(file['libraries']) ? Object.values(file['libraries']).filter(isObject) : [];
    return {
      errors: logs
        .filter(({ level }) => level === 'Error')
        .map(({ code, message }) => `${String(code)}: ${String(message).split('\n')[0]}`),
      folders: isObject(file['packageFolders']) ? Object.keys(file['packageFolders']) : [],
      packages: libraries.flatMap(({ type, path }) => (type === 'package' && typeof path === 'string' ? [path] : [])),
    };
  } catch {
    // Said by the caller: a restore writes the file anew.
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
