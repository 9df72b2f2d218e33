/** What the commands print. While serving, standard output belongs to the protocol and nothing here is used for it. */

/** Writes a text and a line end, and waits until it is taken. False: nobody reads any more, which is no failure. */
export function print(text: string): Promise<boolean> {
  // The callback of each write tells of the failure; without a listener the event would end the program.
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => {
      if (error === null || error === undefined) resolve(true);
      else if ('code' in error && error.code === 'EPIPE') resolve(false);
      else reject(error);
    });
  });
}

/** Says what was wrong with the command line. */
export function wrongUsage(faults: readonly string[]): number {
  const lines = faults.map((fault) => `roslyn-bridge: ${fault}\n`);
  process.stderr.write(`${lines.join('')}roslyn-bridge --help lists the commands and flags.\n`);
  return 2;
}
