/** How a definition is worded: where it is declared, with its text where that was asked for; or what an assembly tells. */
import type { Place } from '../model/places.ts';
import { fitting } from './budget.ts';
import { type Budget, type Rendered, keeps } from './page.ts';
import { lineText } from './references.ts';

/** One place of a declaration, with the lines of the file that it takes. */
export interface DefinitionPart extends Place {
  /** The line of the name. */
  readonly text: string | undefined;
  /** First and last line of the whole declaration, from 1. */
  readonly lines: { readonly first: number; readonly last: number } | undefined;
  /** The text of those lines, where it was asked for. */
  readonly source: readonly string[] | undefined;
}

export interface DefinitionMetadata {
  readonly signature: string;
  readonly documentation: string;
  readonly assembly: string | undefined;
  readonly type: string | undefined;
  readonly decompiled: readonly { readonly line: number; readonly text: string }[];
}

export interface DefinitionAnswer extends Budget {
  readonly symbol: string;
  readonly kind: string | undefined;
  readonly note: string | undefined;
  readonly parts: readonly DefinitionPart[];
  /** How many of them are shown at most. */
  readonly mostParts: number;
  readonly metadata: DefinitionMetadata | undefined;
}

export interface Worded extends Rendered {
  /** What the budget left out, in words. */
  readonly left: string | undefined;
}

/** What of an answer is shown. */
interface Shown {
  readonly parts: readonly DefinitionPart[];
  readonly metadata: DefinitionMetadata | undefined;
}

/** The budget goes to the parts first, in their order, then to what an assembly tells, then to lines of source. */
export function definitionAnswer(answer: DefinitionAnswer): Worded {
  const extras = answer.metadata === undefined ? 0 : answer.metadata.decompiled.length + 1;
  const lines = answer.parts.slice(0, answer.mostParts).reduce((sum, { source }) => sum + (source?.length ?? 0), 0);
  const shownParts = Math.min(answer.parts.length, answer.mostParts);
  const most = shownParts + extras + lines;
  const render = (count: number): Worded => {
    const rest = count - shownParts;
    const shown = {
      parts: shared(answer.parts.slice(0, Math.min(answer.mostParts, Math.max(1, count))), Math.max(0, rest - extras)),
      metadata: answer.metadata === undefined ? undefined : shortened(answer.metadata, Math.max(0, rest)),
    };
    return { text: textOf(answer, shown), data: dataOf(answer, shown), left: leftOut(answer, shown) };
  };
  return render(fitting(most, (count) => keeps(answer, render(count))));
}

/** Documentation counts as one line, and the first one: it is what tells most. */
function shortened(metadata: DefinitionMetadata, count: number): DefinitionMetadata {
  const documentation = count > 0 ? cutTo(metadata.documentation, longestDocumentation) : '';
  const decompiled = metadata.decompiled.slice(0, Math.max(0, count - 1));
  return { ...metadata, documentation, decompiled: decompiled.map(({ line, text }) => ({ line, text: lineText(text, 1) })) };
}

const longestDocumentation = 1000;
const cutTo = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;

function leftOut({ parts, metadata }: DefinitionAnswer, shown: Shown): string | undefined {
  const sum = (list: readonly DefinitionPart[]): number => list.reduce((all, { source }) => all + (source?.length ?? 0), 0);
  const said = [
    counted(parts.length - shown.parts.length, 'declaration', 'declarations'),
    counted(sum(parts) - sum(shown.parts), 'line of source', 'lines of source'),
    counted((metadata?.decompiled.length ?? 0) - (shown.metadata?.decompiled.length ?? 0), 'decompiled line', 'decompiled lines'),
  ].filter((each) => each !== undefined);
  return said.length === 0 ? undefined : said.join(' and ');
}

const counted = (count: number, one: string, many: string): string | undefined =>
  count === 0 ? undefined : `${count} ${count === 1 ? one : many}`;

function shared(parts: readonly DefinitionPart[], count: number): DefinitionPart[] {
  let left = count;
  return parts.map((part) => {
    if (part.source === undefined) return part;
    const source = part.source.slice(0, left);
    left -= source.length;
    return { ...part, source };
  });
}

function textOf({ symbol, kind, note, parts: all }: DefinitionAnswer, { parts, metadata }: Shown): string {
  const named = `${kind === undefined ? '' : `${kind} `}${symbol}`;
  const lines = note === undefined ? [named] : [named, `(${note})`];
  if (metadata !== undefined) return [...lines, ...metadataText(metadata)].join('\n');
  for (const part of parts) {
    const { path, line, column, text, lines: extent } = part;
    const range = extent === undefined || extent.first === extent.last ? '' : ` (lines ${extent.first}–${extent.last})`;
    lines.push(`${path}:${line}:${column}${range}`);
    if (part.source === undefined) lines.push(...(text === undefined ? [] : [`  ${lineText(text, column)}`]));
    else lines.push(...numbered(part.source, extent?.first ?? line), ...cutNote(part));
  }
  const more = counted(all.length - parts.length, 'more declaration', 'more declarations');
  return [...lines, ...(more === undefined ? [] : [`… ${more}`])].join('\n');
}

/** The indentation that all lines share says nothing. */
function numbered(source: readonly string[], first: number): string[] {
  const indents = source.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents, 40);
  return source.map((line, at) => `${first + at}\t${line.slice(Math.min(shared, line.length - line.trimStart().length))}`);
}

function cutNote({ source, lines, path }: DefinitionPart): string[] {
  if (source === undefined) return [];
  if (lines === undefined) return ['(how far the declaration reaches is not known: this is the line of its name)'];
  const next = lines.first + source.length;
  return next > lines.last ? [] : [`… lines ${next}–${lines.last} of ${path} are left out`];
}

function metadataText({ documentation, assembly, type, decompiled }: DefinitionMetadata): string[] {
  const where = assembly === undefined ? 'declared in an assembly' : `declared in the assembly ${assembly}, type ${type}`;
  const overloads = decompiled.length > 1 ? ' (the overloads; the signature above is the one that is meant)' : '';
  return [
    `${where}; read-only`,
    ...(documentation === '' ? [] : [documentation.split('\n')[0] ?? '']),
    ...(decompiled.length === 0 ? [] : [`decompiled${overloads}:`, ...decompiled.map(({ line, text }) => `${line}\t${text}`)]),
  ];
}

function dataOf({ symbol, kind, note, parts: all }: DefinitionAnswer, { parts, metadata }: Shown): Record<string, unknown> {
  return {
    symbol,
    ...(kind === undefined ? {} : { kind }),
    ...(note === undefined ? {} : { note }),
    ...(all.length > parts.length ? { declarationCount: all.length } : {}),
    declarations: parts.map(({ path, line, column, text, lines, source }) => ({
      path,
      line,
      column,
      ...(lines === undefined ? {} : { firstLine: lines.first, lastLine: lines.last }),
      ...(source !== undefined && lines === undefined ? { extent: 'unknown' } : {}),
      ...(source !== undefined ? { source: source.join('\n') } : text === undefined ? {} : { text: lineText(text, column) }),
    })),
    ...(metadata === undefined ? {} : { metadata: { ...metadata, readOnly: true } }),
  };
}
