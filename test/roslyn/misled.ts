/** What a client gets that is wrong in one thing and lives with it. */
import type { Client } from './asking.ts';
import type { Manner } from './raw.ts';
import type { Rule, Switch } from './switches.ts';

type Does = (client: Client) => Promise<unknown>;

/** One wrong client and the one in order; both have opened the solution. */
export interface Misled {
  readonly about: Switch | Rule;
  /** What the wrong one does. */
  readonly client: string;
  readonly wrongly: Does;
  readonly gets: unknown;
  readonly rightly: Does;
  readonly right: unknown;
  /** How the wrong one differs from the beginning on. */
  readonly manner?: Manner;
}
