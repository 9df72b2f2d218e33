/** What continuous integration rests on: .ci/run, with a stub of npm, and tests that fail where their server is missing. */
import { expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './support/paths.ts';
import { run } from './support/run.ts';
import { tempFolder } from './support/temp.ts';

/** The last line and the code of .ci/run after an `npm test` that prints `report` on standard error. */
async function check(report: string, code: number) {
  const bin = tempFolder('ci');
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\ncat <<'REPORT' >&2\n${report}\nREPORT\n[ "$*" = test ] && exit ${code}\nexit 99\n`);
  chmodSync(join(bin, 'npm'), 0o755);
  const env = { PATH: `${bin}${delimiter}${process.env['PATH']}` };
  const result = await run(['bash', join(root, '.ci', 'run')], { cwd: bin, env });
  return { code: result.code, last: result.stdout.trimEnd().split('\n').at(-1) };
}

test.each([
  ['all is well', ' 12 pass\n 0 fail\n 20 expect() calls\nRan 12 tests across 2 files. [3.00s]', 0, 0, '12 passed, 0 failed'],
  ['in colour', '\x1b[32m 12 pass\x1b[0m\n\x1b[2m 0 fail\x1b[0m\nRan 12 tests', 0, 0, '12 passed, 0 failed'],
  ['a failure', ' 11 pass\n 1 fail\nRan 12 tests across 2 files. [3.00s]', 1, 1, '11 passed, 1 failed'],
  ['a failure that npm does not tell', ' 11 pass\n 1 fail\nRan 12 tests', 0, 1, '11 passed, 1 failed'],
  ['a file that cannot be loaded', ' 9 pass\n 1 fail\n 1 error\nRan 10 tests', 1, 1, '9 passed, 1 failed'],
  ['errors outside of tests', ' 9 pass\n 0 fail\n 2 errors\nRan 9 tests', 1, 1, '9 passed, 2 failed'],
  ['no test', ' 0 pass\n 0 fail\nRan 0 tests across 1 file.', 0, 1, '0 passed, 0 failed'],
  ['no report', 'install.sh: dotnet is not found', 1, 1, '0 passed, 0 failed'],
  ['a code without a failure', ' 12 pass\n 0 fail\nRan 12 tests', 1, 1, '12 passed, 0 failed'],
  ['numbers in the output of a test', ' 7 fail\n(pass) a test\n 12 pass\n 0 fail\nRan 12 tests', 0, 0, '12 passed, 0 failed'],
])('%s', async (_, report, npm, code, last) => {
  expect(await check(report, npm)).toEqual({ code, last });
});

test('a test that needs csharp-ls fails where it cannot be had', async () => {
  const script = `await (await import(${JSON.stringify(join(root, 'test/support/csharp-ls.ts'))})).csharpLs();`;
  const ask = (path: string) => run([process.execPath, '-e', script], { env: { ROSLYN_BRIDGE_TEST_CSHARP_LS: path } });
  const other = await ask(process.execPath);
  expect(other.code).toBe(1);
  expect(other.stderr).toContain(`${process.execPath} is not csharp-ls`);
  const none = await ask(join(root, 'nowhere'));
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('ENOENT');
});
