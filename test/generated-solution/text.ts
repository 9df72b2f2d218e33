/**
 * C# text that knows what stands where: names are put into it as marks of declarations and uses, and rendering gives the
 * text together with the place of every mark.
 */
import type { Spot } from '../tools/case-file.ts';
import type { CodeSymbol } from './symbols.ts';

export interface Mark {
  readonly text: Piece;
  readonly as:
    | { readonly is: 'declaration' | 'use'; readonly symbol: CodeSymbol }
    | { readonly is: 'problem'; readonly id: string; readonly message: string };
}

export type Piece = string | Mark | readonly Piece[];

/** Template text with pieces in it. */
export const cs = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Piece =>
  strings.flatMap((text, at) => [text, pieces[at] ?? '']);

/** The name in its own declaration; `text` where another token stands for it. */
export const def = (symbol: CodeSymbol, text = symbol.name): Mark => ({ text, as: { is: 'declaration', symbol } });

/** A use of the name; `text` where another token stands for it. */
export const use = (symbol: CodeSymbol, text = symbol.name): Mark => ({ text, as: { is: 'use', symbol } });

/** What the compiler complains about at this place. */
export const problem = (id: string, message: string, text: Piece): Mark => ({ text, as: { is: 'problem', id, message } });

/** The name with all that stands before it, for use from another namespace; a constructor's is that of its type. */
export function full(symbol: CodeSymbol): Piece {
  const named = symbol.kind === 'constructor' && typeof symbol.container !== 'string' ? symbol.container : symbol;
  const path = named.signature.replace(/[<(].*/, '');
  return [path.slice(0, -symbol.name.length), use(symbol)];
}

/** A file before it has a text. */
export interface SourceFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly body: Piece;
  /** With a byte-order mark and the line ends of Windows. */
  readonly windows?: boolean;
}

export interface PlacedMark {
  readonly mark: Mark;
  readonly spot: Spot;
}

/** The text as it is written to the disk, and the places of its marks. */
export function render({ path, body, windows = false }: SourceFile): { text: string; marks: readonly PlacedMark[] } {
  const marks: PlacedMark[] = [];
  let text = '';
  let line = 1;
  let lineStart = 0;
  const put = (piece: Piece): void => {
    if (typeof piece === 'string') {
      for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) {
        line += 1;
        lineStart = text.length + at + 1;
      }
      text += piece;
    } else if ('as' in piece) {
      marks.push({ mark: piece, spot: { file: path, line, col: text.length - lineStart + 1 } });
      put(piece.text);
    } else piece.forEach(put);
  };
  put(body);
  return { text: windows ? `\uFEFF${text.replaceAll('\n', '\r\n')}` : text, marks };
}
