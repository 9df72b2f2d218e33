/**
 * Properties from outside of the projects that give each one target framework. MSBuild imports them before anything of a
 * project is read, so that all its conditions see the framework.
 */
import { XMLBuilder } from 'fast-xml-parser';
import { escaped } from './project-path.ts';

/**
 * Properties, also of the environment, that name a file which is imported first: before Directory.Build.props, whose
 * conditions see the framework only then; and, for an SDK before .NET 8, which does not know that one, after it.
 */
export const firstImports = ['CustomBeforeDirectoryBuildProps', 'CustomBeforeMicrosoftCommonProps'] as const;

const given = 'RoslynBridgeFrameworks';

/**
 * The text of such a file for projects (absolute paths) and their frameworks; `instead` is what was to be imported in its
 * place. TreatAsLocalProperty makes the choice stronger than a framework that was given from outside for all projects. Of
 * two such files the second says nothing.
 */
export function frameworkProps(frameworks: ReadonlyMap<string, string>, instead: string | undefined): string {
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });
  const groups = [...frameworks].map(([project, framework]) => ({
    '@_Condition': `'$(${given})' == '' And '$(MSBuildProjectFullPath)' == '${escaped(project)}'`,
    TargetFramework: framework,
  }));
  const rest =
    instead === undefined ? {} : { Import: { '@_Project': escaped(instead), '@_Condition': `Exists('${escaped(instead)}')` } };
  return builder.build({
    Project: { '@_TreatAsLocalProperty': 'TargetFramework', PropertyGroup: [...groups, { [given]: 'true' }], ...rest },
  }) as string;
}
