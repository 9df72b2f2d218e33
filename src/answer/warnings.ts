/** Warnings that several answers give. */
import type { Warning } from '../model/codes.ts';

/** A warning as the text of an answer shows it. */
export const warningText = ({ code, message }: Warning): string => `warning ${code}: ${message}`;

/** All is known and counted; `what` was left out by a limit, which is named with its source (`limitText`). */
export const limitReached = (what: string, limit: string): Warning => ({
  code: 'limit_reached',
  message: `${what} left out by ${limit}`,
});

/** Excluded folders are loaded and not watched; `names` are those of the folders that an answer shows places of. */
export function excludedFolders(names: readonly (string | undefined)[]): Warning[] {
  const distinct = [...new Set(names.filter((name) => name !== undefined))];
  if (distinct.length === 0) return [];
  return [{ code: 'excluded_folders', message: `places in excluded folders (${distinct.join(', ')}) are as of the last load` }];
}
