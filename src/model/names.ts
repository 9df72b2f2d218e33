/** Near names: what somebody who mistyped a name may have meant. */
import { distance } from 'fastest-levenshtein';

const mostEdits = 2;
const mostNear = 3;

/**
 * The three candidates nearest to `name`, best first: within two edits and less than half of the candidate's length,
 * compared without regard to case.
 */
export function nearNames(name: string, candidates: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, edits: distance(wanted, candidate.toLowerCase()) }))
    .filter((each) => each.edits <= mostEdits && each.edits * 2 < each.candidate.length)
    .sort((a, b) => a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, mostNear)
    .map((each) => each.candidate);
}
