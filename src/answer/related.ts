/** How the relatives of a member are worded: what overrides or implements it, or is overridden or implemented by it. */
import type { Place } from '../model/places.ts';

export interface RelatedRow extends Place {
  readonly text: string | undefined;
}

/** `most` of them are listed, all are counted. */
export function relatedText(rows: readonly RelatedRow[], most: number): string[] {
  if (rows.length === 0) return [];
  const lines = rows
    .slice(0, most)
    .map(({ path, line, column, text }) => `  ${path}:${line}:${column}${text === undefined ? '' : `  ${text}`}`);
  const more = rows.length > most ? [`  … and ${rows.length - most} more, with a larger maxTokens`] : [];
  const what = rows.length === 1 ? 'declaration' : 'declarations';
  return [`overrides, implementations or what they stand for: ${rows.length} more ${what}`, ...lines, ...more];
}

export const relatedData = (rows: readonly RelatedRow[], most: number): Record<string, unknown> =>
  rows.length === 0 ? {} : { related: { total: rows.length, declarations: rows.slice(0, most) } };
