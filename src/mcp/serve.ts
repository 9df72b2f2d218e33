/** MCP over standard input and output, in both eras of the protocol, until the client or a signal ends it. */
import './zod-settings.ts';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { log } from '../log.ts';
import { preload } from '../model/check.ts';
import type { Bridge } from './call.ts';
import { createServer } from './server.ts';

export interface ServeOptions {
  /** Begin the load after tools/list instead of at the first call that needs it. */
  readonly loadOnList: boolean;
  /** Ends the serving. */
  readonly signal: AbortSignal;
}

/** Resolves when standard input has ended, or the signal has come, and everything is closed. */
export async function serve(bridge: Bridge, options: ServeOptions): Promise<void> {
  const transport = new EndingTransport();
  const onList = (): void => {
    // The first call needs the checker; its import is started while the client reads the list.
    preload();
    if (options.loadOnList) bridge.preload().catch((error: unknown) => log.error('load:', error));
  };
  const handle = serveStdio(() => createServer(bridge, onList), {
    transport,
    onerror: (error) => log.warn(`mcp: ${error.message}`),
  });
  const stop = (): void => void handle.close();
  options.signal.addEventListener('abort', stop, { once: true });
  await transport.ended;
  options.signal.removeEventListener('abort', stop);
  // What is left of standard input would keep the process alive.
  process.stdin.destroy();
  await bridge.close();
}

/** A transport that tells when it has closed: end of input, a broken output, an endless message, or our own stop. */
class EndingTransport extends StdioServerTransport {
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;

  constructor() {
    super();
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  override async close(): Promise<void> {
    try {
      await super.close();
    } finally {
      this.#end();
    }
  }
}
