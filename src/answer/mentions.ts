/** How it is worded that a name stands in text that is no code. */
import type { Mention, MentionKind } from '../model/mention.ts';

/** Where a name stands, and whether these places are wanted beside their number. */
export interface Mentions {
  readonly rows: readonly MentionRow[];
  readonly listed: boolean;
}

export interface MentionRow extends Mention {
  /** The text of the line, where it is wanted and can be read. */
  readonly text: string | undefined;
}

const names = {
  comment: ['comment', 'comments'],
  string: ['string', 'strings'],
  'other-file': ['file of another language', 'files of other languages'],
} as const satisfies Readonly<Record<MentionKind, readonly [one: string, many: string]>>;

/** `most` of them are listed, where that is wanted; all are counted. */
export function mentionsText({ rows, listed }: Mentions, most: number): string[] {
  if (rows.length === 0) return [];
  const counts = [...countsOf(rows)].map(([kind, count]) => {
    const [one, many] = names[kind];
    return count === 1 ? `once in a ${one}` : `${count} times in ${many}`;
  });
  const lines = listedOf({ rows, listed }, most).map(
    ({ path, line, column, text }) => `  ${path}:${line}:${column}${text === undefined ? '' : `  ${text}`}`,
  );
  const left = rows.length - lines.length;
  const more = listed && left > 0 ? [`  … and ${left} more`] : [];
  return [`the name also stands ${counts.join(', ')}${listed ? '' : ' (mentions: true lists them)'}`, ...lines, ...more];
}

export function mentionsData({ rows, listed }: Mentions, most: number): Record<string, unknown> {
  if (rows.length === 0) return {};
  const places = listedOf({ rows, listed }, most);
  return { mentions: { ...Object.fromEntries(countsOf(rows)), ...(places.length > 0 ? { places } : {}) } };
}

const listedOf = ({ rows, listed }: Mentions, most: number): readonly MentionRow[] => (listed ? rows.slice(0, most) : []);

const countsOf = (rows: readonly MentionRow[]): Map<MentionKind, number> =>
  new Map([...Map.groupBy(rows, (row) => row.in)].map(([kind, { length }]) => [kind, length]));
