/**
 * The dialect server: Microsoft's protocol, as far as the bridge speaks it, in front of a csharp-ls of its own, so that the
 * adapter for Microsoft's server gets real answers. It behaves as that server's source says, and ends, with a line on
 * standard error, at what that server does not bear. What it cannot do better than csharp-ls: it has no outline, uses and
 * definitions in files that several projects compile, no local functions and field-like events in outlines, no partial
 * results, no code actions, no restore, no Razor. Usage: main.ts CSHARP-LS OPTION... .
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type DataCallback, type Message, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { createMessageConnection } from 'vscode-jsonrpc/node';
import { Server } from './server.ts';

/** Ends as an unhandled exception does. */
function punish(what: string): never {
  process.stderr.write(`${what}\n`);
  process.exit(134);
}

function checkOptions(args: string[]): void {
  const string = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { stdio: { type: 'boolean' }, logLevel: string, extensionLogDirectory: string, telemetryLevel: string },
  });
  const { stdio, logLevel = 'Information', telemetryLevel = 'off', extensionLogDirectory } = values;
  if (stdio !== true) throw new Error('one of --stdio and --pipe is needed, and --pipe is not known here');
  if (!/^(Trace|Debug|Information|Warning|Error|Critical|None)$/.test(logLevel)) throw new Error(`--logLevel ${logLevel}`);
  if (!/^(all|crash|error|off)$/.test(telemetryLevel)) throw new Error(`--telemetryLevel ${telemetryLevel}`);
  if (extensionLogDirectory !== undefined) mkdirSync(extensionLogDirectory, { recursive: true });
}

/** Its own requests have strings for ids. */
class Writer extends StreamMessageWriter {
  override write(message: Message): Promise<void> {
    const { id, method } = message as { readonly id?: number; readonly method?: string };
    return super.write(id === undefined || method === undefined ? message : ({ ...message, id: `ask-${id}` } as Message));
  }
}

class Reader extends StreamMessageReader {
  override listen(callback: DataCallback) {
    return super.listen((message) => {
      const { id, method } = message as { readonly id?: string; readonly method?: string };
      if (id === undefined || method !== undefined) return callback(message);
      if (!/^ask-\d+$/.test(String(id))) punish(`an answer to ${id}, which asks nothing`);
      return callback({ ...message, id: Number(String(id).slice(4)) } as Message);
    });
  }
}

const [csharpLs = '', ...words] = process.argv.slice(2);
try {
  checkOptions(words);
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}
const reader = new Reader(process.stdin);
const connection = createMessageConnection(reader, new Writer(process.stdout));
reader.onError((error) => punish(`the conversation broke: ${error.message}`));
connection.onClose(() => process.exit(1));
new Server(connection, csharpLs, punish).listen();
