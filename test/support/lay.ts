/** Lays folders out on the disk from text. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from './temp.ts';

/** A fresh folder with these files; `path -> target` is a link, a path that ends in `/` a folder. */
export function lay(files: Readonly<Record<string, string>>, folder = tempFolder('lay')): string {
  for (const [name, text] of Object.entries(files)) {
    const [path = '', target] = name.split(' -> ');
    mkdirSync(join(folder, path.endsWith('/') ? path : dirname(path)), { recursive: true });
    if (target !== undefined) symlinkSync(target, join(folder, path));
    else if (!path.endsWith('/')) writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A solution of the XML form that names the projects. */
export const slnx = (...projects: readonly string[]): string =>
  `<Solution>\n${projects.map((path) => `  <Project Path="${path}" />\n`).join('')}</Solution>\n`;

/** A solution of the older form. */
export function sln(...projects: readonly string[]): string {
  const type = '{9A19103F-16F7-4668-BE54-9A1E7A4F7556}';
  const entries = projects.map((path, at) => {
    const name = path.split(/[\\/]/).at(-1)?.replace('.csproj', '');
    return `Project("${type}") = "${name}", "${path}", "{00000000-0000-0000-0000-00000000000${at}}"\nEndProject\n`;
  });
  return `\nMicrosoft Visual Studio Solution File, Format Version 12.00\n# Visual Studio Version 17\n${entries.join('')}Global\nEndGlobal\n`;
}

/** A filter of a solution. */
export const slnf = (solution: string, ...projects: readonly string[]): string =>
  JSON.stringify({ solution: { path: solution, projects } });

/** A project of the usual form, with more items. */
export const csproj = (items = ''): string =>
  `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
  <ItemGroup>${items}</ItemGroup>
</Project>
`;

/** References from one project to others. */
export const references = (...projects: readonly string[]): string =>
  projects.map((path) => `<ProjectReference Include="${path}" />`).join('');
