/**
 * The command that holds the bridge against right answers, end to end with a stand-in that speaks `call --batch`, and the
 * files that it reads: those of the example, too, whose answers must be complete and belong to the questions.
 */
import { beforeAll, describe, expect, test } from 'bun:test';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definitionTruth, envelope, page, right, symbolsTruth, truth } from './support/cases.ts';
import { run } from './support/run.ts';
import { tempFolder } from './support/temp.ts';
import { asDefinitionCase, asReferencesCase, asSymbolsCase, parseCases } from './tools/case-file.ts';
import { placeOf } from './tools/questions.ts';

describe('files of cases', () => {
  test('an answer that is an error, an id that stands twice, a count that is wrong', async () => {
    const text = (...cases: readonly unknown[]) => JSON.stringify(cases);
    const unanswered = text({ id: 'x', kind: 'refs', tags: [], input: {}, error: 'no symbol' });
    await expect(parseCases(unanswered, 'f.json')).rejects.toThrow('f.json: 0.expected is missing');
    await expect(parseCases(text(truth(), truth()), 'f.json')).rejects.toThrow('the id t/interface stands twice');
    const wrong = { ...truth(), expected: { ...truth().expected, count: 4 } };
    await expect(asReferencesCase(wrong)).rejects.toThrow('the count is not that of the list');
    const symbols = { ...symbolsTruth(), expected: { ...symbolsTruth().expected, count: 4 } };
    await expect(asSymbolsCase(symbols)).rejects.toThrow('the count is not that of the list');
    const nowhere = { ...definitionTruth(), expected: { ...definitionTruth().expected, definitions: [] } };
    await expect(asDefinitionCase(nowhere)).rejects.toThrow('declared nowhere');
  });

  test('the answers on the example belong to the questions', async () => {
    const folder = join(import.meta.dir, 'expected');
    const questions: unknown = await Bun.file(join(folder, 'questions.json')).json();
    const cases = await parseCases(await Bun.file(join(folder, 'example.json')).text(), 'example.json');
    expect(cases.map(({ id, kind }) => ({ id, command: kind }))).toEqual(
      (questions as { id: string; command: string }[]).map(({ id, command }) => ({ id, command })),
    );
    for (const each of cases) {
      if (each.kind === 'refs') await asReferencesCase(each);
      if (each.kind === 'def') await asDefinitionCase(each);
      if (each.kind === 'symbols') await asSymbolsCase(each);
    }
  });

  test('a place is found by text with a mark, in UTF-16 columns', () => {
    expect(placeOf({ file: 'a.cs', text: 'b|c' }, '\uFEFFx\r\n "🛒" abcd')).toBe('a.cs:2:9');
    expect(() => placeOf({ file: 'a.cs', text: '|x' }, 'x x')).toThrow('more than once');
    expect(() => placeOf({ file: 'a.cs', text: '|y' }, 'x')).toThrow('does not stand');
  });
});

describe('the command', () => {
  let folder = '';
  beforeAll(async () => {
    folder = tempFolder('cases');
    // Answers each line with what the line names: that keeps the stand-in as simple as the protocol.
    await writeFile(
      join(folder, 'stand-in.ts'),
      `import { createInterface } from 'node:readline';
      let failed = false;
      for await (const line of createInterface({ input: process.stdin })) {
        const { tool, arguments: { symbol } } = JSON.parse(line);
        if (symbol === 'N.Gone') process.kill(process.pid, 'SIGKILL');
        const answers = ${JSON.stringify({ 'N.T': envelope(page(right)), 'T:N.T': envelope(page(right)), undefined: envelope(page(right)) })};
        const answer = tool === 'references' ? answers[String(symbol)] : undefined;
        failed ||= answer === undefined;
        console.log(JSON.stringify(answer ?? { ok: false, error: { code: 'symbol_not_found', message: 'no ' + symbol } }));
      }
      process.exitCode = failed ? 1 : 0;`,
    );
    const [check, start] = [`[ "$1 $3 $4" = '--workspace call --batch' ] || exit 2`, `exec '${process.execPath}' stand-in.ts`];
    const server = `[ "$#" = 4 ] || [ "$5 $6" = "--server $2/bridge" ] || exit 3`;
    await writeFile(join(folder, 'bridge'), `#!/bin/sh\n${check}\n${server}\ncd "$2" && ${start}\n`);
    await chmod(join(folder, 'bridge'), 0o755);
  });

  async function command(signature: string, ...more: readonly string[]) {
    const file = join(folder, `${signature}.json`);
    const asked = truth();
    await writeFile(file, JSON.stringify([{ ...asked, input: { ...asked.input, signature } }]));
    const tool = join(import.meta.dir, 'tools', 'cases.ts');
    return await run([process.execPath, tool, folder, file, '--binary', join(folder, 'bridge'), ...more]);
  }

  test('all right', async () => {
    expect(await command('N.T')).toEqual({ code: 0, stdout: '3 of 3 questions answered rightly\n', stderr: '' });
  });

  test('the language server is handed on', async () => {
    const stdout = '3 of 3 questions answered rightly\n';
    expect(await command('N.T', '--server', join(folder, 'bridge'))).toEqual({ code: 0, stdout, stderr: '' });
  });

  test('a failed call', async () => {
    const { code, stdout } = await command('N.Other');
    expect(code).toBe(1);
    expect(stdout).toContain('wrong: t/interface by name {"symbol":"N.Other"}\n  symbol_not_found: no N.Other\n');
  });

  test('a process that dies, or that is not there', async () => {
    expect(await command('N.Gone')).toMatchObject({ code: 1, stderr: expect.stringContaining('ended with code 137') });
    expect(await command('N.T', '--binary', join(folder, 'nowhere'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ENOENT'),
    });
    await writeFile(join(folder, 'broken'), '#!/bin/sh\necho the reason >&2\nexit 7\n');
    await chmod(join(folder, 'broken'), 0o755);
    const { code, stderr } = await command('N.T', '--binary', join(folder, 'broken'));
    expect([code, stderr]).toEqual([1, `${join(folder, 'broken')} ended with code 7\nthe reason\n\n`]);
  });

  test('a case that is malformed ends the bridge, too', async () => {
    const file = join(folder, 'malformed.json');
    await writeFile(file, JSON.stringify([{ ...truth(), expected: { ...truth().expected, count: 4 } }]));
    const tool = join(import.meta.dir, 'tools', 'cases.ts');
    const { code, stderr } = await run([process.execPath, tool, folder, file, '--binary', join(folder, 'bridge')]);
    expect([code, stderr]).toEqual([1, 't/interface: the count is not that of the list\n']);
  });

  test('wrong usage', async () => {
    const wrong = (text: string) => ({ code: 2, stdout: '', stderr: expect.stringContaining(text) });
    expect(await command('N.T', 'one', 'more')).toMatchObject(wrong('usage: bun run cases'));
    expect(await command('N.T', '--kind', 'refs')).toMatchObject(wrong("'--kind'"));
    expect(await command('N.T', '--server', 'rosslyn')).toMatchObject(wrong("no language server is 'rosslyn'"));
  });
});

describe('the command for the live tests', () => {
  const command = (...words: readonly string[]) => run([process.execPath, join(import.meta.dir, 'tools', 'live.ts'), ...words]);

  test.each([
    [['--server', 'rosslyn'], "no language server is 'rosslyn': there is no such file"],
    [['outlines'], "no live test is 'outlines'; there are answers, "],
    [['test/core/address.test.ts'], "no live test is 'test/core/address.test.ts'; there are "],
    [['--severs'], "'--severs'"],
  ])('%j: wrong usage', async (words, text) => {
    const { code, stdout, stderr } = await command(...words);
    expect({ code, stdout, lines: stderr.split('\n') }).toEqual({
      code: 2,
      stdout: '',
      lines: expect.arrayContaining([expect.stringContaining(text), expect.stringMatching(/^usage: bun run live /)]),
    });
  });
});
