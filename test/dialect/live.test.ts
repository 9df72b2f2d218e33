/**
 * Part of the live tests once more, through the dialect server, in every run of the tests; `bun run live --server dialect`
 * runs all of them.
 */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from '../support/paths.ts';
import { run } from '../support/run.ts';

/** Files, and how many tests they have at least. */
const files = ['example', 'outline', 'describe'];
const fewest = 60;

test(
  `${files.join(', ')}: right through Microsoft's protocol, too`,
  async () => {
    const tool = join(root, 'test', 'tools', 'live.ts');
    const { code, stdout, stderr } = await run([process.execPath, tool, '--server', 'dialect', ...files], { cwd: root });
    const passed = Number(/^ *(\d+) pass$/m.exec(stderr)?.[1]);
    if (code !== 0 || !(passed >= fewest)) throw new Error(`${passed} tests passed, exit code ${code}\n${stdout}\n${stderr}`);
    expect(stderr).toMatch(/^ *0 fail$/m);
  },
  15 * 60_000,
);
