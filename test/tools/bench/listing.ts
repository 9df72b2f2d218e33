/** The size of the list of tools, which stands in the context of every agent. */
import { openMcp } from './mcp-line.ts';
import { type Row, atMost } from './row.ts';
import type { Setting } from './setting.ts';

export async function listing({ binary, folder }: Setting): Promise<Row[]> {
  const bridge = await openMcp([binary, '--workspace', folder], folder);
  try {
    const list = await bridge.request('tools/list', {});
    const tools = list['tools'] as readonly Readonly<Record<string, unknown>>[];
    const without = { ...list, tools: tools.map(({ outputSchema: _, ...tool }) => tool) };
    const size = (what: object): number => Buffer.byteLength(JSON.stringify(what)) / 1024;
    return [
      atMost(`tools/list as served, ${tools.length} tools`, size(list), 56, 'KB'),
      atMost('the same without output schemas', size(without), 32, 'KB'),
    ];
  } finally {
    await bridge.close();
  }
}
