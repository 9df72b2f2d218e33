/** A repository does not choose which program runs: not by a file that has the name of one. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfExample } from '../support/example.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(180_000);

test('programs that lie in the workspace are not run by the load', async () => {
  const workspace = copyOfExample();
  const marker = join(workspace, 'ran');
  // .NET looks for a program to start in the working folder before it looks in PATH.
  for (const folder of [workspace, join(workspace, 'src', 'Shop.Core'), join(workspace, 'bin')]) {
    mkdirSync(folder, { recursive: true });
    for (const name of ['dotnet', 'csharp-ls', 'roslyn-language-server', 'git', 'sh']) {
      writeFileSync(join(folder, name), `#!/bin/sh\necho "$0 $*" >> '${marker}'\n`);
      chmodSync(join(folder, name), 0o755);
    }
  }
  const path = `.:${workspace}:${join(workspace, 'bin')}:${process.env['PATH']}`;
  // A restore is MSBuild's, which works in the folder of the solution and runs what a project says; opening a project means that.
  const bridge = await Wire.open({ workspace, args: ['--no-restore'], env: { PATH: path } });
  const { envelope } = await bridge.call('references', { symbol: 'IOrderRepository' });
  expect(envelope).toMatchObject({ ok: true, data: { total: 14 } });
  expect((await bridge.close()).code).toBe(0);
  expect(existsSync(marker) ? readFileSync(marker, 'utf8') : '').toBe('');
});
