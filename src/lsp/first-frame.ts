/**
 * What stands before a server's first message: a runtime or a wrapper script may have something to say to people before
 * the server itself speaks. After the first header nothing of the kind is borne.
 */
import type { Readable } from 'node:stream';

const header = /(?:^|\n)(?=Content-(?:Length|Type):)/i;
/** Beyond so many bytes without a header this is no language server; the reader of frames says so. */
const most = 65_536;

/**
 * Resolves when the first header of the stream has come, or its end, with the text before it, usually none. The header
 * and what follows are still to be read from the stream.
 */
export function firstHeader(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let seen = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      seen = Buffer.concat([seen, chunk]);
      // One byte a character, so that an index in the text is an index in the bytes.
      const match = header.exec(seen.toString('latin1'));
      if (match === null && seen.length < most) return;
      stream.off('data', read);
      stream.off('end', end);
      stream.pause();
      const start = match === null ? 0 : match.index + match[0].length;
      const rest = seen.subarray(start);
      if (rest.length > 0) stream.unshift(rest);
      resolve(seen.subarray(0, start).toString('utf8'));
    };
    const end = (): void => resolve(seen.toString('utf8'));
    stream.on('data', read);
    stream.on('end', end);
  });
}
