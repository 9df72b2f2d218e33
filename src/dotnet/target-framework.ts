/**
 * Target frameworks: which of them can use which (NuGet's rules, as far as .NET, .NET Standard and .NET Framework go), and
 * the choice of one for each project where only one can be loaded.
 */

/** A project with its frameworks and the projects that it references; absolute paths. */
export interface TargetedProject {
  readonly project: string;
  /** In the project's order; empty where they are not known. */
  readonly frameworks: readonly string[];
  readonly references: readonly string[];
}

interface Framework {
  readonly family: 'net' | 'netcoreapp' | 'netstandard' | 'netframework' | 'other';
  readonly version: number;
  /** `windows` of `net10.0-windows10.0.19041`. */
  readonly platform: string | undefined;
}

/** Best first. */
const families = ['net', 'netcoreapp', 'netstandard', 'netframework', 'other'] as const;

function parse(name: string): Framework {
  const match = /^(net|netcoreapp|netstandard)(\d+)(?:\.(\d+))?(?:-([a-z]+).*)?$/i.exec(name.trim());
  if (match?.[1] === undefined || match[2] === undefined) return { family: 'other', version: 0, platform: undefined };
  const platform = match[4]?.toLowerCase();
  // `net48` and `net472` have no dot, and one digit a part.
  if (match[3] === undefined) return { family: 'netframework', version: Number(match[2].padEnd(3, '0')), platform };
  const version = Number(match[2]) * 100 + Number(match[3]) * 10;
  const word = match[1].toLowerCase();
  if (word === 'net') return { family: version >= 500 ? 'net' : 'netframework', version, platform };
  return { family: word === 'netcoreapp' ? 'netcoreapp' : 'netstandard', version, platform };
}

/** Whether a project for `user` can reference one for `used`. */
export function canUse(user: string, used: string): boolean {
  const [by, of] = [parse(user), parse(used)];
  if (of.platform !== undefined && of.platform !== by.platform) return false;
  if (by.family === of.family) return of.version <= by.version;
  if (of.family === 'netcoreapp') return by.family === 'net';
  if (of.family !== 'netstandard') return false;
  if (by.family === 'net') return true;
  if (by.family === 'netcoreapp') return of.version <= (by.version >= 300 ? 210 : 200);
  return by.family === 'netframework' && of.version <= 200;
}

/** The best first: without a platform, whose SDK may be missing, the newest of the newest family. */
export function byPreference(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  return (
    Number(first.platform !== undefined) - Number(second.platform !== undefined) ||
    families.indexOf(first.family) - families.indexOf(second.family) ||
    second.version - first.version
  );
}

/**
 * One framework for each project that has several: the wanted one where the project has it, else the best that all
 * projects can use that reference it, under what was chosen for them; the best of all where none is.
 */
export function chooseFrameworks(projects: readonly TargetedProject[], wanted?: string): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  for (const { project, frameworks } of usersFirst(projects)) {
    const users = projects
      .filter(({ references }) => references.includes(project))
      .flatMap((each) => chosen.get(each.project) ?? []);
    const ranked = frameworks.toSorted(byPreference);
    const usable = ranked.find((each) => users.every((user) => canUse(user, each)));
    const choice = wanted !== undefined && frameworks.includes(wanted) ? wanted : (usable ?? ranked[0]);
    if (choice !== undefined) chosen.set(project, choice);
  }
  return new Map(
    [...chosen].filter(([project]) => (projects.find((each) => each.project === project)?.frameworks.length ?? 0) > 1),
  );
}

/** Each project after those that reference it; a circle, which MSBuild refuses, is broken anywhere. */
function usersFirst(projects: readonly TargetedProject[]): TargetedProject[] {
  const ordered: TargetedProject[] = [];
  const seen = new Set<string>();
  const visit = (each: TargetedProject): void => {
    if (seen.has(each.project)) return;
    seen.add(each.project);
    for (const user of projects) if (user.references.includes(each.project)) visit(user);
    ordered.push(each);
  };
  for (const each of projects) visit(each);
  return ordered;
}
