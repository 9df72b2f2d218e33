/**
 * Asks MSBuild which source files projects compile: an evaluation without a build, for all projects and frameworks in one
 * run (about a second, most of it the start of dotnet). It runs what the projects' files say, as a load does.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { XMLBuilder } from 'fast-xml-parser';
import { tied } from '../machine.ts';

/** What one project compiles under one framework. */
export interface Evaluated {
  readonly project: string;
  readonly framework: string;
  /** Absolute paths. */
  readonly files: ReadonlySet<string>;
}

export interface EvaluateOptions {
  readonly dotnet: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder of the bridge's own; what is written there is removed. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Milliseconds; a project whose evaluation takes longer than this loads no faster. */
const evaluationTimeout = 120_000;
const target = 'RoslynBridgeCompile';

/**
 * Evaluates projects (absolute paths); one without any file is left out. Rejects with MSBuild's own words, or with the
 * reason of the signal.
 */
export async function evaluateCompile(projects: readonly string[], options: EvaluateOptions): Promise<readonly Evaluated[]> {
  const folder = join(options.folder, 'evaluate');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [traversal, targets, answer] = ['all.proj', 'compile.targets', 'compile.txt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  try {
    await writeFile(targets, targetsText);
    await writeFile(traversal, traversalText(projects, targets, answer));
    await runMsBuild(traversal, options);
    return parseAnswer(await readFile(answer, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runMsBuild(project: string, { dotnet, cwd, env, signal }: EvaluateOptions): Promise<void> {
  const args = ['msbuild', project, '-noAutoResponse', '-nologo', '-v:quiet', '-m:1', '-nodeReuse:false'];
  try {
    const program = tied(dotnet, args);
    const running = promisify(execFile)(program.command, program.args, {
      cwd,
      env,
      signal,
      timeout: evaluationTimeout,
      killSignal: 'SIGKILL',
    });
    running.child.stdin?.end();
    await running;
  } catch (error) {
    signal.throwIfAborted();
    const said = typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout).trim() : '';
    throw new Error(`MSBuild could not evaluate the projects: ${said === '' ? String(error) : said}`, { cause: error });
  }
}

/** A line is project, framework and file, with tabs between (%09 in MSBuild's own escape). */
const targetsText = `<Project>
  <Target Name="${target}" Returns="@(RoslynBridgeFile)">
    <ItemGroup Condition="'$(IsCrossTargetingBuild)' != 'true'">
      <RoslynBridgeFile Include="@(Compile->'$(MSBuildProjectFullPath)%09$(TargetFramework)%09%(FullPath)')" />
    </ItemGroup>
    <ItemGroup Condition="'$(IsCrossTargetingBuild)' == 'true'">
      <RoslynBridgeFramework Include="$(TargetFrameworks)" />
    </ItemGroup>
    <MSBuild Condition="'$(IsCrossTargetingBuild)' == 'true'" Projects="$(MSBuildProjectFullPath)" Targets="${target}"
             Properties="TargetFramework=%(RoslynBridgeFramework.Identity)">
      <Output TaskParameter="TargetOutputs" ItemName="RoslynBridgeFile" />
    </MSBuild>
  </Target>
</Project>
`;

function traversalText(projects: readonly string[], targets: string, answer: string): string {
  const builder = new XMLBuilder({ ignoreAttributes: false, suppressBooleanAttributes: false, suppressEmptyNode: true });
  const hooks = ['CustomAfterMicrosoftCommonTargets', 'CustomAfterMicrosoftCommonCrossTargetingTargets'];
  return builder.build({
    Project: {
      '@_DefaultTargets': 'All',
      ItemGroup: { Wanted: projects.map((path) => ({ '@_Include': escape(path) })) },
      Target: {
        '@_Name': 'All',
        MSBuild: {
          '@_Projects': '@(Wanted)',
          '@_Targets': target,
          '@_Properties': hooks.map((hook) => `${hook}=${escape(targets)}`).join(';'),
          Output: { '@_TaskParameter': 'TargetOutputs', '@_ItemName': 'Found' },
        },
        WriteLinesToFile: { '@_File': escape(answer), '@_Lines': '@(Found)', '@_Overwrite': 'true' },
      },
    },
  }) as string;
}

/** MSBuild gives these characters a meaning of their own. */
const escape = (path: string): string =>
  path.replace(/[%$@'();?*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

function parseAnswer(text: string): Evaluated[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const groups = Map.groupBy(rows, ([project, framework]) => `${project}\t${framework}`);
  return [...groups].map(([key, lines]) => {
    const [project = '', framework = ''] = key.split('\t');
    return { project, framework, files: new Set(lines.flatMap(([, , file]) => file ?? [])) };
  });
}
