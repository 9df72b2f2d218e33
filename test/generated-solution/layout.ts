/** The projects of the generated solution: layers of libraries, some test projects, and a program on top. */

export interface Project {
  readonly number: number;
  /** `P07`: its folder, its assembly, and with `Gen.` in front its namespace. */
  readonly name: string;
  /** Numbers of the projects that it references. */
  readonly references: readonly number[];
  readonly frameworks: readonly string[];
  readonly isTest: boolean;
  readonly isProgram: boolean;
}

/** A second framework that the SDK brings along: no package has to be fetched for it. */
const frameworks = ['net10.0', 'net10.0-browser'];

/** The project with what several frameworks compile, and those that link a file. */
export const multiTarget = 1;
export const linking = [2, 3] as const;
/** The project with complaints. */
export const complaining = 4;

const layer = 6;
/** Fewer projects have no second layer. */
export const fewestProjects = layer + 2;

export function projects(count: number, allFrameworks: boolean): readonly Project[] {
  const isTest = (at: number): boolean => at % layer === layer - 1;
  const below = (at: number): number[] => {
    if (at < layer) return at === 0 ? [] : at === 1 ? [0] : [0, 1];
    return [at - layer, at - layer + 1].filter((each) => !isTest(each));
  };
  return Array.from({ length: count }, (_, number) => ({
    number,
    name: `P${String(number).padStart(2, '0')}`,
    references: below(number),
    frameworks: number === multiTarget && allFrameworks ? frameworks : frameworks.slice(0, 1),
    isTest: isTest(number),
    isProgram: number === count - 1,
  }));
}

/** For each project those whose code it can use, itself among them. */
export function visible(all: readonly Project[]): readonly ReadonlySet<number>[] {
  const seen: Set<number>[] = [];
  for (const { number, references } of all) {
    seen.push(new Set([number, ...references.flatMap((each) => [...(seen[each] ?? [])])]));
  }
  return seen;
}

/** Files beside the code. Sources of packages are taken away: nothing is fetched, wherever it is restored. */
export function projectFiles(all: readonly Project[]): ReadonlyMap<string, string> {
  const nameOf = (number: number): string => all[number]?.name ?? '';
  const files = new Map<string, string>([
    ['nuget.config', '<configuration>\n  <packageSources>\n    <clear />\n  </packageSources>\n</configuration>\n'],
    [
      'Directory.Build.props',
      '<Project>\n  <PropertyGroup>\n    <Nullable>enable</Nullable>\n    <ImplicitUsings>disable</ImplicitUsings>\n    <NuGetAudit>false</NuGetAudit>\n  </PropertyGroup>\n</Project>\n',
    ],
    // Ends MSBuild's search upward.
    ['Directory.Build.targets', '<Project />\n'],
    ['All.slnx', `<Solution>\n${all.map(({ name }) => `  <Project Path="${name}/${name}.csproj" />\n`).join('')}</Solution>\n`],
  ]);
  for (const project of all) files.set(`${project.name}/${project.name}.csproj`, projectFile(project, nameOf));
  return files;
}

function projectFile(
  { number, references, frameworks: own, isTest, isProgram }: Project,
  nameOf: (at: number) => string,
): string {
  const [target = ''] = own;
  const properties = [
    own.length > 1 ? `<TargetFrameworks>${own.join(';')}</TargetFrameworks>` : `<TargetFramework>${target}</TargetFramework>`,
    ...(isTest ? ['<IsTestProject>true</IsTestProject>', '<IsPackable>false</IsPackable>'] : []),
    ...(isProgram ? ['<OutputType>Exe</OutputType>'] : []),
  ];
  const items = [
    ...references.map((each) => `<ProjectReference Include="../${nameOf(each)}/${nameOf(each)}.csproj" />`),
    ...(linking.some((each) => each === number) ? ['<Compile Include="../Shared/Ensure.cs" Link="Ensure.cs" />'] : []),
  ];
  const group = (name: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `  <${name}>\n${lines.map((line) => `    ${line}\n`).join('')}  </${name}>\n`;
  return `<Project Sdk="Microsoft.NET.Sdk">\n${group('PropertyGroup', properties)}${group('ItemGroup', items)}</Project>\n`;
}
