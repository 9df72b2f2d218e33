/** What a language server shows of a symbol: a line of code and documentation. */
import type { Hover } from 'vscode-languageserver-protocol';
import type { Place } from '../../model/places.ts';
import { definitionsAt } from './linked.ts';
import type { Member } from './members.ts';
import { occurrencesIn } from '../text/occurrences.ts';
import { comparePlaces, placesOf } from '../places.ts';
import type { View } from '../view.ts';

export interface Shown {
  /** The symbol with the types around it, and without accessibility: `int Calculator.Add(int a, int b)`. */
  readonly signature: string;
  /** The documentation without marks of a markup language; empty where there is none. */
  readonly documentation: string;
}

/** Undefined where the server shows nothing. */
export async function shownAt(view: View, place: Place): Promise<Shown | undefined> {
  const contents = (await view.ask<Hover | null>('textDocument/hover', view.at(place)))?.contents;
  const text = typeof contents === 'object' && 'value' in contents ? contents.value : undefined;
  const [, signature, documentation] = /^```\w*\n([^]*?)\n```\s*([^]*)$/.exec(text ?? '') ?? [];
  return signature === undefined ? undefined : { signature, documentation: plainText(documentation ?? '') };
}

/** Longer names in bold are none; the bound keeps a hostile comment from taking long. */
const bold = /\*\*(\S(?:.{0,300}?\S)?)\*\*/g;

/** csharp-ls writes names in double backquotes and code in fences. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/^(.*?)```\w*$/gm, '$1')
    .replace(/``(.+?)``/g, '$1')
    .replace(bold, '$1')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Occurrences of a name that are looked at; a common name stands in many unrelated places. */
const mostTried = 40;

/** csharp-ls shows nothing in a file that several projects link, but it does where the symbol is used. */
export async function shownWhereUsed(view: View, member: Member | undefined): Promise<Shown | undefined> {
  if (member === undefined) return undefined;
  const { place, name } = member;
  const elsewhere = [...view.sources()].filter((path) => path !== place.path);
  for (const use of (await occurrencesIn(view, elsewhere, name)).slice(0, mostTried)) {
    const answer = await definitionsAt(view, view.at(use));
    const declared = placesOf(view.root, answer === null ? [] : [answer].flat());
    if (declared.some((each) => comparePlaces(each, place) === 0)) return await shownAt(view, use);
  }
  return undefined;
}
