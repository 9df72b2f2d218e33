/**
 * Asks MSBuild what projects compile: an evaluation without a build, for all projects and frameworks in one run (about a
 * second, most of it the start of dotnet). It runs what the projects' files say, as a load does.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XMLBuilder } from 'fast-xml-parser';
import { Problem, resolveExternally } from '../model/problem.ts';
import { type EvaluatedProject, readRows, severalTargetsText, target, targetsText } from './evaluate-rows.ts';
import { escaped } from './project-path.ts';
import { type Ended, runDotnet } from './run.ts';

export interface EvaluateOptions {
  readonly dotnet: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder of the bridge's own; what is written there is removed. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Milliseconds: what a project takes is a tenth of this. */
const timeoutFor = (projects: number): number => 60_000 + 2_000 * projects;
/** Lines of MSBuild that are told. */
const shownLines = 10;

/**
 * Evaluates projects (absolute paths), in their order. One that is broken costs only itself: it comes back with the reason.
 * Rejects with `workspace_load_failed` where nothing is known, with `dotnet_not_found`, or with the reason of the signal.
 */
export async function evaluate(
  projects: readonly string[],
  { folder: own, ...options }: EvaluateOptions,
): Promise<readonly EvaluatedProject[]> {
  if (projects.length === 0) return [];
  await mkdir(own, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(own, 'evaluate-'));
  // Every project imports what lies in such a folder of the user; no project has a say in that, as it has in properties
  // that name a file to import.
  const after = join(folder, 'Current', 'Microsoft.Common.targets', 'ImportAfter');
  const [traversal, several, answer] = [join(folder, 'all.proj'), join(folder, 'several.targets'), join(folder, 'answer.txt')];
  try {
    await mkdir(after, { recursive: true });
    await writeFile(join(after, 'facts.targets'), targetsText);
    await writeFile(several, severalTargetsText);
    await writeFile(traversal, traversalText(projects, { folder, several, answer }));
    const args = ['msbuild', traversal, '-noAutoResponse', '-nologo', '-v:quiet', '-m:1', '-nodeReuse:false'];
    const ended = await runDotnet({ ...options, args, timeout: timeoutFor(projects.length) });
    return readRows(await rowsOf(answer, ended), projects, (project) => reason(project, traversal, ended));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** MSBuild writes them although a project fails, at the end. */
async function rowsOf(answer: string, { how, lines }: Ended): Promise<string> {
  try {
    return await readFile(answer, 'utf8');
  } catch (cause) {
    const said = lines.slice(-shownLines).join('\n');
    throw new Problem(
      'workspace_load_failed',
      `the projects could not be evaluated: dotnet msbuild ${how}${said === '' ? '' : `\n${said}`}`,
      {
        continuation: resolveExternally('See what `dotnet msbuild` says of the projects.'),
        cause,
      },
    );
  }
}

/** A line names the project, or ends with it in brackets where another file is at fault; the traversal is none of them. */
function reason(project: string, traversal: string, { how, lines }: Ended): string {
  const said = lines
    .filter((line) => line.includes(project))
    .map((line) => (line.startsWith(traversal) ? line.slice(traversal.length).replace(/^[^:]*: /, '') : line));
  const told = [...new Set(said)].slice(0, shownLines);
  return told.length > 0 ? told.join('\n') : `dotnet msbuild ${how} without a word about it`;
}

function traversalText(
  projects: readonly string[],
  { folder, several, answer }: { readonly folder: string; readonly several: string; readonly answer: string },
): string {
  const properties = {
    MSBuildUserExtensionsPath: folder,
    ImportUserLocationsByWildcardAfterMicrosoftCommonTargets: 'true',
    CustomAfterMicrosoftCommonCrossTargetingTargets: several,
  };
  const ask = (items: string) => ({
    '@_Projects': items,
    '@_Targets': target,
    '@_ContinueOnError': 'ErrorAndContinue',
    '@_Properties': Object.entries(properties)
      .map(([name, value]) => `${name}=${escaped(value)}`)
      .join(';'),
    Output: { '@_TaskParameter': 'TargetOutputs', '@_ItemName': 'Row' },
  });
  const builder = new XMLBuilder({ ignoreAttributes: false, suppressBooleanAttributes: false, suppressEmptyNode: true });
  return builder.build({
    Project: {
      '@_DefaultTargets': 'All',
      ItemGroup: { Wanted: projects.map((path) => ({ '@_Include': escaped(path) })) },
      Target: [
        { '@_Name': 'Each', MSBuild: ask('@(Wanted)') },
        { '@_Name': 'Several', MSBuild: ask("@(Row->WithMetadataValue('AskAgain', 'true'))") },
        {
          '@_Name': 'All',
          '@_DependsOnTargets': 'Each;Several',
          WriteLinesToFile: { '@_File': escaped(answer), '@_Lines': '@(Row)', '@_Overwrite': 'true' },
        },
      ],
    },
  }) as string;
}
