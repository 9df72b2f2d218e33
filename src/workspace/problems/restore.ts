/** Whether packages of a project are there, as far as what NuGet has left tells. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { filesAbove } from '../../dotnet/project-path.ts';

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
  const assets = assetsOf(await readFile(path, 'utf8'));
  if (assets === undefined) return `has a ${basename(path)} that cannot be read`;
  const failed = assets.logs?.find(({ level }) => level === 'Error');
  if (failed !== undefined) return `was not restored completely (${failed.code}: ${failed.message.split('\n')[0]})`;
  const folders = Object.keys(assets.packageFolders ?? {});
  const gone = Object.values(assets.libraries ?? {}).find(({ type, path: below }) => {
    return type === 'package' && below !== undefined && !folders.some((folder) => existsSync(join(folder, below)));
  });
  return gone === undefined ? undefined : `has lost packages since it was restored (${gone.path})`;
}

/** Beside the project, or where the artifacts layout of the SDK has it. */
function assetsPath(project: string): string | undefined {
  const beside = join(dirname(project), 'obj', 'project.assets.json');
  const below = join('artifacts', 'obj', basename(project, extname(project)), 'project.assets.json');
  return existsSync(beside) ? beside : filesAbove(below, dirname(project))[0];
}

async function namesPackages(project: string): Promise<boolean> {
  const above = ['Directory.Build.props', 'Directory.Build.targets', 'Directory.Packages.props'];
  const files = [project, ...above.flatMap((name) => filesAbove(name, dirname(project)))];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.some((text) => /<(?:Global)?PackageReference\b/.test(text));
}

function assetsOf(text: string): Assets | undefined {
  try {
    return JSON.parse(text) as Assets;
  } catch {
    // Said by the caller: a restore writes the file anew.
    return undefined;
  }
}

/** The parts of NuGet's file that are read. */
interface Assets {
  readonly logs?: readonly { readonly level: string; readonly code: string; readonly message: string }[];
  readonly packageFolders?: Readonly<Record<string, unknown>>;
  readonly libraries?: Readonly<Record<string, { readonly type: string; readonly path?: string }>>;
}
