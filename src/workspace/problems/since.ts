/** What has come and gone between two lists of problems. Pure. */
import type { CodeProblem } from '../../model/diagnostics.ts';
import { comparePlaces } from '../places.ts';

export interface Compared {
  /** Problems of now that were not there before. */
  readonly fresh: readonly CodeProblem[];
  /** Problems of before that are not there any more, where they were. */
  readonly gone: readonly CodeProblem[];
  /** Problems of now that were there before, wherever an edit has moved them. */
  readonly remaining: readonly CodeProblem[];
}

/**
 * Compares by file, id and message; of several that are alike those in one place are the same, then those in one line,
 * then they are taken in their order.
 */
export function compared(before: readonly CodeProblem[], now: readonly CodeProblem[]): Compared {
  const old = Map.groupBy(before, alike);
  const remaining = new Set<CodeProblem>();
  const found = new Set<CodeProblem>();
  const groups = [...Map.groupBy(now, alike)].flatMap(([key, group]) => {
    const earlier = old.get(key);
    return earlier === undefined ? [] : [{ group, earlier }];
  });
  for (const same of [samePlace, sameLine, () => true]) {
    for (const { group, earlier } of groups) {
      for (const each of group) {
        if (remaining.has(each)) continue;
        const match = earlier.find((other) => !found.has(other) && same(each, other));
        if (match === undefined) continue;
        remaining.add(each);
        found.add(match);
      }
    }
  }
  return {
    fresh: now.filter((each) => !remaining.has(each)),
    gone: before.filter((each) => !found.has(each)),
    remaining: [...remaining].sort(comparePlaces),
  };
}

const alike = ({ path, id, message }: CodeProblem): string => `${path}\n${id}\n${message}`;
const sameLine = (a: CodeProblem, b: CodeProblem): boolean => a.line === b.line;
const samePlace = (a: CodeProblem, b: CodeProblem): boolean => sameLine(a, b) && a.column === b.column;
