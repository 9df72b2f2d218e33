/**
 * The JSON-RPC connection over a server's pipes: framing by vscode-jsonrpc, a guard in front of the writer, a reply to
 * every request of the server, and an end for everybody who waits when the process dies.
 */
import { appendFileSync } from 'node:fs';
import {
  type Message,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
  createMessageConnection,
} from 'vscode-jsonrpc/node';
import { log } from '../log.ts';
import type { ServerProcess } from './process.ts';

/** A message on its way to the server, as far as the guard looks at it. */
export interface OutgoingMessage {
  readonly method?: string;
  readonly params?: unknown;
}

export interface ConnectionOptions {
  /** Whether the server bears this message; anything else is never written to the pipe. */
  readonly allowed: (message: OutgoingMessage) => boolean;
  /** The answer to a request of the server; it is sent at once. */
  readonly reply: (method: string, params: unknown) => unknown;
  readonly onNotification: (method: string, params: unknown) => void;
  /** A file that gets every message, one JSON object a line. */
  readonly trace: string | undefined;
}

/** Connects to a started server. The connection disposes itself when the process ends, which settles every request. */
export function connect(server: ServerProcess, options: ConnectionOptions): MessageConnection {
  const trace = tracer(options.trace);
  const reader = tracedReader(new StreamMessageReader(server.stdout), trace);
  const writer = guardedWriter(new StreamMessageWriter(server.stdin), options.allowed, trace);
  const connection = createMessageConnection(reader, writer, {
    error: (text) => log.debug(`connection: ${text}`),
    warn: (text) => log.debug(`connection: ${text}`),
    info: (text) => log.trace(`connection: ${text}`),
    log: (text) => log.trace(`connection: ${text}`),
  });
  connection.onRequest((method: string, params: unknown) => options.reply(method, params));
  connection.onNotification((method: string, params: unknown) => options.onNotification(method, params));
  connection.onUnhandledProgress((progress) => options.onNotification('$/progress', progress));
  connection.onError(([error]) => log.debug(`connection: ${error.message}`));
  // On the end of the stream vscode-jsonrpc leaves pending requests pending; only dispose() rejects them.
  void server.ended.then(() => connection.dispose());
  connection.listen();
  return connection;
}

type Trace = (direction: 'out' | 'in', message: Message) => void;

function tracer(file: string | undefined): Trace {
  if (file === undefined) return () => undefined;
  return (direction, message) => appendFileSync(file, `${JSON.stringify({ at: Date.now(), direction, message })}\n`);
}

function tracedReader(reader: MessageReader, trace: Trace): MessageReader {
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    listen: (callback) =>
      reader.listen((message) => {
        trace('in', message);
        callback(message);
      }),
    dispose: () => reader.dispose(),
  };
}

/** A rejected message fails its own sendRequest or sendNotification and leaves the connection alive. */
function guardedWriter(writer: MessageWriter, allowed: ConnectionOptions['allowed'], trace: Trace): MessageWriter {
  return {
    onError: writer.onError,
    onClose: writer.onClose,
    write: (message) => {
      if (!allowed(message as OutgoingMessage)) {
        return Promise.reject(new Error(`this language server must not be sent ${(message as OutgoingMessage).method}`));
      }
      trace('out', message);
      return writer.write(message);
    },
    end: () => writer.end(),
    dispose: () => writer.dispose(),
  };
}
