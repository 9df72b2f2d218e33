/** Frames of the base protocol as bytes, apart from the library that the bridge uses, so that each checks the other. */
import { writeSync } from 'node:fs';

export interface Frame {
  readonly header: string;
  readonly body: string;
}

/** Cuts frames out of what has come so far. Throws where a header is none; csharp-ls ends there. */
export class FrameReader {
  #bytes = Buffer.alloc(0);

  *push(chunk: Buffer): Generator<Frame> {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      const header = this.#bytes.subarray(0, end).toString('ascii');
      const length = Number(/^content-length: *(\d+)$/im.exec(header)?.[1]);
      if (!Number.isInteger(length)) throw new Error(`no Content-Length in ${JSON.stringify(header)}`);
      const start = end + 4;
      if (this.#bytes.length < start + length) return;
      const body = this.#bytes.subarray(start, start + length).toString('utf8');
      this.#bytes = this.#bytes.subarray(start + length);
      yield { header, body };
    }
  }
}

/** Frames on their way out, in order. */
export class FrameWriter {
  readonly #mode: 'whole' | 'split' | 'paired';
  #queue: Promise<void> = Promise.resolve();
  #kept: Buffer | undefined;

  constructor(mode: 'whole' | 'split' | 'paired') {
    this.#mode = mode;
  }

  send(message: unknown): void {
    const body = Buffer.from(JSON.stringify(message));
    const frame = Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
    if (this.#mode === 'whole') write(frame);
    else if (this.#mode === 'split') this.#queue = this.#queue.then(() => writeSplit(frame));
    else this.#pair(frame);
  }

  /** Half of a frame, and no more. */
  sendHalf(message: unknown): void {
    const body = Buffer.from(JSON.stringify(message));
    write(Buffer.from(`Content-Length: ${body.length}\r\n\r\n`));
    write(body.subarray(0, body.length / 2));
  }

  /** Keeps a frame until there is another one, or nothing else to do. */
  #pair(frame: Buffer): void {
    if (this.#kept !== undefined) {
      write(Buffer.concat([this.#kept, frame]));
      this.#kept = undefined;
      return;
    }
    this.#kept = frame;
    setTimeout(() => {
      if (this.#kept === frame) write(frame);
      if (this.#kept === frame) this.#kept = undefined;
    }, 20);
  }
}

/** In pieces that end inside of each character that takes more than a byte, or after some bytes without one. */
async function writeSplit(frame: Buffer): Promise<void> {
  let from = 0;
  for (let at = 1; at < frame.length; at += 1) {
    const continues = ((frame[at] ?? 0) & 0xc0) === 0x80;
    if (!continues && at - from < 200) continue;
    write(frame.subarray(from, at));
    from = at;
    await Bun.sleep(1);
  }
  write(frame.subarray(from));
}

/** All of it, whoever reads how slowly. */
export function write(bytes: Buffer, descriptor = 1): void {
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Bun.sleepSync(1);
    }
  }
}
