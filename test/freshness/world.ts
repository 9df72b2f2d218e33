/**
 * A solution whose right answer is known after every edit, because the edits are made here: each file uses Hub.Call on
 * some of its lines, and which files are compiled follows from the folder that they lie in.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { csproj, lay, slnx } from '../support/lay.ts';
import { type Random, random } from '../support/random.ts';

const legacy = '<Compile Remove="Legacy/**" />';
const off = '</ItemGroup><PropertyGroup><EnableDefaultCompileItems>false</EnableDefaultCompileItems></PropertyGroup><ItemGroup>';
const toCore = '<ProjectReference Include="../Core/Core.csproj" />';
const own = `${toCore}<Compile Remove="Maybe/**" Condition="'$(Nobody)' == ''" /><Compile Include="../Linked/**/*.cs" />`;

/** One source file: a line for each entry, which uses Hub.Call or, at the same length, Hub.Cola. */
interface Source {
  readonly id: number;
  readonly uses: readonly boolean[];
}

/** Where files are made, and how many of the 200 edits each kind gets. */
const compiledFolders = ['Core', 'Core/a', 'Core/a/b', 'Own', 'Own/c', 'Off/Listed'] as const;
const otherFolders = ['Own/Legacy', 'Own/Legacy/d', 'Own/Maybe', 'Off', 'Off/e', 'Loose'] as const;

export class World {
  readonly root: string;
  readonly #random: Random;
  readonly #files = new Map<string, Source>();
  #next = 0;
  #legacyCompiled = false;

  constructor(seed: number) {
    this.#random = random(seed);
    this.root = lay({
      'World.slnx': slnx('Core/Core.csproj', 'Own/Own.csproj', 'Off/Off.csproj'),
      'Core/Core.csproj': csproj(),
      'Core/Hub.cs':
        'public static class Hub {\n  public static int Call(int x) => x;\n  public static int Cola(int x) => x;\n}\n',
      'Own/Own.csproj': csproj(own + legacy),
      'Off/Off.csproj': csproj(`${off}${toCore}<Compile Include="Listed/**/*.cs" />`),
    });
    for (const folder of [...compiledFolders, ...otherFolders, 'Linked'])
      for (let count = 0; count < 4; count += 1) this.#create(folder);
  }

  /** The right answer: `path:line` of every use, sorted. */
  truth(): string[] {
    const places = [...this.#files].flatMap(([path, { uses }]) =>
      this.#isCompiled(path) ? uses.flatMap((call, at) => (call ? [`${path}:${at + 3}`] : [])) : [],
    );
    return places.sort();
  }

  /** 200 edits in an order that looks random; each is named and not made yet. */
  edits(): readonly { readonly name: string; readonly make: () => string }[] {
    const all = Object.entries(this.#kinds).flatMap(([name, { count, make }]) =>
      Array.from({ length: count }, () => ({ name, make })),
    );
    return all
      .map((edit) => ({ edit, at: this.#random.below(1_000_000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ edit }) => edit);
  }

  /** Each makes its edit and tells where. */
  readonly #kinds: Readonly<Record<string, { readonly count: number; readonly make: () => string }>> = {
    'same size': { count: 35, make: () => this.#flip((path, text) => writeFileSync(path, text)) },
    'same size, same time': { count: 20, make: () => this.#flip(keepingTime(writeFileSync)) },
    'same size, replaced by a rename': { count: 10, make: () => this.#flip(replace) },
    'same size, same time, replaced by a rename': { count: 10, make: () => this.#flip(keepingTime(replace)) },
    'another size': { count: 18, make: () => this.#grow() },
    'new file': { count: 18, make: () => this.#create(this.#random.pick(compiledFolders)) },
    'new folders': { count: 12, make: () => this.#create(`${this.#random.pick(compiledFolders)}/n${this.#next}/m/o`) },
    'file deleted': { count: 10, make: () => this.#delete() },
    'file renamed': { count: 12, make: () => this.#move(this.#pick(), (path) => join(dirname(path), `R${this.#next}.cs`)) },
    'case of a file changed': { count: 6, make: () => this.#move(this.#pick(), changedCase) },
    'folder renamed': { count: 8, make: () => this.#moveFolder((folder) => join(dirname(folder), `r${this.#next}`)) },
    'folder moved to where nothing compiles': { count: 3, make: () => this.#moveFolder(() => `Own/Legacy/l${this.#next}`) },
    'folder moved to where it compiles': { count: 3, make: () => this.#moveFolder(() => `Own/w${this.#next}`, 'Own/Legacy/') },
    'folder deleted': { count: 3, make: () => this.#deleteFolder() },
    'file that nothing compiles': { count: 16, make: () => this.#flip((path, text) => writeFileSync(path, text), otherFolders) },
    'new file that nothing compiles': { count: 6, make: () => this.#create(this.#random.pick(otherFolders)) },
    'linked file': { count: 4, make: () => this.#flip(keepingTime(writeFileSync), ['Linked']) },
    'new linked file': { count: 1, make: () => this.#create('Linked/x') },
    'project file': { count: 2, make: () => this.#switchLegacy() },
    'project file, same bytes': { count: 3, make: () => this.#rewriteProject() },
  };

  #isCompiled(path: string): boolean {
    if (path.startsWith('Own/Legacy/')) return this.#legacyCompiled;
    if (path.startsWith('Own/Maybe/') || path.startsWith('Loose/')) return false;
    return !path.startsWith('Off/') || path.startsWith('Off/Listed/');
  }

  #create(folder: string): string {
    this.#next += 1;
    const path = `${folder}/F${this.#next}.cs`;
    this.#files.set(path, { id: this.#next, uses: [true, this.#random.below(2) === 0, false] });
    mkdirSync(join(this.root, folder), { recursive: true });
    writeFileSync(join(this.root, path), this.#text(path));
    return path;
  }

  #flip(write: (path: string, text: string) => void, folders?: readonly string[]): string {
    const path = this.#pick(folders);
    const { id, uses } = this.#source(path);
    const line = this.#random.below(uses.length);
    this.#files.set(path, { id, uses: uses.map((call, at) => (at === line ? !call : call)) });
    write(join(this.root, path), this.#text(path));
    return `${path}:${line + 3}`;
  }

  #grow(): string {
    const path = this.#pick();
    const { id, uses } = this.#source(path);
    this.#files.set(path, { id, uses: uses.length > 6 ? [true] : [...uses, true] });
    writeFileSync(join(this.root, path), this.#text(path));
    return path;
  }

  #delete(): string {
    const path = this.#pick();
    this.#files.delete(path);
    rmSync(join(this.root, path));
    return path;
  }

  #move(path: string, to: (path: string) => string): string {
    this.#next += 1;
    const target = to(path);
    const source = this.#source(path);
    this.#files.delete(path);
    this.#files.set(target, source);
    renameSync(join(this.root, path), join(this.root, target));
    return `${path} → ${target}`;
  }

  #moveFolder(to: (folder: string) => string, below = 'Core/'): string {
    this.#next += 1;
    const folder = this.#pickFolder(below);
    const target = to(folder);
    for (const [path, source] of [...this.#files].filter(([path]) => path.startsWith(`${folder}/`))) {
      this.#files.delete(path);
      this.#files.set(target + path.slice(folder.length), source);
    }
    renameSync(join(this.root, folder), join(this.root, target));
    return `${folder} → ${target}`;
  }

  #deleteFolder(): string {
    const folder = this.#pickFolder('Core/');
    for (const path of this.#files.keys()) if (path.startsWith(`${folder}/`)) this.#files.delete(path);
    rmSync(join(this.root, folder), { recursive: true });
    return folder;
  }

  #switchLegacy(): string {
    this.#legacyCompiled = !this.#legacyCompiled;
    writeFileSync(join(this.root, 'Own/Own.csproj'), csproj(this.#legacyCompiled ? own : own + legacy));
    return `Own/Legacy is ${this.#legacyCompiled ? '' : 'not '}compiled`;
  }

  #rewriteProject(): string {
    const path = join(this.root, 'Own/Own.csproj');
    writeFileSync(path, readFileSync(path));
    return 'Own/Own.csproj';
  }

  /** A file that is compiled and not linked, or one below one of the folders. */
  #pick(folders?: readonly string[]): string {
    const wanted = (path: string): boolean =>
      folders === undefined
        ? !/^(?:Linked|Own\/Legacy)\//.test(path) && this.#isCompiled(path)
        : folders.some((folder) => dirname(path) === folder || (path.startsWith(`${folder}/`) && !this.#isCompiled(path)));
    const paths = [...this.#files.keys()].filter(wanted);
    return paths[this.#random.below(paths.length)] ?? this.#create(folders?.[0] ?? 'Core');
  }

  /** The folder of a file below a place; where there is none, one is made first. */
  #pickFolder(below: string): string {
    const folders = [...new Set([...this.#files.keys()].map((path) => dirname(path)))].filter((each) => each.startsWith(below));
    return folders[this.#random.below(folders.length)] ?? dirname(this.#create(`${below}n${this.#next}`));
  }

  #source(path: string): Source {
    const source = this.#files.get(path);
    if (source === undefined) throw new Error(`${path} is no file of this world`);
    return source;
  }

  #text(path: string): string {
    const { id, uses } = this.#source(path);
    const lines = uses.map((call, at) => `    static int M${at}() => Hub.${call ? 'Call' : 'Cola'}(${at});`);
    return ['namespace World {', `  internal class C${id} {`, ...lines, '  }', '}', ''].join('\n');
  }
}

/** As `cp -p` and `touch -r` do. */
const keepingTime =
  (write: (path: string, text: string) => void) =>
  (path: string, text: string): void => {
    const { atime, mtime } = statSync(path);
    write(path, text);
    utimesSync(path, atime, mtime);
  };

/** As most editors save. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

const changedCase = (path: string): string => {
  const name = basename(path);
  return join(dirname(path), name[0] === 'F' ? `f${name.slice(1)}` : `F${name.slice(1)}`);
};
