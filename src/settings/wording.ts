/** How faults of the settings file are worded, so that what a hostile file holds can never look like a line of ours. */

/** The name of the project's file; it is looked for in the workspace root only. */
export const fileName = '.roslyn-bridge.json';

/** The name of the user's file. */
export const userFileName = 'settings.toml';

/** The whole block of faults of a file, as standard error and `lsp` with action=reload show it. */
export const faultBlock = (file: string, lines: readonly string[]): string =>
  [`${file} is invalid:`, ...lines.map((line) => `- ${line}`)].join('\n');

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text that others wrote, harmless in a line of ours. Whatever would end the line, move the cursor or turn the direction
 * of writing is escaped; half a surrogate pair, too, because it cannot be written as UTF-8.
 */
export const escaped = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A string of the file, escaped and in quotes. */
export const quoted = (text: string): string => `'${escaped(text)}'`;

/** A place in the file from its keys and indexes: `diagnostics.severity`, `exclude[1]`. */
export const keyPath = (path: readonly (string | number)[]): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
