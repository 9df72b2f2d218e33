/** One `call --batch` process: a line in, a line out, so that the next page can be asked for with the cursor of the last one. */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

export interface BatchProcess {
  /** Sends one call and waits for its envelope. Throws when the process ends, stays silent or answers with something else. */
  readonly call: (tool: string, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Ends the input and waits for the process; gives its exit code. */
  readonly end: () => Promise<number>;
}

/** Longer than the bridge itself may take for a load and a call with the largest limits it can be given: a hang. */
const silence = 25 * 60_000;

/** Starts a command that speaks the protocol of `call --batch`. Throws where it cannot be started. */
export function startBatch(command: readonly string[]): BatchProcess {
  const child = Bun.spawn([...command], { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' });
  const complaints = new Response(child.stderr).text();
  const lines = createInterface({ input: Readable.fromWeb(child.stdout) })[Symbol.asyncIterator]();

  async function within<T>(result: Promise<T>): Promise<T> {
    let hung = false;
    const clock = setTimeout(() => {
      hung = true;
      // Its streams end with it, and so does the waiting below.
      child.kill('SIGKILL');
    }, silence);
    const settled = await result.finally(() => clearTimeout(clock));
    if (hung) throw new Error(`${command[0]} said nothing for ${silence / 1000} s\n${await complaints}`);
    return settled;
  }

  /** Gives what went wrong: a pipe without a reader says less than the last words of the process that left it. */
  async function send(line: string): Promise<unknown> {
    try {
      child.stdin.write(`${line}\n`);
      await child.stdin.flush();
      return undefined;
    } catch (error) {
      return error;
    }
  }

  return {
    call: async (tool, parameters) => {
      const cause = await send(JSON.stringify({ tool, arguments: parameters }));
      const line = await within(lines.next());
      if (line.done !== true) return JSON.parse(line.value);
      throw new Error(`${command[0]} ended with code ${await child.exited}\n${await complaints}`, { cause });
    },
    end: async () => {
      await child.stdin.end();
      return await within(child.exited);
    },
  };
}
