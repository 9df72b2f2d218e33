/** The rules that keep the house in order, applied to the repository; each is shown to be able to fail. */
import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './support/paths.ts';
import * as rules from './support/rules.ts';
import { run } from './support/run.ts';
import { tempFolder } from './support/temp.ts';

interface SourceFile {
  readonly file: string;
  readonly source: string;
}

function filesOf(folder: string, pattern: string): SourceFile[] {
  return [...new Bun.Glob(pattern).scanSync({ cwd: join(root, folder) })]
    .sort()
    .map((file) => ({ file: file.replaceAll('\\', '/'), source: readFileSync(join(root, folder, file), 'utf8') }));
}

const modules = filesOf('src', '**/*.ts');
const ours = [...modules, ...filesOf('.', 'test/**/*.ts'), ...filesOf('.', '*.ts')];
const pkg: { dependencies: Record<string, string>; devDependencies: Record<string, string> } = await Bun.file(
  join(root, 'package.json'),
).json();

describe('imports', () => {
  test('follow the map', () => {
    expect(modules.length).toBeGreaterThan(0);
    expect(modules.flatMap(({ file, source }) => rules.importFaults(file, source))).toEqual([]);
  });

  test.each([
    ['lsp/client.ts', "import { x } from '../tools/references.ts';", 'imports tools/references.ts, which lsp may not'],
    ['lsp/client.ts', "import type { X } from '../workspace/view.ts';", 'imports workspace/view.ts, which lsp may not'],
    ['mcp/call.ts', "import { tools } from '../tools/index.ts';", 'imports tools/index.ts, which mcp may not'],
    ['model/names.ts', "import { log } from '../log.ts';", 'imports log.ts, which model may not'],
    ['cli/run.ts', "const a = await import('../lsp/client.ts');", 'imports lsp/client.ts, which cli may not'],
    ['cli/run.ts', "let a: typeof import('../lsp/client.ts');", 'imports lsp/client.ts, which cli may not'],
    ['answer/a.ts', "export * from '../mcp/envelope.ts';", 'imports mcp/envelope.ts, which answer may not'],
    ['answer/a.ts', "import {\n  a,\n  b,\n} from '../mcp/envelope.ts';", 'imports mcp/envelope.ts, which answer may not'],
    ['answer/a.ts', "import '../../test/support/run.ts';", 'imports ../test/support/run.ts, which answer may not'],
    ['utils/a.ts', '', 'is not on the import map'],
    ['stray.ts', '', 'is not on the import map'],
    ['tools/a.ts', "import { type } from 'arktype';", 'imports arktype, whose home is model/check.ts'],
    ['log.ts', "import '@modelcontextprotocol/server/stdio';", 'imports @modelcontextprotocol/server, whose home is mcp'],
    ['tools/a.ts', "import x from 'left-pad';", 'imports left-pad, which has no home'],
    ['lsp/a.ts', "import 'vscode-languageserver-protocol';", 'imports more than types of vscode-languageserver-protocol'],
  ])('%s: %s', (module, source, fault) => {
    expect(rules.importFaults(module, source)).toEqual([`${module} ${fault}`]);
  });

  test('that the map allows are no faults', () => {
    const lines = ["import { a } from './b.ts';", "import '../log.ts';", "import 'node:path';", "// import 'left-pad';"];
    expect(rules.importFaults('cli/run.ts', lines.join('\n'))).toEqual([]);
    expect(rules.importFaults('mcp/call.ts', "import type { Tool } from '../tools/tool.ts';")).toEqual([]);
  });

  test('are all found: the transpiler, which knows the language but no types, finds none that the rule overlooks', () => {
    const transpiler = new Bun.Transpiler({ loader: 'ts' });
    const overlooked = modules.flatMap(({ file, source }) => {
      const seen = new Set(rules.importsOf(source).map(({ specifier }) => specifier));
      return transpiler
        .scanImports(source)
        .filter(({ path }) => !seen.has(path))
        .map(({ path }) => `${file}: ${path}`);
    });
    expect(overlooked).toEqual([]);
  });
});

describe('packages', () => {
  const imports = modules.flatMap(({ source }) => rules.importsOf(source));
  const imported = new Set(imports.map(({ specifier }) => rules.packageOf(specifier)));

  test('have one home each, where they are used', () => {
    expect(rules.homeFaults(Object.keys(pkg.dependencies), imported)).toEqual([]);
  });

  test('without a home or without a use are faults', () => {
    const without = new Set(imported);
    without.delete('citty');
    expect(rules.homeFaults(['left-pad'], without)).toContain('left-pad is a dependency without a home');
    expect(rules.homeFaults([], without)).toContain('citty has a home and is not imported');
  });

  test('are pinned', () => {
    expect(rules.versionFaults({ ...pkg.dependencies, ...pkg.devDependencies })).toEqual([]);
    expect(rules.versionFaults({ a: '^1.0.0', b: 'latest', c: '1.2', d: '1.2.3', e: '1.2.3-beta.1' })).toEqual([
      'a is not pinned: ^1.0.0',
      'b is not pinned: latest',
      'c is not pinned: 1.2',
    ]);
  });

  test('are locked without an address', () => {
    expect(rules.lockFaults(readFileSync(join(root, 'bun.lock'), 'utf8'))).toEqual([]);
    expect(rules.lockFaults('"a": ["a@1.0.0", "https://registry.example/a.tgz", {}]')).toEqual([
      'the lock file names https://registry.example/a.tgz',
    ]);
  });
});

describe('files', () => {
  test('are short or say why not', () => {
    expect(ours.flatMap(({ file, source }) => rules.lengthFaults(file, source))).toEqual([]);
    expect(rules.lengthFaults('a.ts', `// A list.\n${'x;\n'.repeat(250)}`)).toHaveLength(1);
    expect(rules.lengthFaults('a.ts', `// A list.\n${'x;\n'.repeat(249)}`)).toEqual([]);
    const reason = `// This file is long because it is one table.\n${'x;\n'.repeat(300)}`;
    expect(rules.lengthFaults('a.ts', reason)).toEqual([]);
    expect(rules.lengthFaults('a.ts', `x;\n${reason}`)).toHaveLength(1);
  });

  test('open with what they are for', () => {
    expect(ours.flatMap(({ file, source }) => rules.openingFaults(file, source))).toEqual([]);
    expect(rules.openingFaults('a.ts', "import 'a';\n")).toEqual(['a.ts does not open with a comment']);
  });

  test('leave standard output to the protocol', () => {
    expect(modules.flatMap(({ file, source }) => rules.outputFaults(file, source))).toEqual([]);
    expect(rules.outputFaults('lsp/a.ts', 'console.log(1);')).toEqual(['lsp/a.ts uses console']);
    expect(rules.outputFaults('mcp/a.ts', 'console.log(1);')).toEqual(['mcp/a.ts uses console']);
    expect(rules.outputFaults('tools/a.ts', "process.stdout.write('');")).toEqual(['tools/a.ts uses standard output']);
    expect(rules.outputFaults('mcp/a.ts', "process.stdout.write('');")).toEqual([]);
  });

  test('ARCHITECTURE.md can be read in one go', () => {
    expect(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('\n').length - 1).toBeLessThanOrEqual(150);
  });
});

describe('types', () => {
  const check = (folder: string) =>
    run([process.execPath, join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '-p', folder], { cwd: root });

  test('are right everywhere', async () => {
    const { code, stdout } = await check(root);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  }, 60_000);

  test('are checked with the strictness of tsconfig.json', async () => {
    const folder = tempFolder('types');
    const options = { extends: join(root, 'tsconfig.json'), compilerOptions: { types: [] }, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    writeFileSync(join(folder, 'a.ts'), 'export const first = (names: string[]): string => names[0];\n');
    const { code, stdout } = await check(folder);
    expect(code).not.toBe(0);
    expect(stdout).toContain("Type 'string | undefined' is not assignable to type 'string'");
  }, 60_000);
});
