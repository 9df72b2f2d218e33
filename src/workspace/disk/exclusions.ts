/** What the settings exclude from the bridge's own work, by absolute paths. */
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The folder name that excludes a path, and whose list it stands in. */
export interface Exclusion {
  readonly name: string;
  readonly source: string;
}

/** What has to be known of the folders around a path; all are relative to the same folder, with `/`. */
export interface Around {
  /** The folders of the loaded projects. */
  readonly projectFolders: readonly string[];
  /** Whether a project file lies in a folder, loaded or not. */
  readonly holdsProject: (folder: string) => boolean;
}

/** Judges a relative path; that of a folder has a `/` at its end. */
export type Excludes = (path: string, around: Around) => Exclusion | undefined;

export class Exclusions {
  readonly #excludes: Excludes;
  readonly #projects: readonly string[];
  /** By the folder that is looked at from: asked for every place shown. */
  readonly #around = new Map<string, Around>();

  /** `projects` are absolute paths. */
  constructor(excludes: Excludes, projects: readonly string[]) {
    this.#excludes = excludes;
    this.#projects = projects;
  }

  /** What excludes a file or folder below another folder, both absolute; a folder's own name counts. */
  below(folder: string, path: string): Exclusion | undefined {
    const around = this.#around.get(folder) ?? aroundOf(folder, this.#projects);
    this.#around.set(folder, around);
    return this.#excludes(`${relative(folder, path)}/`, around);
  }
}

function aroundOf(folder: string, projects: readonly string[]): Around {
  const known = new Map<string, boolean>();
  const holdsProject = (below: string): boolean => {
    const holds = known.get(below) ?? anyProjectIn(join(folder, below));
    known.set(below, holds);
    return holds;
  };
  return { projectFolders: projects.map((project) => relative(folder, dirname(project))), holdsProject };
}

function anyProjectIn(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => /\.csproj$/i.test(name));
  } catch {
    // Of a folder that is gone or closed nothing is shown, whatever is said of it.
    return false;
  }
}
