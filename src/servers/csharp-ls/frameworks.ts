/**
 * One target framework for each project. Left alone, csharp-ls 0.28.0 forces one framework on all projects where they
 * share one, and else loads a project once for each of its frameworks. Then it holds each file several times: a changed
 * file is renewed in its first copy only (by events and by didOpen, didChange and didClose alike), a position is answered
 * from that copy, and the hits of the name search are repeated, against a cap of 100. So each server is given one framework
 * a project, by a file that MSBuild imports, and other frameworks get servers of their own.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstImports, frameworkProps } from '../../dotnet/framework-props.ts';

/** The environment with which projects are loaded under these frameworks; `folder` is the load's own. */
export async function underFrameworks(
  frameworks: ReadonlyMap<string, string>,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = firstImports.map((property) => [property, join(folder, `${property}.props`)] as const);
  for (const [property, file] of files) await writeFile(file, frameworkProps(frameworks, env[property]));
  return { ...env, ...Object.fromEntries(files) };
}
