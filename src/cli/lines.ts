/** The lines of a stream. readline would also split at U+2028 and U+2029, which may stand inside a JSON string. */
import { addAbortSignal, type Readable } from 'node:stream';

/** Each line without its end; ends with the stream or, without an error, at the signal. */
export async function* linesOf(stream: Readable, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let open = '';
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      const parts = (open + decoder.decode(chunk, { stream: true })).split('\n');
      open = parts.pop() ?? '';
      yield* parts;
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  open += decoder.decode();
  if (open !== '') yield open;
}
