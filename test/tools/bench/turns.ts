/** Measuring in turns, so that whatever else the machine does falls on all that is compared. */

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('there is no median of nothing');
  return (upper + lower) / 2;
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/**
 * The median time of each work, done in turns: `warmUps` rounds that are not counted, then `runs` that are. A work that
 * gives a number measures itself.
 */
export async function inTurns<const Works extends readonly (() => Promise<unknown>)[]>(
  { warmUps, runs }: { readonly warmUps: number; readonly runs: number },
  works: Works,
): Promise<{ [At in keyof Works]: number }> {
  const times = works.map((): number[] => []);
  for (let run = -warmUps; run < runs; run += 1) {
    for (const [at, work] of works.entries()) {
      const began = performance.now();
      const own = await work();
      const taken = typeof own === 'number' ? own : performance.now() - began;
      if (run >= 0) times[at]?.push(taken);
    }
  }
  // One median a work, in their order: TypeScript does not know that of a list made by map().
  return times.map(median) as { [At in keyof Works]: number };
}
