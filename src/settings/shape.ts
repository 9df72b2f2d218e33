/** What a shape of the table means for a value: as a rule for text, and as a definition for the checker. */
import type { Shape } from './table.ts';

/** One name of a folder: not empty, not `.` or `..`, without a separator. */
const folderName = /^(?!\.{1,2}$)[^/\\\0]+$/;

/** Whether text from the command line has the shape. */
export function fits(shape: Shape, text: string): boolean {
  switch (shape.kind) {
    case 'text':
      return text !== '';
    case 'seconds':
      return /^\d+$/.test(text) && Number(text) >= shape.from && Number(text) <= shape.to;
    case 'word':
      return shape.words.includes(text);
    case 'folder-name':
      return folderName.test(text);
    case 'workspace-file':
      return extensionPattern(shape.extensions).test(text);
  }
}

/** The definition for `compile` of model/check.ts. */
export function definition(shape: Shape): unknown {
  switch (shape.kind) {
    case 'text':
      return 'string';
    case 'seconds':
      return `${shape.from} <= number.integer <= ${shape.to}`;
    case 'word':
      return shape.words.map((word) => `'${word}'`).join(' | ');
    case 'folder-name':
      return folderName;
    case 'workspace-file':
      return extensionPattern(shape.extensions);
  }
}

/** Written without the flag `i`, because the pattern of a JSON Schema cannot have one. */
function extensionPattern(extensions: readonly string[]): RegExp {
  const either = extensions.map((extension) =>
    [...extension.slice(1)].map((letter) => `[${letter}${letter.toUpperCase()}]`).join(''),
  );
  return new RegExp(`\\.(${either.join('|')})$`);
}
