/** The rows of the benchmark's table: what was measured, what it should be, and whether it is. */

export interface Row {
  readonly what: string;
  /** `—` where there is none. */
  readonly goal: string;
  readonly measured: string;
  /** Absent where there is no goal. */
  readonly met?: boolean;
  /** Why a goal is missed, as far as the numbers tell, or what a reader should know of the row. */
  readonly note?: string;
}

/** A value beside the most that it may be. */
export function atMost(what: string, value: number, most: number, unit: string, note?: string): Row {
  const met = value <= most;
  const over = met ? [] : [`${shown(value - most)} ${unit} too much`];
  return {
    what,
    goal: `≤ ${shown(most)} ${unit}`,
    measured: `${shown(value)} ${unit}`,
    met,
    ...noted([...over, ...(note === undefined ? [] : [note])]),
  };
}

/** Times beside each other, in milliseconds, and how many times as long the first may take. */
export function ratio(what: string, ours: number, theirs: number, most: number | undefined, note?: string): Row {
  const times = ours / theirs;
  const measured = `${times.toFixed(2)} × (${time(ours)} : ${time(theirs)})`;
  if (most === undefined) return { what, goal: '—', measured, ...noted(note === undefined ? [] : [note]) };
  const met = times <= most;
  const over = met ? [] : [`${time(ours - most * theirs)} too long`];
  return { what, goal: `≤ ${most} ×`, measured, met, ...noted([...over, ...(note === undefined ? [] : [note])]) };
}

/** A value that has no goal. */
export const plain = (what: string, measured: string, note?: string): Row => ({
  what,
  goal: '—',
  measured,
  ...noted(note === undefined ? [] : [note]),
});

const noted = (notes: readonly string[]): { note?: string } => (notes.length === 0 ? {} : { note: notes.join('; ') });

/** Milliseconds as a person reads them. */
export const time = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(2)} s` : `${shown(milliseconds)} ms`;

const shown = (value: number): string => value.toFixed(Math.abs(value) < 1 ? 2 : Math.abs(value) < 100 ? 1 : 0);

/** A table in Markdown. */
export function table(rows: readonly Row[]): string {
  const verdict = ({ met, note }: Row): string =>
    [...(met === undefined ? [] : [met ? 'met' : 'MISSED']), ...(note === undefined ? [] : [note])].join(': ');
  return [
    '| what | goal | measured | |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${[row.what, row.goal, row.measured, verdict(row)].join(' | ')} |`),
  ].join('\n');
}
