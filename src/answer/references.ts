/** How references are worded: a header with totals, then by file, then by line with its text. */
import type { Place } from '../model/places.ts';
import { fitting, tokensOf } from './budget.ts';

/** One place with the text of its line, where that could be read. */
export interface Row extends Place {
  readonly declaration: boolean;
  /** The name of the excluded folder that it lies in. */
  readonly excluded: string | undefined;
  readonly text: string | undefined;
}

export interface ReferencesAnswer {
  /** What was asked about, as full a name as is known. */
  readonly symbol: string;
  /** Said where the place is not exactly the one that was asked for. */
  readonly note: string | undefined;
  /** Uses in all, without declarations. */
  readonly total: number;
  readonly declarations: number;
  readonly fileCount: number;
  /** The rows from the offset on, as many as the limit allows. */
  readonly rows: readonly Row[];
  /** Rows before these, and rows in all. */
  readonly offset: number;
  readonly rowCount: number;
  /** The cursor for the page that begins at an offset. */
  readonly cursorAt: (offset: number) => string;
  readonly maxTokens: number;
  /** Bytes that the envelope adds to `data`. */
  readonly overhead: number;
}

export interface Page {
  readonly text: string;
  readonly data: Record<string, unknown>;
  /** Rows on this page and rows left after it. */
  readonly shown: number;
  readonly left: number;
}

/** Longer lines are cut around the name. */
const longestLine = 160;

/** The largest page that keeps the budget in text and in structure; at least one row, so that pages always advance. */
export function referencesPage(answer: ReferencesAnswer): Page {
  const render = (count: number): Page => {
    const rows = answer.rows.slice(0, count);
    const end = answer.offset + rows.length;
    const left = answer.rowCount - end;
    const cursor = left > 0 ? answer.cursorAt(end) : undefined;
    return { text: textOf(answer, rows, left, cursor), data: dataOf(answer, rows, cursor), shown: rows.length, left };
  };
  const sizes = (count: number): number[] => {
    const page = render(count);
    return [tokensOf(page.text), tokensOf(JSON.stringify(page.data)) + Math.ceil(answer.overhead / 4)];
  };
  const count = Math.max(Math.min(1, answer.rows.length), fitting(answer.rows.length, answer.maxTokens, sizes));
  return render(count);
}

/** The text of a line as a row shows it: without indentation, cut around the column (1-based) where it is long. */
export function lineText(line: string, column: number): string {
  const text = line.trim();
  if (text.length <= longestLine) return text;
  const at = column - 1 - (line.length - line.trimStart().length);
  const start = Math.max(0, Math.min(at - longestLine / 2, text.length - longestLine));
  const cut = text.slice(start, start + longestLine).toWellFormed();
  return `${start > 0 ? '…' : ''}${cut}${start + longestLine < text.length ? '…' : ''}`;
}

function textOf(answer: ReferencesAnswer, rows: readonly Row[], left: number, cursor: string | undefined): string {
  const range =
    rows.length < answer.rowCount ? `, rows ${answer.offset + 1}–${answer.offset + rows.length} of ${answer.rowCount}` : '';
  const files = `${answer.fileCount} ${answer.fileCount === 1 ? 'file' : 'files'}`;
  const declared = `${answer.declarations} ${answer.declarations === 1 ? 'declaration' : 'declarations'} (*)`;
  const lines = [
    `${answer.symbol}: ${answer.total} ${answer.total === 1 ? 'reference' : 'references'}, ${declared} in ${files}${range}`,
  ];
  if (answer.note !== undefined) lines.push(`(${answer.note})`);
  for (const [path, places] of byFile(rows)) {
    lines.push(places[0]?.excluded === undefined ? path : `${path} (excluded)`);
    for (const group of byLine(places)) {
      const columns = group.map((row) => `${row.column}${row.declaration ? '*' : ''}`).join(',');
      const [first] = group;
      lines.push(`  ${first?.line}:${columns}${first?.text === undefined ? '' : `  ${first.text}`}`);
    }
  }
  if (cursor !== undefined) lines.push(`${left} more: repeat the call with cursor ${cursor}`);
  return lines.join('\n');
}

function dataOf(answer: ReferencesAnswer, rows: readonly Row[], cursor: string | undefined): Record<string, unknown> {
  const files = [...byFile(rows)].map(([path, places]) => ({
    path,
    ...(places[0]?.excluded === undefined ? {} : { excluded: true }),
    places: byLine(places).flatMap((group) =>
      group.map((row, at) => ({
        line: row.line,
        column: row.column,
        ...(row.declaration ? { declaration: true } : {}),
        ...(at === 0 && row.text !== undefined ? { text: row.text } : {}),
      })),
    ),
  }));
  const { symbol, note, total, declarations, fileCount } = answer;
  return {
    symbol,
    ...(note === undefined ? {} : { note }),
    total,
    declarations,
    fileCount,
    files,
    ...(cursor === undefined ? {} : { cursor }),
  };
}

function byFile(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => row.path);
}

function byLine(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, (row) => row.line).values()];
}
