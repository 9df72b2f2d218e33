/**
 * The rules of the source, as pure functions: each takes the text of one file and returns what it finds wrong, one
 * sentence a fault. rules.test.ts applies them to the repository and shows that each can fail.
 */
import { dirname, join } from 'node:path/posix';

/** What a folder of src (or a module beside them) may import of ours: a folder, or one module of it. */
const map: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['cli'],
  cli: ['settings', 'mcp', 'tools/index.ts', 'workspace', 'servers', 'dotnet'],
  mcp: ['tools/tool.ts', 'answer'],
  tools: ['workspace', 'edits', 'answer', 'settings'],
  edits: ['workspace'],
  workspace: ['lsp', 'servers/server.ts', 'dotnet', 'syntax'],
  servers: ['lsp', 'dotnet'],
  settings: [],
  dotnet: [],
  lsp: [],
  answer: [],
  syntax: [],
  model: [],
  'machine.ts': [],
  'log.ts': [],
  'version.ts': ['../package.json'],
};
const everybody = ['model', 'machine.ts', 'log.ts', 'version.ts'];
/** These stand below everybody, so they import nobody. */
const bottom = new Set(['model', 'log.ts', 'version.ts']);

/** The homes of the packages: a folder or one module. */
const homes: Readonly<Record<string, readonly string[]>> = {
  arktype: ['model/check.ts'],
  'jsonc-parser': ['settings'],
  'smol-toml': ['settings/agent/toml.ts'],
  citty: ['cli'],
  '@modelcontextprotocol/server': ['mcp'],
  'vscode-jsonrpc': ['lsp'],
  consola: ['log.ts'],
  'fast-xml-parser': ['dotnet'],
  'fastest-levenshtein': ['model/names.ts'],
};
/** Packages of which only types are imported. */
const typeHomes: Readonly<Record<string, readonly string[]>> = {
  'vscode-languageserver-protocol': ['lsp', 'servers', 'workspace'],
};

export interface Import {
  readonly specifier: string;
  /** Whether nothing of it is left in the program. */
  readonly typeOnly: boolean;
}

/** All imports of a module, with those of types, which the transpiler's own scan leaves out. */
export function importsOf(source: string): Import[] {
  const text = withoutComments(source);
  const found: Import[] = [];
  const statements = /^\s*(import|export)\s+(type\s)?(?:[^'"`;]*?\bfrom\s*)?(['"])([^'"]+)\3/gm;
  for (const [, , type, , specifier = ''] of text.matchAll(statements)) found.push({ specifier, typeOnly: type !== undefined });
  const calls = /(typeof\s+)?\b(?:import|require)\s*\(\s*(['"`])([^'"`]+)\2/g;
  for (const [, type, , specifier = ''] of text.matchAll(calls)) found.push({ specifier, typeOnly: type !== undefined });
  return found;
}

/** Faults of the imports of `module` (a path below src with `/`) against the map and the homes. */
export function importFaults(module: string, source: string): string[] {
  const own = part(module);
  const allowed = map[own];
  if (allowed === undefined) return [`${module} is not on the import map`];
  return importsOf(source).flatMap(({ specifier, typeOnly }) => {
    if (/^(node|bun):/.test(specifier)) return [];
    if (!specifier.startsWith('.')) return packageFaults(module, specifier, typeOnly);
    const target = join(dirname(module), specifier);
    const reachable = bottom.has(own) ? allowed : [...allowed, ...everybody];
    const fine = part(target) === own || lies(target, reachable);
    return fine ? [] : [`${module} imports ${target}, which ${own} may not`];
  });
}

function packageFaults(module: string, specifier: string, typeOnly: boolean): string[] {
  const name = packageOf(specifier);
  if (typeHomes[name] !== undefined && !typeOnly) return [`${module} imports more than types of ${name}`];
  const home = homes[name] ?? typeHomes[name];
  if (home === undefined) return [`${module} imports ${name}, which has no home`];
  return lies(module, home) ? [] : [`${module} imports ${name}, whose home is ${home.join(', ')}`];
}

/** The package that a specifier belongs to. */
export const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** The folder of src that a module lies in, or the module itself where it lies in none. */
const part = (module: string): string => module.split('/', 1)[0] ?? module;

const lies = (module: string, places: readonly string[]): boolean =>
  places.some((place) => module === place || module.startsWith(`${place}/`));

/** Packages with a home that no module of theirs imports, and dependencies without a home. */
export function homeFaults(dependencies: readonly string[], imported: ReadonlySet<string>): string[] {
  const known = Object.keys(homes);
  return [
    ...dependencies.filter((name) => !known.includes(name)).map((name) => `${name} is a dependency without a home`),
    ...known.filter((name) => !imported.has(name)).map((name) => `${name} has a home and is not imported`),
  ];
}

const longestFile = 250;

/** A file is short, or its first comment says why it is long ("This file is long because …"). */
export function lengthFaults(file: string, source: string): string[] {
  const lines = source.split('\n').length - 1;
  const opening = /^(?:#!.*\n)?\s*(?:\/\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(source)?.[0] ?? '';
  if (lines <= longestFile || /\blong because\b/.test(opening)) return [];
  return [`${file} has ${lines} lines; more than ${longestFile} need a reason in the first comment ("long because")`];
}

/** A file opens with what it is for. */
export function openingFaults(file: string, source: string): string[] {
  return /^(?:#!.*\n)?(?:\/\*|\/\/)/.test(source) ? [] : [`${file} does not open with a comment`];
}

/** Standard output belongs to the protocol: only the folders that serve it or print for a person write to it. */
export function outputFaults(module: string, source: string): string[] {
  const text = withoutComments(source);
  const own = part(module);
  return [
    ...(/\bconsole\s*\./.test(text) && own !== 'cli' ? [`${module} uses console`] : []),
    ...(/\bprocess\s*\.\s*stdout\b|\bBun\s*\.\s*stdout\b/.test(text) && own !== 'cli' && own !== 'mcp'
      ? [`${module} uses standard output`]
      : []),
  ];
}

/** A lock file that names a host would send everybody to the registry of whoever wrote it. */
export function lockFaults(lock: string): string[] {
  const addresses = lock.match(/\b[a-z]+:\/\/[^"\s]*/g) ?? [];
  return addresses.map((address) => `the lock file names ${address}`);
}

/** Every version is exact. */
export function versionFaults(versions: Readonly<Record<string, string>>): string[] {
  return Object.entries(versions)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is not pinned: ${version}`);
}

/**
 * Comments that begin a line. Those behind code stay: a string such as a glob may hold what looks like the beginning
 * of a comment.
 */
function withoutComments(source: string): string {
  return source.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, '').replace(/^[ \t]*\/\/.*$/gm, '');
}
