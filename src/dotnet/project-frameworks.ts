/**
 * Which target frameworks projects have and which other projects they reference, by reading. What only an evaluation knows
 * (a property, a condition, an import that cannot be followed) is said to be unclear, and never guessed.
 */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { log } from '../log.ts';
import { type CompileRules, compileRules } from './compile-rules.ts';
import type { TargetedProject } from './target-framework.ts';

export interface ReadFrameworks {
  readonly projects: readonly TargetedProject[];
  /** Those of the projects whose frameworks are not clear; above they have none. */
  readonly unclear: readonly string[];
}

interface Found {
  /** TargetFramework and TargetFrameworks, in order. */
  readonly values: { readonly name: string; readonly text: string; readonly conditional: boolean }[];
  readonly includes: string[];
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
  const found: Found = { values: [], includes: [] };
  for (const file of files) await readInto(file, found);
  const references = found.includes
    .map((each) => each.trim().replaceAll('\\', '/'))
    .filter((each) => each !== '' && !/[$@%]\(/.test(each))
    .map((each) => resolve(dirname(project), each));
  return { project, frameworks: frameworksOf(found, unclear === 'everywhere'), references };
}

function frameworksOf({ values }: Found, more: boolean): readonly string[] | undefined {
  const plural = values.filter(({ name }) => name === 'TargetFrameworks');
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

const isCertain = ({ text, conditional }: { readonly text: string; readonly conditional: boolean }): boolean =>
  !conditional && !/[$@%]/.test(text);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  attributesGroupName: ':@',
  htmlEntities: true,
  parseTagValue: false,
  preserveOrder: true,
});

async function readInto(file: string, found: Found): Promise<void> {
  try {
    walk(parser.parse(await readFile(file, 'utf8')), false, found);
  } catch (error) {
    // The load reports a broken project in the server's own words.
    log.debug(`${file}: ${String(error)}`);
  }
}

type Node = Readonly<Record<string, unknown>>;

function walk(nodes: unknown, conditional: boolean, found: Found): void {
  if (!Array.isArray(nodes)) return;
  for (const node of nodes as readonly Node[]) {
    const attributes = (node[':@'] ?? {}) as Readonly<Record<string, string>>;
    const under = conditional || attributes['Condition'] !== undefined;
    for (const [name, children] of Object.entries(node)) {
      if (name === ':@' || name === '#text') continue;
      if (/^TargetFrameworks?$/i.test(name)) {
        const plural = name.toLowerCase().endsWith('s');
        found.values.push({ name: plural ? 'TargetFrameworks' : 'TargetFramework', text: textOf(children), conditional: under });
      } else if (name === 'ProjectReference') found.includes.push(...(attributes['Include'] ?? '').split(';'));
      else walk(children, under || /^(?:When|Otherwise|Target)$/.test(name), found);
    }
  }
}

const textOf = (children: unknown): string =>
  Array.isArray(children) ? children.map((child: Node) => String(child['#text'] ?? '')).join('') : '';
