/**
 * What can be told of a project's source files by reading, without MSBuild: where its default pattern holds, and where
 * only an evaluation knows. Nothing is guessed: whatever is not understood makes the answer unclear.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { filesAbove, pathOf } from './project-path.ts';
import { type Element, elementsIn } from './project-xml.ts';

export interface CompileRules {
  /** Absolute. */
  readonly project: string;
  /** Files and folders (absolute) in which something else than the default pattern may hold. */
  readonly unclear: readonly string[] | 'everywhere';
  /** Whether the project may be loaded once for each of several frameworks. */
  readonly severalFrameworks: boolean;
  /** The files that this was read from, absolute: the project and what it imports from outside of the SDK. */
  readonly files: readonly string[];
}

/** Properties that switch the default pattern off or change it; it reaches no further than the project's folder. */
const changesPattern =
  /^(?:EnableDefault(?:Compile)?Items|Default(?:Item)?Excludes\w*|(?:Base)?(?:Intermediate)?OutputPath|(?:Use)?Artifacts(?:Path|Output)|MSBuildProjectExtensionsPath|PublishDir)$/;
/** Properties that lead to imports which are not followed here. */
const leadsElsewhere =
  /^(?:(?:Import)?Directory(?:Build|Packages)\w*|Custom(?:Before|After)\w+|(?:Before|After)MicrosoftNETSdkTargets)$/;

/** MSBuild imports the nearest of each by itself. */
const importedByThemselves = ['Directory.Build.props', 'Directory.Build.targets', 'Directory.Packages.props'];

/** The rules of each project (absolute paths), in order. */
export async function compileRules(projects: readonly string[]): Promise<CompileRules[]> {
  const read = new Map<string, readonly Element[] | undefined>();
  const elementsOf = async (file: string): Promise<readonly Element[] | undefined> => {
    if (!read.has(file)) read.set(file, await elementsIn(file));
    return read.get(file);
  };
  return await Promise.all(projects.map((project) => rulesOf(project, elementsOf)));
}

const unreadable: Element = { name: 'unreadable', attributes: {}, text: '', conditional: false };

async function rulesOf(
  project: string,
  elementsOf: (file: string) => Promise<readonly Element[] | undefined>,
): Promise<CompileRules> {
  const files = [
    project,
    `${project}.user`,
    ...importedByThemselves.flatMap((name) => filesAbove(name, dirname(project)).slice(0, 1)),
  ];
  const places: string[] = [];
  let [everywhere, severalFrameworks] = [false, false];
  // Imports are appended while the list is gone through.
  for (const file of files) {
    if (!existsSync(file)) continue;
    for (const element of (await elementsOf(file)) ?? [unreadable]) {
      const said = saidBy(element, file, project);
      if (said === 'anything') everywhere = true;
      else {
        places.push(...said.places);
        files.push(...said.imports.filter((each) => !files.includes(each)));
      }
      severalFrameworks ||= element.name === 'TargetFrameworks' && /[;$]/.test(element.text);
    }
  }
  return {
    project,
    unclear: everywhere ? 'everywhere' : places,
    severalFrameworks,
    files: files.filter((file) => existsSync(file)),
  };
}

/**
 * Whether a project compiles a file (absolute path), as far as its rules tell. The default pattern takes everything below
 * the project's folder, except in bin and obj beside it and in folders whose names begin with a dot.
 */
export function judge({ project, unclear }: CompileRules, path: string): boolean | 'unclear' {
  if (unclear === 'everywhere' || unclear.some((place) => isAtOrBelow(place, path))) return 'unclear';
  const folder = dirname(project) + sep;
  if (!path.startsWith(folder)) return false;
  const folders = path.slice(folder.length).split(sep).slice(0, -1);
  return !folders.some((name) => name.startsWith('.')) && !/^(?:bin|obj)$/i.test(folders[0] ?? '');
}

/** Names in project files are compared as MSBuild compares them, without case. */
function isAtOrBelow(place: string, path: string): boolean {
  const [above, folded] = [place.toLowerCase(), path.toLowerCase()];
  return folded === above || folded.startsWith(above + sep);
}

interface Said {
  readonly places: readonly string[];
  readonly imports: readonly string[];
}

function saidBy({ name, attributes }: Element, file: string, project: string): Said | 'anything' {
  const nothing = { places: [], imports: [] };
  if (name === 'unreadable' || leadsElsewhere.test(name)) return 'anything';
  if (changesPattern.test(name)) return { places: [dirname(project)], imports: [] };
  if (name === 'Project' || name === 'Sdk') return usual(attributes[name === 'Sdk' ? 'Name' : 'Sdk']) ? nothing : 'anything';
  if (name === 'Import') {
    if (attributes['Sdk'] !== undefined) return usual(attributes['Sdk']) ? nothing : 'anything';
    const imports = imported(attributes['Project'] ?? '', file, project);
    return imports === undefined ? 'anything' : { places: [], imports };
  }
  if (name !== 'Compile') return nothing;
  const listed = [attributes['Include'], attributes['Remove']].flatMap((list) => list?.split(';') ?? []);
  const places = listed
    .filter((each) => each.trim() !== '')
    .map((each) => pathOf(each, { file, project, base: dirname(project) }));
  return places.every((each) => each !== undefined) ? { places: places.map(fixedPart), imports: [] } : 'anything';
}

/** The SDKs whose default pattern is known; no SDK at all is a file that is imported, or a project of the old form. */
const usual = (sdk: string | undefined): boolean =>
  sdk === undefined || sdk.split(';').every((each) => /^\s*Microsoft\.NET\.Sdk(?:\.\w+)?(?:\/[^;]*)?\s*$/.test(each));

/** The files that an Import means: one by its path, or those of one name above; undefined where it cannot be told. */
function imported(path: string, file: string, project: string): string[] | undefined {
  if (/OfFileAbove/.test(path)) {
    const name = /\$\(MSBuildThisFile\)/.test(path) ? basename(file) : /[\w.-]+\.(?:props|targets)/.exec(path)?.[0];
    return name === undefined ? undefined : filesAbove(name, dirname(dirname(file)));
  }
  const target = pathOf(path, { file, project, base: dirname(file) });
  return target === undefined || /[*?]/.test(target) ? undefined : [target];
}

/** The folder before the first wildcard, or the path itself. */
function fixedPart(path: string): string {
  const wildcard = path.search(/[*?]/);
  return wildcard < 0 ? path : dirname(`${path.slice(0, wildcard)}x`);
}
