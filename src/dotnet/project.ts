/**
 * What can be told of a project file by reading it, without MSBuild: which other projects and which files outside of its
 * folder it names. The language server answers nothing about a document outside of its workspace folder, so the folder
 * has to be wide enough before the load begins.
 */
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { log } from '../log.ts';
import { filesBelow } from './build-output.ts';
import { filesAbove, pathOf } from './project-path.ts';

/** Every project that is loaded: those given and those they reference, each once, in order of discovery. */
export interface ProjectClosure {
  readonly projects: readonly string[];
  /** Folders that hold documents of these projects; a wildcard counts with the folder it starts from. */
  readonly folders: readonly string[];
  /** Projects that others use as analyzers or generators and that were never built, so that nothing can run them. */
  readonly unbuilt: readonly string[];
}

/** Follows ProjectReference items from the given projects (absolute paths); files that are missing are left out. */
export async function closureOf(projects: readonly string[]): Promise<ProjectClosure> {
  const seen = new Set<string>();
  const folders = new Set<string>();
  const analyzers = new Set<string>();
  const queue = [...projects];
  for (let project = queue.shift(); project !== undefined; project = queue.shift()) {
    if (seen.has(project) || !existsSync(project)) continue;
    seen.add(project);
    folders.add(dirname(project));
    for (const file of [project, ...importedByThemselves(dirname(project))]) {
      const items = await itemsOf(file, project);
      queue.push(...items.references.filter((path) => /\.csproj$/i.test(path)));
      for (const folder of items.documentFolders) folders.add(folder);
      for (const analyzer of items.analyzers) analyzers.add(analyzer);
    }
  }
  return {
    projects: [...seen],
    folders: [...folders],
    unbuilt: [...analyzers].filter((project) => existsSync(project) && !wasBuilt(project)),
  };
}

/** Whether an assembly of the project's name lies below its `bin`; a project that names its output otherwise counts as built. */
function wasBuilt(project: string): boolean {
  if (/<(?:AssemblyName|OutputPath|BaseOutputPath|ArtifactsPath|UseArtifactsOutput)\b/.test(readFileSync(project, 'utf8')))
    return true;
  const bin = join(dirname(project), 'bin');
  const assembly = `${basename(project, extname(project))}.dll`;
  // Where the output lies behind a link it is not looked for.
  const isLink = lstatSync(bin, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink || filesBelow(bin).some((path) => basename(path) === assembly);
}

/** MSBuild imports the nearest of each by itself. */
const importedByThemselves = (folder: string): string[] =>
  ['Directory.Build.props', 'Directory.Build.targets'].flatMap((name) => filesAbove(name, folder).slice(0, 1));

interface Items {
  readonly references: readonly string[];
  readonly documentFolders: readonly string[];
  /** Those of the references that run in the compiler. */
  readonly analyzers: readonly string[];
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
    return { references: [], documentFolders: [], analyzers: [] };
  }
  const pathsOf = (elements: readonly Attributes[]): string[] =>
    elements
      .flatMap((element) => (element['@_Include'] ?? '').split(';'))
      .flatMap((text) => pathOf(text, { file, project, base: dirname(project) }) ?? []);
  const references = elementsOf(document, 'ProjectReference');
  return {
    references: pathsOf(references),
    documentFolders: pathsOf(elementsOf(document, 'Compile')).map(folderOf),
    analyzers: pathsOf(references.filter((element) => element['@_OutputItemType'] === 'Analyzer')),
  };
}

type Attributes = Readonly<Partial<Record<string, string>>>;

/** The attributes of the elements of one name, at any depth (ItemGroup, Choose, When, Target). */
function elementsOf(node: unknown, name: string): Attributes[] {
  if (Array.isArray(node)) return node.flatMap((each) => elementsOf(each, name));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) => {
    if (key !== name) return elementsOf(child, name);
    return (Array.isArray(child) ? child : [child]).flatMap((each: unknown) => {
      return typeof each === 'object' && each !== null ? [each as Attributes] : [];
    });
  });
}

function folderOf(path: string): string {
  const wildcard = path.search(/[*?]/);
  const fixed = wildcard < 0 ? path : path.slice(0, wildcard);
  if (fixed.endsWith('/')) return fixed.slice(0, -1) || '/';
  return wildcard < 0 && existsSync(fixed) && statSync(fixed).isDirectory() ? fixed : dirname(fixed);
}
