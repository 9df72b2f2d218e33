/** `roslyn-bridge serve`: MCP until standard input ends or a signal comes. */
import { serve } from '../../mcp/serve.ts';
import { createBridge } from '../bridge.ts';
import type { Invocation } from '../commands.ts';
import { settingsOrFaults, untilSignal } from '../start.ts';

export async function run({ machine }: Invocation): Promise<number> {
  const settings = await settingsOrFaults(machine);
  if (settings === undefined) return 1;
  const signal = untilSignal();
  await serve(createBridge(machine, settings), { loadOnList: machine.load === 'on-list', signal });
  return 0;
}
