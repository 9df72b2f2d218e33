/**
 * Which target frameworks projects have and which other projects they reference, by reading. What only an evaluation knows
 * (a property, a condition, an import that cannot be followed) is said to be unclear, and never guessed.
 */
import { dirname, resolve } from 'node:path';
import { type CompileRules, compileRules } from './compile-rules.ts';
import { type Element, elementsIn } from './project-xml.ts';
import type { TargetedProject } from './target-framework.ts';

export interface ReadFrameworks {
  readonly projects: readonly TargetedProject[];
  /** Those of the projects whose frameworks are not clear; above they have none. */
  readonly unclear: readonly string[];
}

export async function readFrameworks(projects: readonly string[]): Promise<ReadFrameworks> {
  const rules = await compileRules(projects);
  const read = await Promise.all(rules.map(readProject));
  return {
    projects: read.map(({ project, frameworks, references }) => ({ project, frameworks: frameworks ?? [], references })),
    unclear: read.filter(({ frameworks }) => frameworks === undefined).map(({ project }) => project),
  };
}

async function readProject({ project, files, unclear }: CompileRules): Promise<{
  readonly project: string;
  readonly frameworks: readonly string[] | undefined;
  readonly references: readonly string[];
}> {
  const elements = (await Promise.all(files.map(elementsIn))).flatMap((each) => each ?? []);
  const references = elements
    .filter(({ name }) => name === 'ProjectReference')
    .flatMap(({ attributes }) => (attributes['Include'] ?? '').split(';'))
    .map((each) => each.trim().replaceAll('\\', '/'))
    .filter((each) => each !== '' && !/[$@%]\(/.test(each))
    .map((each) => resolve(dirname(project), each));
  return { project, frameworks: frameworksOf(elements, unclear === 'everywhere'), references };
}

function frameworksOf(elements: readonly Element[], more: boolean): readonly string[] | undefined {
  const values = elements.filter(({ name }) => /^TargetFrameworks?$/i.test(name));
  const plural = values.filter(({ name }) => name.toLowerCase().endsWith('s'));
  const [only] = plural;
  if (only === undefined) {
    // A project of one framework, whichever of the values holds.
    const last = values.at(-1);
    if (last === undefined) return more ? undefined : [];
    return values.length === 1 && isCertain(last) ? [last.text.trim()] : [];
  }
  // A TargetFramework beside it, even an inherited one, makes the project one of a single framework.
  if (values.length > 1 || !isCertain(only)) return undefined;
  return [...new Set(only.text.split(';').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])))];
}

const isCertain = ({ text, conditional }: Element): boolean => !conditional && !/[$@%]/.test(text);
