/** A client that is wrong in one thing and does not get over it. */
import type { Client } from './asking.ts';
import type { Manner } from './raw.ts';
import type { Rule, Switch } from './switches.ts';

/** One wrong client, and what becomes of it. */
export interface Wrong {
  /** What it is wrong about; a switch is turned on. */
  readonly about: Switch | Rule;
  /** What it does. */
  readonly client: string;
  readonly manner?: Manner;
  readonly also?: readonly Switch[];
  /** What it does in the place of opening the solution. */
  readonly does?: (client: Client) => Promise<unknown> | void;
  /** What the fake says when it ends, with its exit code; without it the load is never complete. */
  readonly ends?: { readonly says: string; readonly code: number | null };
}

/** How it ends at an offence. */
export const crash = (says: string): NonNullable<Wrong['ends']> => ({ says: `Unhandled exception. ${says}`, code: 134 });
/** How it ends where a command line is wrong. */
export const parseError = (says: string): NonNullable<Wrong['ends']> => ({ says, code: 1 });
/** An error of a client. */
export const error = (code: number) => ({ error: { code, message: 'no' } });

/** The same answer to each request of a method. */
export const to =
  (wanted: string, reply: ReturnType<NonNullable<Manner['reply']>>): NonNullable<Manner['reply']> =>
  (method) =>
    method === wanted ? reply : undefined;

/** Opens the solution first. */
export const opened =
  (then: (client: Client) => Promise<unknown> | void): NonNullable<Wrong['does']> =>
  async (client) => {
    await client.open();
    await then(client);
  };
