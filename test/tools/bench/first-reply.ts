/** How long a program takes from its start to its first line of output. */

export interface Start {
  readonly command: readonly string[];
  /** Written to standard input at once. */
  readonly input: string;
  /** Whether the first line is the awaited reply; another one ends the measurement with an error. */
  readonly isReply: (line: string) => boolean;
}

/** Milliseconds from spawn to the first line. The program is ended by the end of its input, outside of the measured time. */
export async function timeToFirstReply({ command, input, isReply }: Start, env: Record<string, string>): Promise<number> {
  const begun = performance.now();
  const child = Bun.spawn([...command], { env, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' });
  // Where nobody reads it any more, the output ends without the reply, and that is reported below.
  const sending = send(child.stdin, input);
  let text = '';
  let reached = Number.NaN;
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true });
    if (!text.includes('\n') || !Number.isNaN(reached)) continue;
    reached = performance.now() - begun;
    await child.stdin.end();
  }
  const cause = await sending;
  const code = await child.exited;
  const line = text.slice(0, text.indexOf('\n'));
  if (!Number.isNaN(reached) && isReply(line) && code === 0) return reached;
  const complaints = await child.stderr.text();
  throw new Error(`${command.join(' ')} ended with code ${code} and answered: ${text.slice(0, 500)}\n${complaints}`, { cause });
}

/** Gives what went wrong. */
async function send(input: Bun.FileSink, text: string): Promise<unknown> {
  try {
    input.write(text);
    await input.flush();
    return undefined;
  } catch (error) {
    return error;
  }
}
