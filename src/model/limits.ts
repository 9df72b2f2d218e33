/** What one call may cost, show and wait for: the limits in force for it, named as its arguments are. */
import { type CSharpKind, kindsOf } from './kinds.ts';

/** A value in force, and in words where it came from: `argument`, `preset overview`, `settings.toml`, `default` … */
export interface Limit<T> {
  readonly value: T;
  readonly source: string;
}

export const consistencies = ['fresh', 'stale_ok'] as const;
export type Consistency = (typeof consistencies)[number];

export interface Limits {
  /** Rows, or nodes, in one answer. */
  readonly limit: Limit<number>;
  /** Levels of a traversal. */
  readonly depth: Limit<number>;
  /** Tokens of an answer, counted as UTF-8 bytes / 4. */
  readonly maxTokens: Limit<number>;
  /** Words for the kinds that are shown; empty for all. See `kindFilter`. */
  readonly kinds: Limit<readonly string[]>;
  /** Words for the kinds that are not. */
  readonly excludeKinds: Limit<readonly string[]>;
  /** Whether lists show places in files that builds and generators write; what they leave out is counted. */
  readonly includeGenerated: Limit<boolean>;
  /** Whether lists show symbols of assemblies. One that is asked about by itself is answered in any case. */
  readonly includeExternal: Limit<boolean>;
  /** `stale_ok`: answer from what is there now, without a look at the disk and without waiting; the answer is labelled. */
  readonly consistency: Limit<Consistency>;
  /** How long the call waits for the load. */
  readonly loadWaitSeconds: Limit<number>;
  /** The whole time of the call, from its arrival. */
  readonly timeoutSeconds: Limit<number>;
}

/** Where a limit comes from when nobody has chosen it. */
export const byDefault = 'default';

/** Whether a kind is to be shown: it is among the wanted ones, if any are named, and not among the excluded ones. */
export function kindFilter({ kinds, excludeKinds }: Pick<Limits, 'kinds' | 'excludeKinds'>): (kind: CSharpKind) => boolean {
  const wanted = new Set(kindsOf(kinds.value));
  const excluded = new Set(kindsOf(excludeKinds.value));
  return (kind) => (kinds.value.length === 0 || wanted.has(kind)) && !excluded.has(kind);
}

/** Whether a source is one that the agent may not have in mind: a file or a preset. */
export const isChosen = (source: string): boolean => source !== byDefault && source !== 'argument';

/** A limit in words, with its source where a file or a preset set it: `limit 60 (preset overview)`. */
export const limitText = (name: keyof Limits, { value, source }: Limit<unknown>): string =>
  `${name} ${Array.isArray(value) ? value.join(', ') : String(value)}${isChosen(source) ? ` (${source})` : ''}`;

/** What filters kinds, in words, where a file or a preset does: `kinds type (preset overview)`; empty where only the call does. */
export function kindsText({ kinds, excludeKinds }: Pick<Limits, 'kinds' | 'excludeKinds'>): string {
  const filters = [
    ...(isChosen(kinds.source) && kinds.value.length > 0 ? [limitText('kinds', kinds)] : []),
    ...(isChosen(excludeKinds.source) && excludeKinds.value.length > 0 ? [limitText('excludeKinds', excludeKinds)] : []),
  ];
  return filters.join(' and ');
}
