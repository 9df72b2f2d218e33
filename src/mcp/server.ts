/**
 * The MCP server: tools as the protocol lists them, and calls handed on to the one path of every call. It stands on the
 * SDK's lower level, because the upper one wants to check arguments by itself, and its faults would replace ours.
 */
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { log } from '../log.ts';
import { name, version } from '../version.ts';
import type { Bridge, CallOptions } from './call.ts';
import { outputSchema } from './envelope.ts';
import instructions from './instructions.md' with { type: 'text' };

/** An hour: the list of tools is the same as long as the program runs. */
const unchanging = { ttlMs: 3_600_000, cacheScope: 'public' as const };

/** `onList` is called with each tools/list. */
export function createServer(bridge: Bridge, onList: () => void): Server {
  const server = new Server(
    { name, title: 'Roslyn bridge', version, description: 'What the C# compiler knows about the code of a workspace' },
    {
      instructions,
      capabilities: { tools: { listChanged: false } },
      cacheHints: { 'tools/list': unchanging, 'server/discover': unchanging },
    },
  );
  const tools = bridge.tools.map(({ name, title, description, annotations, inputSchema }) => ({
    name,
    title,
    description,
    annotations: { ...annotations },
    inputSchema: { ...inputSchema, type: 'object' as const },
    outputSchema,
  }));
  server.setRequestHandler('tools/list', () => {
    onList();
    return { tools };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    // Only a tool that does not exist is an error of the protocol; all else is for the model to read.
    if (!tools.some((tool) => tool.name === params.name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found`);
    const { envelope, text, isError } = await bridge.call(params.name, params.arguments, callOptions(context));
    return { content: [{ type: 'text' as const, text }], structuredContent: { ...envelope }, isError };
  });
  return server;
}

/** Progress goes out only where the client gave a token. */
function callOptions(context: ServerContext): CallOptions {
  const { signal, _meta, notify } = context.mcpReq;
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { signal };
  return {
    signal,
    progress: (step) => {
      notify({ method: 'notifications/progress', params: { progressToken, ...step } }).catch((error: unknown) =>
        log.debug(`progress: ${String(error)}`),
      );
    },
  };
}
