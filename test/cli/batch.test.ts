/** `call --batch`: order, bad lines, exit codes; and how a stream becomes lines. No bridge is needed. */
import { describe, expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import { runBatch } from '../../src/cli/batch.ts';
import { linesOf } from '../../src/cli/lines.ts';
import type { Bridge } from '../../src/mcp/call.ts';

/** Answers each call with what it was asked, or with a failure for the tool `fail`. */
const echo: Pick<Bridge, 'call'> = {
  call: async (tool, args) => {
    const failed = tool === 'fail';
    const envelope = failed
      ? ({ ok: false, error: { code: 'no_csharp', message: 'failed' } } as const)
      : ({ ok: true, data: { tool, args } } as const);
    return { envelope, text: '', isError: failed };
  },
};

async function* from(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

async function batch(lines: readonly string[], readers = Number.POSITIVE_INFINITY) {
  const printed: unknown[] = [];
  const print = async (text: string): Promise<boolean> => (printed.push(JSON.parse(text)), printed.length < readers);
  return { code: await runBatch(echo, from(lines), print, new AbortController().signal), printed };
}

describe('runBatch', () => {
  test('answers in order; blank lines are nothing, no arguments are none', async () => {
    const lines = ['{"tool": "a", "arguments": {"x": 1}}', '', '  ', '{"tool": "b"}', '{"tool": "c", "arguments": null}'];
    expect(await batch(lines)).toEqual({
      code: 0,
      printed: [
        { ok: true, data: { tool: 'a', args: { x: 1 } } },
        { ok: true, data: { tool: 'b', args: {} } },
        { ok: true, data: { tool: 'c', args: null } },
      ],
    });
  });

  test('a failed call makes the exit code 1, and the run goes on', async () => {
    const { code, printed } = await batch(['{"tool": "fail"}', '{"tool": "b"}']);
    expect({ code, oks: printed.map((each) => (each as { ok: boolean }).ok) }).toEqual({ code: 1, oks: [false, true] });
  });

  const form = 'a line is an object {"tool": name, "arguments": object}';
  test.each([
    ['{"tool": "a"', 'the line is not JSON'],
    ['nonsense', 'the line is not JSON'],
    ['null', form],
    ['[]', form],
    ['"a"', form],
    ['{}', `tool must be the name of a tool; ${form}`],
    ['{"tool": 1}', `tool must be the name of a tool; ${form}`],
    ['{"tool": "a", "args": {}}', `unknown key "args"; ${form}`],
  ])('%s is answered with invalid_arguments, and the run goes on', async (line, message) => {
    const { code, printed } = await batch([line, '{"tool": "b"}']);
    expect({ code, printed }).toEqual({
      code: 1,
      printed: [
        {
          ok: false,
          error: { code: 'invalid_arguments', message: expect.stringContaining(message) },
          continuation: { kind: 'ReviseRequest', instruction: 'Correct the line.' },
        },
        { ok: true, data: { tool: 'b', args: {} } },
      ],
    });
  });

  test('ends when nobody reads any more', async () => {
    const { code, printed } = await batch(['{"tool": "a"}', '{"tool": "b"}'], 1);
    expect({ code, count: printed.length }).toEqual({ code: 0, count: 1 });
  });
});

describe('linesOf', () => {
  const linesIn = async (...chunks: readonly Uint8Array[]): Promise<string[]> =>
    await Array.fromAsync(linesOf(Readable.from(chunks), new AbortController().signal));
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  test('joins what was cut, also inside of a letter, and keeps line separators that JSON allows in strings', async () => {
    const whole = bytes('aé😀\u2028b\nc\r\n\nd');
    const expected = ['aé😀\u2028b', 'c\r', '', 'd'];
    expect(await linesIn(whole)).toEqual(expected);
    expect(await linesIn(...[...whole].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  test('the end of the last line may be missing', async () => {
    expect(await linesIn(bytes('a\n'))).toEqual(['a']);
    expect(await linesIn(bytes('a'))).toEqual(['a']);
    expect(await linesIn()).toEqual([]);
  });

  test('ends at the signal, while the stream is silent', async () => {
    const controller = new AbortController();
    const stream = new Readable({ read: () => undefined });
    const lines = linesOf(stream, controller.signal);
    stream.push('a\nb');
    expect(await lines.next()).toEqual({ done: false, value: 'a' });
    const next = lines.next();
    controller.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test('an error of the stream is not taken for its end', async () => {
    const stream = new Readable({ read: () => undefined });
    const lines = linesOf(stream, new AbortController().signal);
    const next = lines.next();
    stream.destroy(new Error('broken'));
    expect(next).rejects.toThrow('broken');
  });
});
