/** The path of every call, with tools that only exist here: arguments, time, cancel, failures foreseen and not. */
import { afterAll, describe, expect, spyOn, test } from 'bun:test';
import { log } from '../../src/log.ts';
import { type CallOptions, type CallPort, callTool } from '../../src/mcp/call.ts';
import { Records } from '../../src/mcp/records.ts';
import { Problem, revise } from '../../src/model/problem.ts';
import { getErrorDetails } from '../../src/tools/get-error-details.ts';
import { limited } from '../../src/tools/params.ts';
import { type Args, type Tool, type ToolContext, type ToolResult, readOnly } from '../../src/tools/tool.ts';
import { asEnvelope } from '../support/envelope.ts';
import { limitsWith } from '../support/limits.ts';

const secret = 'hunter2 in /home/me/secret';

const params = {
  name: { is: '1 <= string <= 10', must: 'a name', about: '' },
  count: { is: '1 <= number.integer <= 5', must: 'a whole number from 1 to 5', optional: true, about: '' },
  deep: { is: 'string[]', must: 'a list of words', optional: true, about: '' },
  maxTokens: { is: 'number.integer', must: 'a whole number', optional: true, about: '' },
  limits: limited.limits,
} as const;

type Run = (args: Args<typeof params>, context: ToolContext) => Promise<ToolResult>;

const stub = (name: string, run: Run): Tool =>
  ({ name, title: name, description: name, annotations: readOnly, params, together, run }) as unknown as Tool;

const together = ({ name, count }: Args<typeof params>): string | undefined =>
  name === 'both' && count !== undefined ? 'both and count do not go together' : undefined;

const never = (): Promise<never> => new Promise(() => undefined);

const tools: readonly Tool[] = [
  stub('echo', async (args) => ({ data: { ...args }, text: JSON.stringify(args) })),
  stub('warn', async () => ({
    data: {},
    text: 'rows',
    warnings: [
      { code: 'limit_reached', message: '3 more' },
      { code: 'partial_answer', message: 'some are missing' },
    ],
  })),
  stub('refuse', () =>
    Promise.reject(new Problem('symbol_not_found', 'no such symbol', { continuation: revise('Look again.') })),
  ),
  stub('list', () => Promise.reject(new Problem('symbol_ambiguous', 'many:', { rows: Array<string>(15).fill('x'.repeat(150)) }))),
  stub('break', () => Promise.reject(new Error(secret, { cause: new TypeError('below', { cause: 'the bottom' }) }))),
  stub('throw', () => {
    throw new RangeError(secret);
  }),
  stub('hang', never),
  stub('wait', (_, { read }) => read(async () => ({ data: {}, text: 'never' }))),
  getErrorDetails as unknown as Tool,
];

function port(seconds = 60): CallPort & { readonly signals: AbortSignal[] } {
  const records = new Records();
  const signals: AbortSignal[] = [];
  const run: CallPort['run'] = ({ limits, signal }) => {
    signals.push(signal);
    const read = (): Promise<never> => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const context = { limits, read, record: (id) => records.get(id) } as Partial<ToolContext> as ToolContext;
    return { context, labels: () => (limits.consistency.value === 'stale_ok' ? [stale] : []) };
  };
  const limitsOf: CallPort['limitsOf'] = (args) => ({
    limits: { ...limitsWith({ timeoutSeconds: seconds, ...(args['limits'] as object) }), maxTokens: budget(args['maxTokens']) },
  });
  return { tools, run, limitsOf, records, serverLog: async () => ['said last'], workspace: '/w', signals };
}

const stale = { code: 'stale_answer', message: 'as of yesterday' } as const;
const budget = (given: unknown) => ({ value: typeof given === 'number' ? Math.max(500, given) : 8000, source: 'argument' });

const options = (): CallOptions => ({ signal: new AbortController().signal });

async function call(tool: string, args: unknown, given = options(), at: CallPort = port()) {
  const answer = await callTool(at, tool, args, given);
  const envelope = await asEnvelope(answer.envelope);
  expect(answer.isError).toBe(!envelope.ok);
  return { ...answer, envelope };
}

// What is unforeseen is written to the log, too; these tests provoke it on purpose.
const logged = spyOn(log, 'error').mockImplementation(() => undefined);
afterAll(() => logged.mockRestore());

describe('arguments', () => {
  test('that fit reach the tool', async () => {
    const { envelope, text } = await call('echo', { name: 'a', count: 5 });
    expect({ envelope, text }).toEqual({ envelope: { ok: true, data: { name: 'a', count: 5 } }, text: '{"name":"a","count":5}' });
  });

  const must = {
    name: 'name must be a name',
    count: 'count must be a whole number from 1 to 5',
    deep: 'deep must be a list of words',
  };
  test.each([
    [{}, 'name is missing, it must be a name'],
    [undefined, 'name is missing, it must be a name'],
    [null, 'name is missing, it must be a name'],
    [{ name: '' }, must.name],
    [{ name: 1 }, must.name],
    [{ name: null }, must.name],
    [{ name: 'a', count: 0 }, must.count],
    [{ name: 'a', count: '3' }, must.count],
    [{ name: 'a', count: 1.5 }, must.count],
    [
      { name: 'a', timeoutSeconds: 5 },
      `unknown argument 'timeoutSeconds': it stands in limits, {"limits": {"timeoutSeconds": …}}`,
    ],
    [{ name: 'a', limits: 5 }, `limits must be ${limited.limits.must}`],
    [{ name: 'a', limits: { timeoutSeconds: 0 } }, 'limits.timeoutSeconds must be a whole number from 1 to 600'],
    [
      { name: 'a', limits: { consistancy: 'fresh' } },
      "unknown argument 'limits.consistancy', did you mean 'limits.consistency'?",
    ],
    [{ name: 'a', deep: 'x' }, must.deep],
    [{ name: 'a', deep: ['x', 1, 2] }, must.deep],
    [{ name: 'a', cuont: 1 }, "unknown argument 'cuont', did you mean 'count'?"],
    [{ name: 'a', Name: 'b' }, "unknown argument 'Name', did you mean 'name'?"],
    [{ name: 'a', elsewhere: 1 }, "unknown argument 'elsewhere'"],
    [{ name: 'a', constructor: 1 }, "unknown argument 'constructor'"],
    [JSON.parse('{"name": "a", "__proto__": {"count": 9}}'), "unknown argument '__proto__'"],
    ['text', 'the arguments must be an object'],
    [7, 'the arguments must be an object'],
    [{ name: 'both', count: 1 }, 'both and count do not go together'],
    [
      { count: 9, nam: 'a', deep: 0 },
      `${must.count}; ${must.deep}; name is missing, it must be a name; unknown argument 'nam', did you mean 'name'?`,
    ],
  ])('%j: %s', async (args, faults) => {
    const { envelope, text } = await call('echo', args);
    const sorted = (message: string): string[] => message.replace('echo: ', '').split('; ').sort();
    expect(envelope.error?.code).toBe('invalid_arguments');
    expect(sorted(envelope.error?.message ?? '')).toEqual(sorted(faults));
    expect(envelope.continuation).toEqual({
      kind: 'ReviseRequest',
      instruction: 'Parameters of echo: name, count, deep, maxTokens, limits.',
    });
    expect(text).toBe(`invalid_arguments: ${envelope.error?.message}\nParameters of echo: name, count, deep, maxTokens, limits.`);
  });

  test('of a tool that does not exist', async () => {
    const { envelope } = await call('echoo', {});
    expect(envelope.error).toEqual({ code: 'invalid_arguments', message: "there is no tool 'echoo', did you mean 'echo'?" });
    expect(envelope.continuation).toMatchObject({ kind: 'ChooseTool', tools: tools.map(({ name }) => name) });
    expect((await call('zzz', {})).envelope.error?.message).toBe("there is no tool 'zzz'");
  });
});

test('warnings are in the text, too, but for the one that the tool words itself', async () => {
  const { envelope, text } = await call('warn', { name: 'a' });
  expect(envelope.warnings).toHaveLength(2);
  expect(text).toBe('rows\nwarning partial_answer: some are missing');
});

test('what is answered without a look at the disk is labelled, failure and success alike', async () => {
  const limits = { consistency: 'stale_ok' };
  const { envelope, text } = await call('warn', { name: 'a', limits });
  expect(envelope.warnings?.map(({ code }) => code)).toEqual(['stale_answer', 'limit_reached', 'partial_answer']);
  expect(text).toBe('rows\nwarning stale_answer: as of yesterday\nwarning partial_answer: some are missing');
  const failed = await call('refuse', { name: 'a', limits });
  expect(failed.envelope.warnings).toEqual([stale]);
  expect(failed.text).toEndWith('\nwarning stale_answer: as of yesterday');
});

test('a foreseen failure is said as it is', async () => {
  const { envelope, text } = await call('refuse', { name: 'a' });
  expect(envelope).toEqual({
    ok: false,
    error: { code: 'symbol_not_found', message: 'no such symbol' },
    continuation: { kind: 'ReviseRequest', instruction: 'Look again.' },
  });
  expect(text).toBe('symbol_not_found: no such symbol\nLook again.');
});

test('a foreseen failure keeps the budget of the call, if that is one', async () => {
  const shown = async (maxTokens: number) => (await call('list', { name: 'a', maxTokens })).text.split('\n').length;
  expect([await shown(8000), await shown(5000)]).toEqual([16, 16]);
  expect(await shown(500)).toBeLessThan(16);
});

describe('an unforeseen failure', () => {
  test.each(['break', 'throw'])('(%s) leaks nothing, and its record is kept', async (tool) => {
    const at = port();
    const { envelope, text } = await call(tool, { name: 'a' }, options(), at);
    const correlationId = envelope.error?.correlationId ?? '';
    expect(`${JSON.stringify(envelope)}${text}`).not.toMatch(/hunter2|secret|Error:|\.ts/);
    expect(text).toBe(`Tool execution failed. get-error-details with correlationId ${correlationId} tells more.`);
    expect(logged).toHaveBeenLastCalledWith(`${tool}:`, expect.any(Error));
    const details = await call('get-error-details', { correlationId }, options(), at);
    expect(details.envelope.data).toMatchObject({ correlationId, tool, workspace: '/w', milliseconds: expect.any(Number) });
    expect(details.envelope).not.toHaveProperty('snapshot');
    const exceptions = details.envelope.data?.['exceptions'] as { name: string; message: string; stack: string }[];
    expect(exceptions[0]).toMatchObject({ message: secret, stack: expect.stringContaining('call.test.ts') });
    if (tool === 'break') expect(exceptions.slice(1).map(({ message }) => message)).toEqual(['below', 'the bottom']);
  });

  test('of another bridge, or none, has no record', async () => {
    const correlationId = '00000000-0000-4000-8000-000000000000';
    const { envelope } = await call('get-error-details', { correlationId });
    expect(envelope.error?.code).toBe('error_details_not_found');
    expect(envelope.continuation?.kind).toBe('ReviseRequest');
  });
});

describe('a call ends', () => {
  test.each(['hang', 'wait'])('by its clock, though the tool (%s) never does', async (tool) => {
    const at = port(0.001);
    const { envelope } = await call(tool, { name: 'a' }, options(), at);
    expect(envelope.error).toEqual({ code: 'request_timed_out', message: 'the call did not end within 0.001 s' });
    expect(envelope.continuation?.kind).toBe('RetryRequest');
    expect(at.signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test.each(['hang', 'wait'])('when it is cancelled (%s), and nothing is recorded', async (tool) => {
    const controller = new AbortController();
    const at = port();
    const answer = call(tool, { name: 'a' }, { signal: controller.signal }, at);
    controller.abort(new Error('the client has gone'));
    expect((await answer).envelope.error).toEqual({ code: 'request_cancelled', message: 'the call was cancelled' });
  });

  test('before it begins, where it was cancelled before', async () => {
    const at = port();
    const { envelope } = await call('echo', { name: 'a' }, { signal: AbortSignal.abort() }, at);
    expect(envelope.error?.message).toBe('the call was cancelled');
    expect(at.signals).toEqual([]);
  });

  test('and leaves no clock and no listener behind', async () => {
    const controller = new AbortController();
    const at = port();
    await call('echo', { name: 'a' }, { signal: controller.signal }, at);
    controller.abort();
    expect(at.signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});
