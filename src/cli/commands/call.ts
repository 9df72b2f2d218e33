/** `roslyn-bridge call`: one tool, or a batch of them, without an MCP client. */
import { log } from '../../log.ts';
import type { Bridge } from '../../mcp/call.ts';
import { tools } from '../../tools/index.ts';
import { runBatch } from '../batch.ts';
import { createBridge } from '../bridge.ts';
import { toolArguments } from '../call-arguments.ts';
import type { Invocation } from '../commands.ts';
import { linesOf } from '../lines.ts';
import { print, wrongUsage } from '../output.ts';
import { settingsOrFaults, untilSignal } from '../start.ts';

export async function run({ machine, flags, words, rest }: Invocation): Promise<number> {
  const [name] = words;
  const given = name === undefined ? undefined : toolArguments(rest, tools.find((tool) => tool.name === name)?.params ?? {});
  if (given !== undefined && 'fault' in given) return wrongUsage([given.fault]);
  const settings = await settingsOrFaults(machine);
  if (settings === undefined) return 1;
  const signal = untilSignal();
  // Nobody is there to ask again, and the load ends with the process: a call waits as long as the load may take.
  const bridge = createBridge(machine, settings, { loadWaitSeconds: settings.settings.startupTimeout.value });
  try {
    if (name === undefined || given === undefined) return await runBatch(bridge, linesOf(process.stdin, signal), print, signal);
    return await runOne(bridge, name, given.arguments, flags.has('json'), signal);
  } finally {
    await bridge.close();
  }
}

async function runOne(bridge: Bridge, tool: string, args: unknown, json: boolean, signal: AbortSignal): Promise<number> {
  const answer = await bridge.call(tool, args, { signal, progress: ({ message }) => log.info(message) });
  await print(json ? JSON.stringify(answer.envelope) : answer.text);
  return answer.isError ? 1 : 0;
}
