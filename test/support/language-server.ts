/**
 * The language server that the live tests are run on: csharp-ls in the tested version, unless ROSLYN_BRIDGE_TEST_SERVER says
 * `dialect` (the stand-in for Microsoft's, see test/dialect) or names a program by its path.
 */
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { csharpLs } from './csharp-ls.ts';
import { root } from './paths.ts';
import { tempFolder } from './temp.ts';

export const wanted = process.env['ROSLYN_BRIDGE_TEST_SERVER'] ?? 'csharp-ls';

/** It cannot do better than csharp-ls, which is underneath, where that is not hidden by the protocol. */
export const isDialect = wanted === 'dialect';

/** Whether the bridge speaks Microsoft's protocol with it: then texts that name what csharp-ls lacks are others. */
export const isMicrosofts =
  isDialect || /^(?:roslyn-language-server|Microsoft\.CodeAnalysis\.LanguageServer)/.test(basename(wanted));

/** As answers name it. */
export const serverName = isMicrosofts ? 'roslyn-language-server' : 'csharp-ls';

/** Whether it tells of a file that several projects compile: csharp-ls does not, and so neither does the dialect server. */
export const knowsLinkedFiles = isMicrosofts && !isDialect;

/** `csharp-ls`, `dialect`, or a program as an absolute path. Throws where there is no such program. */
export function knownServer(name: string): string {
  if (name === 'csharp-ls' || name === 'dialect') return name;
  if (statSync(name, { throwIfNoEntry: false })?.isFile() === true) return resolve(name);
  throw new Error(`no language server is '${name}': there is no such file`);
}

let asked: Promise<string> | undefined;

/** Its path, as --server takes it. Rejects where it cannot be had. */
export function languageServer(): Promise<string> {
  asked ??= serverNamed(wanted);
  return asked;
}

/** The path of the server that is meant by `csharp-ls`, `dialect`, or a path. */
export async function serverNamed(name: string): Promise<string> {
  if (name === 'csharp-ls') return await csharpLs();
  return name === 'dialect' ? dialect(await csharpLs()) : resolve(name);
}

/** A program under the file name of Microsoft's, in a folder of its own. */
export function dialect(csharpLsPath: string): string {
  const path = join(tempFolder('dialect'), 'roslyn-language-server');
  const words = [process.execPath, join(root, 'test', 'dialect', 'main.ts'), csharpLsPath].map(quoted);
  writeFileSync(path, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
