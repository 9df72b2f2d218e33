/** The program as a script calls it: `call` and `call --batch`. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { environment } from '../support/environment.ts';
import { root as clone } from '../support/paths.ts';
import { run } from '../support/run.ts';
import { tempFolder } from '../support/temp.ts';

const main = join(clone, 'src', 'main.ts');
const bridge = async (args: readonly string[], cwd = tempFolder('cli'), input = '') =>
  await run([process.execPath, main, ...args], { cwd, input });

describe('call', () => {
  test('prints the text of the answer; flags stand before the tool, parameters after it', async () => {
    const { code, stdout, stderr } = await bridge(['--request-timeout', '7', 'call', 'lsp', '--action', 'status']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('requestTimeout = 7 (argument)');
  });

  test('takes the arguments as JSON, and prints the envelope with --json', async () => {
    const { code, stdout } = await bridge(['call', '--json', 'lsp', '{"action": "status"}']);
    const [line, ...more] = stdout.trimEnd().split('\n');
    expect({ code, more, ok: JSON.parse(line ?? '').ok }).toEqual({ code: 0, more: [], ok: true });
  });

  test.each<[string[], string]>([
    [['lsp', '--action', 'dance'], 'action must be status, reload, restart or stop'],
    [['lsp', '--verb', 'status'], "unknown argument 'verb'"],
    [['lps'], "there is no tool 'lps'"],
  ])('%j fails with exit code 1 and what the tool says', async (args, message) => {
    const { code, stdout } = await bridge(['call', '--json', ...args]);
    const { ok, error } = JSON.parse(stdout);
    expect({ code, ok, error: error.code }).toEqual({ code: 1, ok: false, error: 'invalid_arguments' });
    expect(error.message).toContain(message);
  });

  test('--batch answers each line on one workspace', async () => {
    const call = JSON.stringify({ tool: 'lsp', arguments: { action: 'status' } });
    const { code, stdout } = await bridge(['call', '--batch'], tempFolder('cli'), `${call}\nnonsense\n${call}`);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect({ code, oks: answers.map(({ ok }) => ok) }).toEqual({ code: 1, oks: [true, false, true] });
    expect(answers[0].snapshot.workspaceId).toBe(answers[2].snapshot.workspaceId);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends a batch that waits for its next line', async (signal) => {
    const child = Bun.spawn([process.execPath, main, 'call', '--batch'], {
      cwd: tempFolder('cli'),
      env: environment(),
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    child.stdin.write(`${JSON.stringify({ tool: 'lsp', arguments: { action: 'status' } })}\n`);
    await child.stdin.flush();
    const output = child.stdout.getReader();
    expect((await output.read()).done).toBe(false);
    child.kill(signal);
    expect(await child.exited).toBe(1);
    expect(await child.stderr.text()).toBe('');
  });

  test('a reader that goes away is no failure of the program', async () => {
    const line = `{"tool": "lsp", "arguments": {"action": "status"}}\n`;
    const command = `"$0" "$1" call --batch | head -n 1`;
    const { code, stdout, stderr } = await run(['sh', '-c', command, process.execPath, main], {
      cwd: tempFolder('cli'),
      input: line.repeat(500),
    });
    expect({ code, stderr, ok: JSON.parse(stdout).ok }).toEqual({ code: 0, stderr: '', ok: true });
  });
});
