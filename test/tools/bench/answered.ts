/** A question that counts only when it is answered rightly. */
import type { ReferencesCase } from '../case-file.ts';
import type { McpLine } from './mcp-line.ts';

/** Resolves with the right answer; a bridge that is still loading is asked again, as it tells its clients to. */
export async function answered(bridge: McpLine, { input, expected }: ReferencesCase): Promise<void> {
  for (;;) {
    const { data, error } = await bridge.call('references', { path: input.file, line: input.line, column: input.col });
    if (error?.code === 'workspace_loading') continue;
    if (data?.['total'] === expected.count) return;
    throw new Error(`references of ${input.signature}: ${error?.message ?? data?.['total']}, not ${expected.count}`);
  }
}
