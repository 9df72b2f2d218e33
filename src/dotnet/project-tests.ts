/** Which projects are tests, by reading: what only an evaluation knows is said to be unclear. */
import { compileRules } from './compile-rules.ts';
import { testFrameworks } from './evaluate-rows.ts';
import { type Element, elementsIn } from './project-xml.ts';

/** By project (absolute path): whether it is a test project; undefined where reading does not tell. */
export async function testsAmong(projects: readonly string[]): Promise<ReadonlyMap<string, boolean | undefined>> {
  const rules = await compileRules(projects);
  const read = rules.map(async ({ project, files }) => {
    const all = await Promise.all(files.map(elementsIn));
    return [project, all.includes(undefined) ? undefined : isTest(all.flatMap((each) => each ?? []))] as const;
  });
  return new Map(await Promise.all(read));
}

/** The elements of a project, and of what it imports. */
function isTest(elements: readonly Element[]): boolean | undefined {
  const said = elements.filter(({ name }) => name === 'IsTestProject');
  const [only] = said;
  const isPlain = (each: Element): boolean => !each.conditional && /^(?:true|false)$/i.test(each.text.trim());
  if (only !== undefined) return said.length === 1 && isPlain(only) ? only.text.trim().toLowerCase() === 'true' : undefined;
  const uses = elements.filter(usesTests);
  if (uses.length === 0) return false;
  return uses.some(({ conditional }) => !conditional) ? true : undefined;
}

const packages: ReadonlySet<string> = new Set(['PackageReference', 'GlobalPackageReference', 'Reference']);

function usesTests({ name, attributes }: Element): boolean {
  if (name === 'Project' || name === 'Sdk') return /\bMSTest\.Sdk\b/i.test(attributes[name === 'Sdk' ? 'Name' : 'Sdk'] ?? '');
  const names = attributes['Include']?.split(';') ?? [];
  return packages.has(name) && names.some((each) => testFrameworks.test(each.trim()));
}
