/** Near names: what somebody who mistyped a name may have meant. */
import { distance } from 'fastest-levenshtein';

/**
 * The candidates nearest to `name`, best first: within `edits` edits and less than half of the candidate's length,
 * compared without regard to case.
 */
export function nearNames(name: string, candidates: Iterable<string>, edits = 2, most = 3): string[] {
  const wanted = name.toLowerCase();
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, edits: distance(wanted, candidate.toLowerCase()) }))
    .filter((each) => each.edits <= edits && each.edits * 2 < each.candidate.length)
    .sort((a, b) => a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, most)
    .map((each) => each.candidate);
}
