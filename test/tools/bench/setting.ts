/** What all parts of the benchmark share: the programs, the generated solution, and a folder for whatever they leave. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GeneratedSolution, type SolutionOptions, generate, lay } from '../../generated-solution/solution.ts';
import type { ReferencesCase } from '../case-file.ts';

export interface Laid {
  readonly root: string;
  /** Absolute. */
  readonly solution: string;
  /** The question for the references of a symbol, by its full name. Throws where there is none. */
  readonly question: (signature: string) => ReferencesCase;
  /** Questions about classes that are alike, those with the most uses first: each can be asked for the first time once. */
  readonly types: readonly [first: ReferencesCase, second: ReferencesCase, ...more: ReferencesCase[]];
  /** The same about properties. */
  readonly properties: readonly ReferencesCase[];
}

export interface Options {
  readonly binary: string;
  readonly server: string;
  /** Rounds of what takes milliseconds, and of what loads a solution. */
  readonly runs: number;
  readonly loads: number;
  /** Calls over which memory is watched. */
  readonly calls: number;
  readonly size: SolutionOptions;
}

export interface Setting extends Options {
  /** Tells a person how far it has come. */
  readonly say: (line: string) => unknown;
  /** Removed afterwards. */
  readonly folder: string;
  /** The generated solution, restored; with one target framework everywhere, or with two in one project. */
  readonly solution: (frameworks: 'one' | 'all') => Promise<Laid>;
}

/** Runs the work in a setting of its own, whose bridges read and write nothing of the user's. */
export async function within<T>(options: Options, say: (line: string) => unknown, work: (setting: Setting) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), 'roslyn-bridge-bench-'));
  process.env['XDG_DATA_HOME'] = join(folder, 'data');
  process.env['XDG_STATE_HOME'] = join(folder, 'state');
  const laid = new Map<string, Promise<Laid>>();
  const solution = (frameworks: 'one' | 'all'): Promise<Laid> => {
    const made =
      laid.get(frameworks) ?? layOut(join(folder, frameworks), { ...options.size, allFrameworks: frameworks === 'all' }, say);
    laid.set(frameworks, made);
    return made;
  };
  try {
    return await work({ ...options, say, folder, solution });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function layOut(root: string, size: SolutionOptions, say: (line: string) => unknown): Promise<Laid> {
  say(`generating and restoring a solution with ${size.allFrameworks ? 'two frameworks in one project' : 'one framework'}`);
  // About every member of every family, so that a question can be a new one as often as needed.
  const generated = generate({ ...size, asked: size.projects * size.files });
  await lay(generated, root);
  const solution = join(root, 'All.slnx');
  const command = ['dotnet', 'restore', solution, '-m:1', '-nodeReuse:false'];
  const child = Bun.spawn(command, { cwd: root, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed\n${output}`);
  return { root, solution, ...questionsOf(generated) };
}

function questionsOf({ cases }: GeneratedSolution): Pick<Laid, 'question' | 'types' | 'properties'> {
  const asked = cases.filter((each): each is ReferencesCase => each.kind === 'refs');
  const bySignature = new Map(asked.map((each) => [each.input.signature, each]));
  const alike = (kind: string): ReferencesCase[] =>
    asked
      .filter(({ input, tags }) => input.kind === kind && tags.includes('orders'))
      .sort((a, b) => b.expected.count - a.expected.count);
  const [first, second, ...more] = alike('class');
  if (first === undefined || second === undefined) throw new Error('the generated solution has too few questions');
  const question: Laid['question'] = (signature) => {
    const found = bySignature.get(signature);
    if (found === undefined) throw new Error(`the generated solution has no question about ${signature}`);
    return found;
  };
  return { question, types: [first, second, ...more], properties: alike('property') };
}
