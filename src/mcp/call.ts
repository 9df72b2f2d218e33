/**
 * The path of every call, whoever makes it: find the tool, check the arguments, bound the time, run, and word the result
 * or the failure. Tools only return and throw.
 */
import { defaultMaxTokens, leastMaxTokens } from '../answer/budget.ts';
import { failureAnswer } from '../answer/failure.ts';
import { printable } from '../answer/printable.ts';
import { warningText } from '../answer/warnings.ts';
import { type Checker, compile } from '../model/check.ts';
import { log } from '../log.ts';
import type { Warning } from '../model/codes.ts';
import { type Limits, byDefault } from '../model/limits.ts';
import { nearNames } from '../model/names.ts';
import { Problem, revise } from '../model/problem.ts';
import type { Definition, ListedTool, Params, Tool, ToolContext, ToolResult } from '../tools/tool.ts';
import { CallClock } from './clock.ts';
import type { Envelope, Failure } from './envelope.ts';
import type { Records } from './records.ts';

export interface Answer {
  readonly envelope: Envelope;
  readonly text: string;
  readonly isError: boolean;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly progress?: (progress: Progress) => void;
}

/** Tools over an open workspace: what MCP and the command line both talk to. */
export interface Bridge {
  readonly tools: readonly ListedTool[];
  /** Never rejects: a failure is an answer. */
  readonly call: (tool: string, args: unknown, options: CallOptions) => Promise<Answer>;
  /** Begins the load, if the workspace is one that is loaded. */
  readonly preload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What is known of a call before its tool runs. */
export interface Begun {
  readonly limits: Limits;
  /** Ends with the client's cancel and with the call's time; `soon` a little earlier, for questions to others. */
  readonly signal: AbortSignal;
  readonly soon: AbortSignal;
  readonly progress: CallOptions['progress'];
}

/** The ports of a call, and what is to be said of whatever it answers, once it has run. */
export interface Running {
  readonly context: ToolContext;
  readonly labels: () => readonly Warning[];
}

export interface CallPort {
  readonly tools: readonly Tool[];
  readonly run: (begun: Begun) => Running;
  /** The limits in force for checked arguments, or what is wrong with them. */
  readonly limitsOf: (args: Readonly<Record<string, unknown>>) => { readonly limits: Limits } | { readonly fault: string };
  readonly records: Records;
  /** The last lines that the language server wrote. */
  readonly serverLog: () => Promise<readonly string[]>;
  readonly workspace: string;
}

const checkers = new WeakMap<Tool, Promise<Checker>>();

export async function callTool(port: CallPort, name: string, args: unknown, options: CallOptions): Promise<Answer> {
  const began = performance.now();
  const clock = new CallClock(options.signal);
  let limits: Limits | undefined;
  let running: Running | undefined;
  try {
    options.signal.throwIfAborted();
    const tool = findTool(port.tools, name);
    const checked = await check(tool, args ?? {});
    limits = limitsOf(port, tool, checked);
    const { value } = limits.timeoutSeconds;
    clock.start(value * 1000, performance.now() - began, timedOut(value));
    // An abort that came meanwhile is told to nobody who listens from now on.
    clock.end.throwIfAborted();
    running = port.run({ limits, signal: clock.end, soon: clock.soon, progress: options.progress });
    return success(await endingWith(clock.end, tool.run(checked, running.context)), running.labels());
  } catch (error) {
    if (error instanceof Problem) return failure(error, limits?.maxTokens.value ?? budgetOf(args), running?.labels());
    if (options.signal.aborted) return failure(cancelled(), defaultMaxTokens);
    log.error(`${name}:`, error);
    const correlationId = port.records.add({
      tool: name,
      error,
      milliseconds: Math.round(performance.now() - began),
      workspace: port.workspace,
      serverLog: await port.serverLog(),
    });
    return unhandled(correlationId);
  } finally {
    clock.stop();
  }
}

/** The limits of the call; a tool that takes none of them is not about code, and never answers from an earlier look at it. */
function limitsOf(port: CallPort, tool: Tool, checked: never): Limits {
  const found = port.limitsOf(checked);
  if ('fault' in found) throw refused(tool, [found.fault]);
  const { limits } = found;
  const together = tool.together?.(checked, limits);
  if (together !== undefined) throw refused(tool, [together]);
  return 'limits' in tool.params ? limits : { ...limits, consistency: { value: 'fresh', source: byDefault } };
}

/** A call ends with its signal, also where a tool waits for something that has no end of its own. */
function endingWith<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function findTool(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = tools.map((each) => each.name);
  const near = nearNames(name, names);
  throw new Problem('invalid_arguments', `there is no tool '${name}'${near.length > 0 ? `, did you mean '${near[0]}'?` : ''}`, {
    continuation: { kind: 'ChooseTool', tools: names, instruction: 'Call one of these tools.' },
  });
}

/** The arguments, checked; all faults at once. Throws `invalid_arguments`. */
async function check(tool: Tool, args: unknown): Promise<never> {
  const checker = checkers.get(tool) ?? compile(definitionOf(tool.params));
  checkers.set(tool, checker);
  const faults = (await checker).check(args);
  if (faults.length > 0) throw refused(tool, [...new Set(faults.map(({ path, what }) => faultLine(tool.params, path, what)))]);
  // The checker has just proved that they are of the type that the tool's parameters stand for.
  return args as never;
}

const refused = (tool: Tool, lines: readonly string[]): Problem =>
  new Problem('invalid_arguments', `${tool.name}: ${lines.join('; ')}`, {
    continuation: revise(`Parameters of ${tool.name}: ${Object.keys(tool.params).join(', ')}.`),
  });

/** The arktype definition of all parameters. */
export function definitionOf(params: Params): Record<string, Definition> {
  return Object.fromEntries(Object.entries(params).map(([key, param]) => [param.optional === true ? `${key}?` : key, param.is]));
}

function faultLine(
  params: Params,
  [key, ...below]: readonly (string | number)[],
  what: 'missing' | 'unknown' | 'wrong',
  prefix = '',
): string {
  if (key === undefined) return 'the arguments must be an object';
  const param = Object.hasOwn(params, key) ? params[key] : undefined;
  if (param?.inner !== undefined && below.length > 0) return faultLine(param.inner, below, what, `${prefix}${key}.`);
  if (param === undefined || (what === 'unknown' && below.length === 0)) {
    const [near] = nearNames(String(key), Object.keys(params));
    const [around] = Object.entries(params).find(([, { inner }]) => inner !== undefined && Object.hasOwn(inner, key)) ?? [];
    if (around !== undefined) return `unknown argument '${key}': it stands in ${around}, {"${around}": {"${key}": …}}`;
    return `unknown argument '${prefix}${key}'${near === undefined ? '' : `, did you mean '${prefix}${near}'?`}`;
  }
  return what === 'missing' ? `${prefix}${key} is missing, it must be ${param.must}` : `${prefix}${key} must be ${param.must}`;
}

function success(result: ToolResult, labels: readonly Warning[]): Answer {
  const { data, snapshot } = result;
  const warnings = [...labels, ...(result.warnings ?? [])];
  const some = warnings.length > 0 ? { warnings } : {};
  const envelope = { ok: true as const, data, ...(snapshot === undefined ? {} : { snapshot }), ...some };
  // A tool's own text says what a limit left out and how to go on.
  const told = warnings.filter(({ code }) => code !== 'limit_reached');
  const text = [result.text, ...told.map(warningText)].join('\n');
  return { envelope, text: printable(text), isError: false };
}

function failure(problem: Problem, maxTokens: number, labels: readonly Warning[] = []): Answer {
  const { text, data } = failureAnswer(problem, maxTokens, labels);
  return { envelope: { ok: false, ...data }, text, isError: true };
}

/** The tokens that a call may take whose arguments may be wrong. */
function budgetOf(args: unknown): number {
  const given = typeof args === 'object' && args !== null && 'maxTokens' in args ? args.maxTokens : undefined;
  return typeof given === 'number' && given >= leastMaxTokens ? given : defaultMaxTokens;
}

/** The texts are fixed; nothing of the exception is in them. */
function unhandled(correlationId: string): Answer {
  const envelope: Failure = {
    ok: false,
    error: { code: 'UnhandledException', message: 'Tool execution failed.', correlationId },
    diagnostics: { detailsAvailable: true, detailsTool: 'get-error-details' },
    reporting: { state: 'DisabledByConfiguration' },
  };
  return {
    envelope,
    text: `Tool execution failed. get-error-details with correlationId ${correlationId} tells more.`,
    isError: true,
  };
}

/** Nobody reads it over MCP, where a cancelled request has no answer; a person at the command line does. */
const cancelled = (): Problem => new Problem('request_cancelled', 'the call was cancelled');

const timedOut = (seconds: number): Problem =>
  new Problem('request_timed_out', `the call did not end within ${seconds} s`, {
    continuation: {
      kind: 'RetryRequest',
      instruction:
        'Ask again: the first answers after a load take longest, and what was begun goes on. If it happens again, narrow the question.',
    },
  });
