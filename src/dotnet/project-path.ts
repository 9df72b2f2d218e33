/** How paths are written in project files, and where MSBuild looks for files of a name. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Who says a path; every path is absolute. */
export interface Saying {
  /** The file that holds the text. */
  readonly file: string;
  /** The project that it is read for. */
  readonly project: string;
  /** The folder of relative paths: items are relative to the project, imports to the file. */
  readonly base: string;
}

/**
 * The absolute path that a text means; it may hold wildcards. Undefined where it is empty, or where only an evaluation
 * knows: a property, or an escaped character that would mean something else unescaped.
 */
export function pathOf(text: string, { file, project, base }: Saying): string | undefined {
  const expanded = text
    .trim()
    .replaceAll('\\', '/')
    .replace(/\$\(MSBuildThisFileDirectory\)\/?/gi, () => `${dirname(file)}/`)
    .replace(/\$\(MSBuildProjectDirectory\)/gi, () => dirname(project));
  if (expanded === '' || /[$@%]\(|%(?:2A|3F|3B)/i.test(expanded)) return undefined;
  const plain = expanded.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return resolve(base, plain);
}

/** A path as a project file may hold it: MSBuild gives these characters a meaning of their own. */
export const escaped = (path: string): string =>
  path.replace(/[%$@'();?*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Every file of this name in the folder (absolute) and above, the nearest first; MSBuild imports the nearest of some names. */
export function filesAbove(name: string, folder: string): string[] {
  const here = join(folder, name);
  const rest = dirname(folder) === folder ? [] : filesAbove(name, dirname(folder));
  return existsSync(here) ? [here, ...rest] : rest;
}
