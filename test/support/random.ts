/** Numbers that look random and are the same in every run. */

export interface Random {
  /** A whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
}

export function random(seed: number): Random {
  let state = seed;
  // Park and Miller's generator; it has every number from 1 to 2147483646 in its cycle.
  const below = (limit: number): number => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
  return { below, pick: (list) => list[below(list.length)] ?? list[0] };
}
