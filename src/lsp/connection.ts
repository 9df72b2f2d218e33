/**
 * The JSON-RPC connection over a server's pipes: framing by vscode-jsonrpc, a guard in front of the writer, a reply to
 * every request of the server, and an end for everybody who waits when the process dies.
 */
import { appendFileSync } from 'node:fs';
import {
  Disposable,
  ErrorCodes,
  type Message,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  createMessageConnection,
} from 'vscode-jsonrpc/node';
import { log } from '../log.ts';
import { firstHeader } from './first-frame.ts';
import type { ServerProcess } from './process.ts';

/** A message on its way to the server, as far as the guard looks at it. */
export interface OutgoingMessage {
  readonly method?: string;
  readonly params?: unknown;
}

export interface ConnectionOptions {
  /** Whether the server bears this message; anything else is never written to the pipe. */
  readonly allowed: (message: OutgoingMessage) => boolean;
  /** The answer to a request of the server; it is sent at once. Of undefined the server hears that there is no such method. */
  readonly reply: (method: string, params: unknown) => unknown;
  readonly onNotification: (method: string, params: unknown) => void;
  /** A file that gets every message, one JSON object a line. */
  readonly trace: string | undefined;
}

/**
 * Connects to a started server. The connection disposes itself when the process ends, which settles every request; a
 * process that breaks the conversation is ended.
 */
export function connect(server: ServerProcess, options: ConnectionOptions): MessageConnection {
  const trace = tracer(options.trace);
  const reader = tracedReader(server, trace);
  const writer = guardedWriter(new StreamMessageWriter(server.stdin), options.allowed, trace);
  const connection = createMessageConnection(reader, writer, {
    error: (text) => log.debug(`connection: ${text}`),
    warn: (text) => log.debug(`connection: ${text}`),
    info: (text) => log.trace(`connection: ${text}`),
    log: (text) => log.trace(`connection: ${text}`),
  });
  connection.onRequest((method: string, params: unknown) => {
    const answer = options.reply(method, params);
    return answer === undefined ? new ResponseError(ErrorCodes.MethodNotFound, `${method} is not answered here`) : answer;
  });
  connection.onNotification((method: string, params: unknown) => options.onNotification(method, params));
  connection.onUnhandledProgress((progress) => options.onNotification('$/progress', progress));
  // Where one frame cannot be read, the next ones cannot be trusted either.
  reader.onError((error) => server.refuse(`the conversation broke: ${error.message.split('\n', 1).join('')}`));
  writer.onError(() => server.condemn());
  connection.onClose(() => server.condemn());
  // On the end of the stream vscode-jsonrpc leaves pending requests pending; only dispose() rejects them.
  void server.ended.then(() => connection.dispose());
  connection.listen();
  return connection;
}

type Trace = (direction: 'out' | 'in', message: Message) => void;

/** A trace that cannot be written costs the trace and not the conversation. */
function tracer(file: string | undefined): Trace {
  let broken = file === undefined;
  return (direction, message) => {
    if (broken || file === undefined) return;
    try {
      appendFileSync(file, `${JSON.stringify({ at: Date.now(), direction, message })}\n`);
    } catch (error) {
      broken = true;
      log.warn(`the trace ends here: ${String(error)}`);
    }
  };
}

function tracedReader(server: ServerProcess, trace: Trace): MessageReader {
  const reader = new StreamMessageReader(server.stdout);
  // Its clock for half a message is wound up again and again, also after the end, and would keep the bridge alive.
  reader.partialMessageTimeout = 0;
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    listen: (callback) => {
      void firstHeader(server.stdout).then((before) => {
        if (before !== '') server.words.add(before);
        reader.listen((message) => {
          trace('in', message);
          callback(message);
        });
        server.stdout.resume();
      });
      return Disposable.create(() => undefined);
    },
    dispose: () => reader.dispose(),
  };
}

/**
 * A rejected message fails its own sendRequest or sendNotification and leaves the connection alive. Whatever a server
 * bears otherwise: after `shutdown` there is only `exit`. Batches, which wedge csharp-ls, vscode-jsonrpc does not know.
 */
function guardedWriter(writer: MessageWriter, allowed: ConnectionOptions['allowed'], trace: Trace): MessageWriter {
  let shutDown = false;
  const refusal = (message: OutgoingMessage): string | undefined => {
    if (!allowed(message)) return `this language server must not be sent ${message.method}`;
    if (shutDown && message.method !== undefined && message.method !== 'exit') return `${message.method} came after shutdown`;
    return undefined;
  };
  return {
    onError: writer.onError,
    onClose: writer.onClose,
    write: (message) => {
      const refused = refusal(message as OutgoingMessage);
      if (refused !== undefined) return Promise.reject(new Error(refused));
      shutDown ||= (message as OutgoingMessage).method === 'shutdown';
      trace('out', message);
      return writer.write(message);
    },
    end: () => writer.end(),
    dispose: () => writer.dispose(),
  };
}
