/**
 * What can be told of a project file by reading it, without MSBuild: which other projects and which files outside of its
 * folder it names. The language server answers nothing about a document outside of its workspace folder, so the folder
 * has to be wide enough before the load begins.
 */
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { log } from '../log.ts';

/** Every project that is loaded: those given and those they reference, each once, in order of discovery. */
export interface ProjectClosure {
  readonly projects: readonly string[];
  /** Folders that hold documents of these projects; a wildcard counts with the folder it starts from. */
  readonly folders: readonly string[];
}

/** Follows ProjectReference items from the given projects (absolute paths); files that are missing are left out. */
export async function closureOf(projects: readonly string[]): Promise<ProjectClosure> {
  const seen = new Set<string>();
  const folders = new Set<string>();
  const queue = [...projects];
  for (let project = queue.shift(); project !== undefined; project = queue.shift()) {
    if (seen.has(project) || !existsSync(project)) continue;
    seen.add(project);
    folders.add(dirname(project));
    for (const file of [project, ...propsAbove(dirname(project))]) {
      const items = await itemsOf(file, project);
      queue.push(...items.references.filter((path) => /\.csproj$/i.test(path)));
      for (const folder of items.documentFolders) folders.add(folder);
    }
  }
  return { projects: [...seen], folders: [...folders] };
}

/**
 * Whether a project takes its source files by MSBuild's default pattern alone: neither it nor a file that is imported
 * into it by itself speaks of Compile items, of their pattern, or of further imports.
 */
export async function usesDefaultItems(project: string): Promise<boolean> {
  for (const file of [project, ...propsAbove(dirname(project))]) {
    if (/\bCompile\b|EnableDefault|DefaultItemExcludes|<Import\b/.test(await readFile(file, 'utf8'))) return false;
  }
  return true;
}

/** MSBuild imports the nearest of each by itself. */
function propsAbove(folder: string): string[] {
  return ['Directory.Build.props', 'Directory.Build.targets'].flatMap((name) => {
    for (let at = folder; ; at = dirname(at)) {
      const path = join(at, name);
      if (existsSync(path)) return [path];
      if (dirname(at) === at) return [];
    }
  });
}

interface Items {
  readonly references: readonly string[];
  readonly documentFolders: readonly string[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  htmlEntities: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

/** Items of one file; relative paths in an imported file are relative to the project, as MSBuild has it. */
async function itemsOf(file: string, project: string): Promise<Items> {
  let document: unknown;
  try {
    document = parser.parse(await readFile(file, 'utf8'));
  } catch (error) {
    // The load reports a broken project in the server's own words; here it only names nothing.
    log.debug(`${file}: ${String(error)}`);
    return { references: [], documentFolders: [] };
  }
  const paths = (name: string): string[] =>
    includesOf(document, name)
      .flatMap((text) => text.split(';'))
      .flatMap((text) => pathOf(text, file, project));
  return { references: paths('ProjectReference'), documentFolders: paths('Compile').map(folderOf) };
}

/** Every Include attribute of the elements of one name, at any depth (ItemGroup, Choose, When, Target). */
function includesOf(node: unknown, name: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => includesOf(each, name));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) => {
    if (key !== name) return includesOf(child, name);
    return (Array.isArray(child) ? child : [child]).flatMap((each: unknown) => {
      const include = typeof each === 'object' && each !== null ? (each as Record<string, unknown>)['@_Include'] : undefined;
      return typeof include === 'string' ? [include] : [];
    });
  });
}

/** Resolves an Include; one with a property that only an evaluation knows is left out. */
function pathOf(include: string, file: string, project: string): string[] {
  const expanded = include
    .trim()
    .replaceAll('\\', '/')
    .replace(/\$\(MSBuildThisFileDirectory\)\/?/gi, `${dirname(file)}/`)
    .replace(/\$\(MSBuildProjectDirectory\)/gi, dirname(project));
  return expanded === '' || /[$@%]\(/.test(expanded) ? [] : [resolve(dirname(project), expanded)];
}

function folderOf(path: string): string {
  const wildcard = path.search(/[*?]/);
  const fixed = wildcard < 0 ? path : path.slice(0, wildcard);
  if (fixed.endsWith('/')) return fixed.slice(0, -1) || '/';
  return wildcard < 0 && existsSync(fixed) && statSync(fixed).isDirectory() ? fixed : dirname(fixed);
}
