/** A loaded solution: its projects under all their frameworks, the csharp-ls that has each, and what of the disk they have. */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { evaluate } from '../../src/dotnet/evaluate.ts';
import { closureOf } from '../../src/dotnet/project.ts';
import { projectsOf } from '../../src/dotnet/solution.ts';
import { byPreference, canUse } from '../../src/dotnet/target-framework.ts';
import { underFrameworks } from '../../src/servers/csharp-ls/frameworks.ts';
import { frameworksOf } from '../../src/workspace/load/frameworks.ts';
import { Inner, uriOf } from './inner.ts';

/** A project under one of its frameworks. */
export interface Seat {
  readonly project: string;
  readonly framework: string;
  /** `Shop`, or `Shop (net10.0)` where there are several frameworks. */
  readonly label: string;
  readonly files: Set<string>;
  /** All servers that have the project under this framework, and that of them which has its references as a build has. */
  readonly inners: readonly Inner[];
  readonly inner: Inner;
}

export interface Place {
  readonly csharpLs: string;
  readonly root: string;
  /** A folder that may be written into. */
  readonly folder: string;
  readonly heard: (method: string, params: unknown) => void;
}

/** The text of a file without a byte order mark; undefined where there is none. */
export function textOf(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false }) && readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
}

const options = (folder: string) => {
  const env = process.env as Record<string, string>;
  return { dotnet: Bun.which('dotnet') ?? '', cwd: process.cwd(), env, folder, signal: new AbortController().signal };
};

export class Solution {
  readonly seats: readonly Seat[];
  readonly inners: readonly Inner[];
  readonly #folder: string;
  readonly #began = Date.now() - 50;
  readonly #stamps = new Map<string, number>();
  readonly #unsaved = new Set<string>();
  readonly #projects: ReadonlyMap<string, string | undefined>;

  private constructor(seats: readonly Seat[], inners: readonly Inner[], folder: string, began: number) {
    [this.seats, this.inners, this.#folder, this.#began] = [seats, inners, folder, began];
    this.#projects = new Map(seats.map(({ project }) => [project, textOf(project)]));
  }

  /** One csharp-ls for each choice of frameworks, the usual one first. Rejects where the solution cannot be read. */
  static async load(solution: string, { folder, heard, ...start }: Place): Promise<Solution> {
    const began = Date.now() - 50;
    const { projects } = await closureOf(await projectsOf(solution));
    const frameworks = await frameworksOf(projects, options(folder));
    const wanted = [undefined, ...new Set([...frameworks.several.values()].flat())].map((each) => frameworks.chosen(each));
    const choices = [...new Map(wanted.map((each) => [JSON.stringify([...each].sort()), each])).values()];
    // Where nothing can be evaluated, nothing is loaded either; the log tells why, and the load completes all the same.
    const evaluated = evaluate(projects, options(folder)).catch((error: unknown) => {
      heard('window/logMessage', { type: 1, message: `[LanguageServerProjectLoader] ${String(error)}` });
      return [];
    });
    const starts = choices.map(async (chosen, at) => {
      const own = join(folder, `${began}-${at}`);
      const env = chosen.size === 0 ? process.env : await underFrameworks(chosen, own, options(folder).env);
      return await Inner.start({ ...start, solution, env, frameworks: chosen, heard: at === 0 ? heard : () => undefined });
    });
    const inners = await Promise.all(starts);
    const usable = (project: string, user: string): string | undefined =>
      frameworks.several
        .get(project)
        ?.toSorted(byPreference)
        .find((each) => canUse(user, each));
    const seats = (await evaluated)
      .flatMap(({ evaluated: all }) => all)
      .flatMap((each): Seat[] => {
        const { project, framework, references } = each;
        const having = inners.filter((inner) => (inner.frameworks.get(project) ?? framework) === framework);
        const isRight = (inner: Inner): boolean =>
          references.every(
            (used) =>
              !inner.frameworks.has(used.project) || inner.frameworks.get(used.project) === usable(used.project, framework),
          );
        const inner = having.find(isRight) ?? having[0];
        const name = basename(project, '.csproj');
        const label = frameworks.several.has(project) ? `${name} (${framework})` : name;
        return inner === undefined ? [] : [{ project, framework, label, files: new Set(each.files), inners: having, inner }];
      });
    for (const seat of seats) {
      for (const path of new Bun.Glob('obj/**/*.cs').scanSync({ cwd: dirname(seat.project), absolute: true })) {
        if ((await seat.inner.request('textDocument/documentSymbol', { textDocument: { uri: uriOf(path) } })) !== null)
          seat.files.add(path);
      }
    }
    // The contexts of a document have the one that is asked about by default first.
    return new Solution(
      seats.toSorted((a, b) => inners.indexOf(a.inner) - inners.indexOf(b.inner)),
      inners,
      folder,
      began,
    );
  }

  contexts(path: string): readonly Seat[] {
    return this.seats.filter(({ files }) => files.has(path));
  }

  /** csharp-ls answers little about a file that several projects have, and renews only one of its copies. */
  isLinked(path: string): boolean {
    return new Set(this.contexts(path).map(({ project }) => project)).size > 1;
  }

  /** Makes the servers have this text of an open file, or that of the disk. False: only a load can do it. */
  async settle(path: string, open: string | undefined): Promise<boolean> {
    const [disk, file] = [textOf(path), statSync(path, { throwIfNoEntry: false })];
    const tell = async (method: string, params: unknown): Promise<void> => {
      for (const inner of new Set(this.contexts(path).flatMap(({ inners }) => inners))) await inner.notify(method, params);
    };
    if (this.contexts(path).length === 0) return true;
    const textDocument = { uri: uriOf(path), version: 1 };
    if (open !== undefined && open !== disk) {
      if (this.isLinked(path)) throw new Error(`the dialect server cannot have an unsaved text of ${path}, of several projects`);
      if (this.#unsaved.has(path)) await tell('textDocument/didChange', { textDocument, contentChanges: [{ text: open }] });
      else await tell('textDocument/didOpen', { textDocument: { ...textDocument, languageId: 'csharp', text: open } });
      this.#unsaved.add(path);
      return true;
    }
    if (file === undefined) return true;
    const isStale = file.ctimeMs !== this.#stamps.get(path) && file.ctimeMs > this.#began;
    this.#stamps.set(path, file.ctimeMs);
    if (this.#unsaved.delete(path)) await tell('textDocument/didClose', { textDocument });
    else if (isStale && this.isLinked(path)) return false;
    else if (isStale) await tell('workspace/didChangeWatchedFiles', { changes: [{ uri: textDocument.uri, type: 2 }] });
    return true;
  }

  /** Takes in files that have come to these projects or have gone. False: only a load can do it. */
  async takeIn(projects: readonly string[]): Promise<boolean> {
    if (projects.some((project) => textOf(project) !== this.#projects.get(project))) return false;
    const evaluated = await evaluate(projects, options(this.#folder));
    for (const { project, framework, files } of evaluated.flatMap((each) => each.evaluated)) {
      const seat = this.seats.find((each) => each.project === project && each.framework === framework);
      if (seat === undefined) return false;
      const gone = [...seat.files].filter((path) => !files.has(path) && !statSync(path, { throwIfNoEntry: false }));
      const come = [...files].filter((path) => !seat.files.has(path));
      if (gone.some((path) => this.isLinked(path))) return false;
      for (const path of gone) seat.files.delete(path);
      for (const path of come) seat.files.add(path);
      // csharp-ls gives a new file to the nearest project.
      const nearest = (path: string): string =>
        this.seats
          .map((each) => dirname(each.project))
          .filter((each) => path.startsWith(`${each}/`))
          .reduce((a, b) => (b.length > a.length ? b : a), '');
      if (come.some((path) => this.isLinked(path) || nearest(path) !== dirname(project) || path.includes('%'))) return false;
      const changes = [
        ...gone.map((path) => ({ uri: uriOf(path), type: 3 })),
        ...come.map((path) => ({ uri: uriOf(path), type: 1 })),
      ];
      for (const inner of seat.inners) if (changes.length > 0) await inner.notify('workspace/didChangeWatchedFiles', { changes });
    }
    return true;
  }

  end(): void {
    for (const inner of this.inners) inner.end();
  }
}
