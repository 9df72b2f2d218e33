/**
 * A solution made by a program that knows what it writes: projects in layers, every kind of symbol, names that recur
 * everywhere, and the right answers to questions about it, from what was written and not from any compiler.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { random } from '../support/random.ts';
import type { Case } from '../tools/case-file.ts';
import { contracts } from './families/contracts.ts';
import { events } from './families/events.ts';
import { extensions } from './families/extensions.ts';
import { generics } from './families/generics.ts';
import { levels } from './families/levels.ts';
import { locals } from './families/locals.ts';
import { money } from './families/money.ts';
import { orders } from './families/orders.ts';
import { partials } from './families/partials.ts';
import { records } from './families/records.ts';
import { shapes } from './families/shapes.ts';
import { complaints, conditional, linked, program } from './families/singles.ts';
import { unicode } from './families/unicode.ts';
import { words } from './families/words.ts';
import type { Site, Writer, Written } from './family.ts';
import { type Project, complaining, fewestProjects, linking, multiTarget, projectFiles, projects, visible } from './layout.ts';
import { common, popular, withPopular } from './popular.ts';
import { Book } from './book.ts';
import { questions } from './questions.ts';
import type { CodeSymbol } from './symbols.ts';
import { type SourceFile, render } from './text.ts';

export interface SolutionOptions {
  readonly projects: number;
  /** Files of each project. */
  readonly files: number;
  /** Uses of the name that occurs most. */
  readonly popular: number;
  /** Whether one project has a second target framework. */
  readonly allFrameworks: boolean;
  readonly seed: number;
  /** Of how many members of each family questions are asked. */
  readonly asked: number;
}

/** The whole size, and one that is quick to load. */
export const wholeSize: SolutionOptions = { projects: 30, files: 40, popular: 5000, allFrameworks: true, seed: 7, asked: 3 };
export const smallSize: SolutionOptions = { ...wholeSize, projects: 8, files: 12, popular: 1500, asked: 1 };

export interface GeneratedSolution {
  /** Text by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly cases: readonly Case[];
}

/** The same for the same options. Throws for a size that has no room for what belongs into it. */
export function generate(options: SolutionOptions): GeneratedSolution {
  if (options.projects < fewestProjects || options.files < 8) {
    throw new Error(`a solution has at least ${fewestProjects} projects with 8 files each`);
  }
  const all = projects(options.projects, options.allFrameworks);
  const written = writeAll(all, options);
  const share = written.sources.map((file, at) => withPopular(file, at, written.sources.length, options.popular));
  const files = new Map(projectFiles(all));
  const book = new Book();
  for (const file of [common, ...share, ...written.plain]) {
    const { text, marks } = render(file);
    files.set(file.path, text);
    book.add(marks);
  }
  return { files, cases: questions(book, written.asked) };
}

/** Puts it into a folder. */
export async function lay({ files }: GeneratedSolution, folder: string): Promise<void> {
  const folders = new Set([...files.keys()].map((path) => dirname(join(folder, path))));
  for (const each of folders) await mkdir(each, { recursive: true });
  for (const [path, text] of files) await writeFile(join(folder, path), text);
}

interface WrittenAll {
  /** Files that hold a share of the popular uses, and files that do not. */
  readonly sources: readonly SourceFile[];
  readonly plain: readonly SourceFile[];
  /** What questions are asked about, by group. */
  readonly asked: ReadonlyMap<string, readonly CodeSymbol[]>;
}

function writeAll(all: readonly Project[], options: SolutionOptions): WrittenAll {
  const sees = visible(all);
  const turns = new Turns(options.seed);
  const members = new Map<string, (readonly CodeSymbol[])[]>();
  const sources: SourceFile[] = [];
  const ownSite = (project: Project, name: string): Site => ({
    namespace: `Gen.${project.name}.${name}`,
    path: (part = '') => `${project.name}/${folderOf(name)}/${name}${part}.cs`,
    sees: (other) => sees[project.number]?.has(other) === true,
    project: project.number,
  });
  const take = (group: string, { files, asked }: Written): number => {
    sources.push(...files);
    members.set(group, [...(members.get(group) ?? []), asked]);
    return files.length;
  };
  const links = linked(linking.flatMap((at) => (all[at] === undefined ? [] : [ownSite(all[at], 'Linked')])));
  take('Linked', links);
  for (const project of all) {
    let count = project.number === 0 || linking.some((at) => at === project.number) || project.isProgram ? 1 : 0;
    if (project.number === multiTarget) count += take('Frameworks', conditional(ownSite(project, 'Conditional')));
    if (project.number === complaining) count += take('Complaints', complaints(ownSite(project, 'Complaints')));
    while (count < options.files) {
      const writer = turns.next(options.files - count);
      count += take(writer.name, writer.write(ownSite(project, `${writer.name}${String(count).padStart(2, '0')}`)));
    }
  }
  const asked = new Map([...members].map(([group, each]) => [group, spread(each, options.asked).flat()] as const));
  // The text stays the same; what of it is seen does not.
  if (!options.allFrameworks) asked.delete('Frameworks');
  return { sources, plain: [links.shared, programOf(all, members)], asked: asked.set('Popular', popular.all) };
}

/** Folders have names that make trouble. */
const folderOf = (name: string): string => (name.startsWith('Unicode') ? '50% off #1' : name.replace(/\d+$/, ''));

/** So many of a list, from the first to the last; the one in the middle uses earlier ones and is used by later ones. */
function spread<T>(list: readonly T[], count: number): T[] {
  const wanted = Array.from({ length: count }, (_, at) => (count === 1 ? 1 / 2 : at / (count - 1)));
  const chosen = new Set(wanted.map((part) => Math.floor(part * (list.length - 1))));
  return [...chosen].flatMap((at) => list.slice(at, at + 1));
}

function programOf(all: readonly Project[], members: ReadonlyMap<string, readonly (readonly CodeSymbol[])[]>): SourceFile {
  const sees = visible(all).at(-1) ?? new Set();
  const seen = (members.get('Generics') ?? [])
    .flat()
    .filter(({ name, signature }) => name === 'Run' && [...sees].some((at) => signature.startsWith(`Gen.${all[at]?.name}.`)));
  const calls = seen.flatMap((method) => (typeof method.container === 'string' ? [] : [{ type: method.container, method }]));
  return program(`${all.at(-1)?.name}/Program.cs`, calls);
}

/** Whose turn it is: orders every third time, in between the other families, shuffled anew each round. */
class Turns {
  readonly #orders = orders();
  readonly #families = [
    ...[shapes(), generics(), money(), contracts(), partials(), records()],
    ...[extensions(), events(), levels(), words(), unicode(), locals()],
  ];
  readonly #below: (limit: number) => number;
  #round: Writer[] = [];
  #turn = 0;

  constructor(seed: number) {
    this.#below = random(seed).below;
  }

  /** The next one that needs no more files than there is room for. */
  next(room: number): Writer {
    this.#turn += 1;
    if (this.#turn % 3 === 1 || room === 1) return this.#orders;
    if (this.#round.length === 0) this.#round = [...this.#families];
    return this.#round.splice(this.#below(this.#round.length), 1)[0] ?? this.#orders;
  }
}
