/** `call --batch`: one call a line, in order, one envelope a line. */
import type { Bridge } from '../mcp/call.ts';
import type { Envelope } from '../mcp/envelope.ts';
import { revise } from '../model/problem.ts';

/** Runs the lines; the exit code is 1 if any of them failed. Stops early when nobody reads the answers, or at the signal. */
export async function runBatch(
  bridge: Pick<Bridge, 'call'>,
  lines: AsyncIterable<string>,
  print: (text: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<number> {
  let failed = false;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const request = parseLine(line);
    const envelope =
      'fault' in request ? refuse(request.fault) : (await bridge.call(request.tool, request.args, { signal })).envelope;
    failed ||= !envelope.ok;
    if (!(await print(JSON.stringify(envelope))) || signal.aborted) break;
  }
  return failed || signal.aborted ? 1 : 0;
}

const form = 'a line is an object {"tool": name, "arguments": object}';

function parseLine(line: string): { readonly tool: string; readonly args: unknown } | { readonly fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { fault: `the line is not JSON (${error instanceof Error ? error.message : String(error)}); ${form}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: form };
  const unknown = Object.keys(value).find((key) => key !== 'tool' && key !== 'arguments');
  if (unknown !== undefined) return { fault: `unknown key ${JSON.stringify(unknown)}; ${form}` };
  if (!('tool' in value) || typeof value.tool !== 'string') return { fault: `tool must be the name of a tool; ${form}` };
  return { tool: value.tool, args: 'arguments' in value ? value.arguments : {} };
}

const refuse = (message: string): Envelope => ({
  ok: false,
  error: { code: 'invalid_arguments', message },
  continuation: revise('Correct the line.'),
});
