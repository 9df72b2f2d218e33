/**
 * Both ends of what MSBuild is asked about a project: the target that writes rows, and the reading of them. A row is a
 * key, a tab (%09 in MSBuild's own escape) and a value; what belongs to a project follows the row that names it.
 */
import { isInside } from '../machine.ts';

/** What MSBuild says of one project under one framework; every path is absolute. */
export interface Evaluated {
  readonly project: string;
  /** As the project writes it; a project of the old form has a moniker (`.NETFramework,Version=v4.7.2`). */
  readonly framework: string;
  /** Compile items; not those that targets add during a build. */
  readonly files: ReadonlySet<string>;
  /** Those of the files that lie in the project's `obj`. */
  readonly generated: ReadonlySet<string>;
  /** Preprocessor symbols, with those that the SDK adds (`NET10_0_OR_GREATER`). */
  readonly constants: ReadonlySet<string>;
  readonly references: readonly Reference[];
  readonly isTest: boolean;
}

export interface Reference {
  readonly project: string;
  /** Its symbols can be used; or it runs in the compiler; or it is only built before. */
  readonly kind: 'code' | 'analyzer' | 'order';
}

export interface EvaluatedProject {
  readonly project: string;
  /** All target frameworks, in the project's order; empty where they are not known. */
  readonly frameworks: readonly string[];
  /** Frameworks that could not be evaluated are missing. */
  readonly evaluated: readonly Evaluated[];
  /** In MSBuild's words, why something of it is not known. */
  readonly failure?: string;
}

/** The target that gives the rows of a project. */
export const target = 'RoslynBridgeFacts';

/**
 * Of a project under one framework. The SDK adds the constants of a framework in a target; a project of the old form has
 * no such target.
 */
export const targetsText = `<Project>
  <PropertyGroup>
    <RoslynBridgeDependsOn Condition="'$(UsingMicrosoftNETSdk)' == 'true'">AddImplicitDefineConstants</RoslynBridgeDependsOn>
    <RoslynBridgeFramework>$(TargetFramework)</RoslynBridgeFramework>
    <RoslynBridgeFramework Condition="'$(TargetFramework)' == ''">$(TargetFrameworkMoniker)</RoslynBridgeFramework>
  </PropertyGroup>
  <Target Name="${target}" Returns="@(RoslynBridgeRow)" DependsOnTargets="$(RoslynBridgeDependsOn)">
    <ItemGroup>
      <RoslynBridgeRow Include="project%09$(MSBuildProjectFullPath)" />
${[
  ['framework', 'RoslynBridgeFramework'],
  ['is-test', 'IsTestProject'],
  ['constants', 'DefineConstants'],
]
  .map(([key, name]) => `      <RoslynBridgeRow Include="${key}%09$([MSBuild]::Escape($(${name})))" />\n`)
  .join(
    '',
  )}      <RoslynBridgeRow Include="obj%09$([MSBuild]::Escape($([MSBuild]::NormalizePath($(MSBuildProjectDirectory), $(BaseIntermediateOutputPath)))))" />
      <RoslynBridgeRow Include="@(PackageReference->'uses%09%(Identity)')" />
      <RoslynBridgeRow Include="@(Reference->'uses%09%(Identity)')" />
      <RoslynBridgeRow Include="@(ProjectReference->'%(OutputItemType)=%(ReferenceOutputAssembly)%09%(FullPath)')" />
      <RoslynBridgeRow Include="@(Compile->'file%09%(FullPath)')" />
    </ItemGroup>
  </Target>
</Project>
`;

/** Of a project with several frameworks: their names, and for each the project once more, to be asked under it. */
export const severalTargetsText = `<Project>
  <Target Name="${target}" Returns="@(RoslynBridgeRow)">
    <ItemGroup>
      <RoslynBridgeFramework Include="$(TargetFrameworks)" />
      <RoslynBridgeRow Include="several%09$(MSBuildProjectFullPath)" />
      <RoslynBridgeRow Include="@(RoslynBridgeFramework->'target%09%(Identity)')" />
      <RoslynBridgeFramework AdditionalProperties="TargetFramework=%(Identity)" />
      <RoslynBridgeRow Include="@(RoslynBridgeFramework->'$(MSBuildProjectFullPath)')" AskAgain="true" />
    </ItemGroup>
  </Target>
</Project>
`;

type Rows = Map<string, string[]>;

/** Reads the rows of the projects (absolute paths), in their order; `failureOf` words why one has none, or too few. */
export function readRows(
  text: string,
  projects: readonly string[],
  failureOf: (project: string) => string,
): readonly EvaluatedProject[] {
  const evaluated = new Map<string, Map<string, Evaluated>>();
  const several = new Map<string, readonly string[]>();
  for (const rows of groupsOf(text)) {
    const outer = first(rows, 'several');
    if (outer !== '') several.set(outer, [...new Set(rows.get('target'))]);
    else {
      const each = evaluatedOf(rows);
      const known = evaluated.get(each.project) ?? new Map<string, Evaluated>();
      evaluated.set(each.project, known.set(each.framework, each));
    }
  }
  return projects.map((project) => {
    const known = evaluated.get(project) ?? new Map<string, Evaluated>();
    const frameworks = several.get(project) ?? [...known.keys()];
    const complete = frameworks.length > 0 && frameworks.every((each) => known.has(each));
    return { project, frameworks, evaluated: [...known.values()], ...(complete ? {} : { failure: failureOf(project) }) };
  });
}

function groupsOf(text: string): Rows[] {
  const groups: Rows[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const tab = line.indexOf('\t');
    // The projects that are to be asked again.
    if (tab < 0) continue;
    const [key, value] = [line.slice(0, tab), line.slice(tab + 1)];
    if (key === 'project' || key === 'several') groups.push(new Map());
    const group = groups.at(-1);
    const values = group?.get(key);
    if (values === undefined) group?.set(key, [value]);
    else values.push(value);
  }
  return groups;
}

const first = (rows: Rows, key: string): string => rows.get(key)?.[0] ?? '';

function evaluatedOf(rows: Rows): Evaluated {
  const files = new Set(rows.get('file'));
  const obj = first(rows, 'obj').replace(/(?<=.)[\\/]$/, '');
  return {
    project: first(rows, 'project'),
    framework: first(rows, 'framework'),
    files,
    generated: new Set([...files].filter((path) => obj !== '' && isInside(obj, path))),
    constants: new Set(
      first(rows, 'constants')
        .split(/[;,\s]+/)
        .filter((each) => each !== ''),
    ),
    references: [...rows].flatMap(([key, paths]) =>
      key.includes('=') ? paths.map((project) => ({ project, kind: kindOf(key) })) : [],
    ),
    isTest: isTest(first(rows, 'is-test'), rows.get('uses') ?? []),
  };
}

function kindOf(key: string): Reference['kind'] {
  const [itemType, assembly] = key.toLowerCase().split('=');
  if (itemType === 'analyzer') return 'analyzer';
  return assembly === 'false' ? 'order' : 'code';
}

/** Packages and assemblies that only tests use. */
export const testFrameworks =
  /^(?:Microsoft\.NET\.Test\.Sdk|xunit(?:\.core|\.v3(?:\..+)?)?|NUnit|nunit\.framework|MSTest(?:\.TestFramework)?|TUnit(?:\.Engine)?|Microsoft\.VisualStudio\.(?:QualityTools\.UnitTestFramework|TestPlatform\.TestFramework))(?:,|$)/i;

/** What the project says of itself, else what it uses. */
const isTest = (said: string, uses: readonly string[]): boolean =>
  said === '' ? uses.some((each) => testFrameworks.test(each)) : said.toLowerCase() === 'true';
