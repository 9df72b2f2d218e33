/** What the text of a file declares under the constants of the projects that compile it. */
import type { ProjectFacts } from '../../dotnet/facts.ts';
import { type Condition, conditionText, isActive } from '../../syntax/conditions.ts';
import { type WrittenFile, declarationsIn } from '../../syntax/declarations.ts';
import { regionsOf } from '../../syntax/regions.ts';
import { lastAtOrBefore, lineStartsOf, positionAt } from '../../syntax/text.ts';
import { lexemesOf } from '../../syntax/lexemes.ts';
import type { Token } from '../../syntax/tokens.ts';
import type { Written } from '../../syntax/written.ts';
import type { Position } from '../../model/places.ts';
import { Problem } from '../../model/problem.ts';
import type { View } from '../view.ts';

export interface WrittenText extends WrittenFile {
  /** What a directive keeps from every project and framework. */
  readonly inactive: readonly Written[];
  /** False where the file has conditions and the constants of its projects are not known. */
  readonly constantsKnown: boolean;
  readonly position: (offset: number) => Position;
  readonly isConditional: (written: Written) => boolean;
  /** Under what a declaration is compiled; undefined where its parent is under the same. */
  readonly conditionOf: (written: Written) => string | undefined;
}

/** `path` is absolute. */
export async function writtenIn(view: View, path: string, text: string): Promise<WrittenText> {
  const tokens = lexemesOf(text, regionsOf(text));
  const conditional = tokens.some(({ when }) => when !== undefined);
  const constants = conditional ? await constantsOf(view, path) : [];
  const whole = declarationsIn(tokens);
  const files = constants.length === 0 ? [whole] : variants(tokens, constants);
  const declarations = union(files.map((each) => each.declarations));
  const lineStarts = lineStartsOf(text);
  const whenAt = (offset: number): Condition | undefined => tokens[lastAtOrBefore(tokens, ({ start }) => start <= offset)]?.when;
  const isCompiled = ({ nameStart }: Written): boolean => constants.some((each) => isActive(whenAt(nameStart), each));
  return {
    declarations,
    inactive: constants.length === 0 ? [] : whole.declarations.filter((each) => !isCompiled(each)),
    statements: files.some(({ statements }) => statements),
    localFunctions: files.flatMap(({ localFunctions }) => localFunctions),
    constantsKnown: !conditional || constants.length > 0,
    position: (offset) => positionAt(lineStarts, offset),
    isConditional: ({ nameStart }) => whenAt(nameStart) !== undefined,
    conditionOf: ({ nameStart, parent }) => {
      const when = whenAt(nameStart);
      return when === undefined || (parent !== undefined && whenAt(parent.nameStart) === when) ? undefined : conditionText(when);
    },
  };
}

/** The file as each of the sets of constants has it. */
const variants = (tokens: readonly Token[], constants: readonly ReadonlySet<string>[]): WrittenFile[] =>
  constants.map((each) => declarationsIn(tokens.filter(({ when }) => isActive(when, each))));

function union(lists: readonly (readonly Written[])[]): Written[] {
  const found = new Map<number, Written>();
  for (const each of lists.flat()) if (!found.has(each.nameStart)) found.set(each.nameStart, each);
  return [...found.values()].sort((a, b) => a.nameStart - b.nameStart);
}

/** The distinct sets of constants under which projects compile a file; none where they are not known. */
async function constantsOf(view: View, path: string): Promise<ReadonlySet<string>[]> {
  const facts = await factsOf(view);
  if (facts === undefined || facts.doubtful(path).length > 0) return [];
  const distinct = new Map(facts.projectsOf(path).map(({ constants }) => [[...constants].sort().join(), constants]));
  return [...distinct.values()];
}

/** What MSBuild says of the projects; undefined where it fails as a whole, which costs only what it would say. */
export async function factsOf(view: View): Promise<ProjectFacts | undefined> {
  try {
    return await view.facts();
  } catch (error) {
    if (error instanceof Problem && error.code === 'workspace_load_failed') return undefined;
    throw error;
  }
}
