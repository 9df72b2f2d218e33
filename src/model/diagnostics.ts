/** A problem that the compiler tells of, in a place. */
import type { Severity } from './codes.ts';
import type { Place } from './places.ts';

export interface CodeProblem extends Place {
  readonly severity: Severity;
  /** `CS0246`. */
  readonly id: string;
  readonly message: string;
  /** In a file that the build writes. */
  readonly generated?: true;
}
