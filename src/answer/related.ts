/** How the relatives of a member are worded: what overrides or implements it, or is overridden or implemented by it. */
import type { Place } from '../model/places.ts';

export interface RelatedRow extends Place {
  readonly text: string | undefined;
}

/** More than these are only counted. */
const mostListed = 40;

export function relatedText(rows: readonly RelatedRow[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows
    .slice(0, mostListed)
    .map(({ path, line, column, text }) => `  ${path}:${line}:${column}${text === undefined ? '' : `  ${text}`}`);
  const more = rows.length > mostListed ? [`  … and ${rows.length - mostListed} more`] : [];
  const what = rows.length === 1 ? 'declaration' : 'declarations';
  return [`overrides, implementations or what they stand for: ${rows.length} more ${what}`, ...lines, ...more];
}

export const relatedData = (rows: readonly RelatedRow[]): Record<string, unknown> =>
  rows.length === 0 ? {} : { related: { total: rows.length, declarations: rows.slice(0, mostListed) } };
