/** A symbol of an assembly at a place where it stands: what the decompiled type says of it. */
import type { Location } from 'vscode-languageserver-protocol';
import type { Place } from '../../model/places.ts';
import { splitTopLevel } from '../../model/signature.ts';
import { declarationsIn } from '../../syntax/declarations.ts';
import { regionsOf } from '../../syntax/regions.ts';
import { lineStartsOf, offsetAt } from '../../syntax/text.ts';
import { lexemesOf } from '../../syntax/lexemes.ts';
import type { Written } from '../../syntax/written.ts';
import { fromLsp } from '../places.ts';
import type { View } from '../view.ts';

export interface AssemblySymbol {
  readonly assembly: string;
  /** The full name of the type that was decompiled. */
  readonly type: string;
  /** Its declaration; undefined where several could be meant. */
  readonly declared: Written | undefined;
  /** The others of its name. */
  readonly overloads: readonly Written[];
}

/** `signature` is what the language server shows at the place; undefined where it does not decompile. */
export async function assemblySymbol(view: View, place: Place, signature: string): Promise<AssemblySymbol | undefined> {
  const answer = await view.request<Location | Location[] | null>('textDocument/definition', view.at(place));
  const locations = answer === null ? [] : [answer].flat();
  const [first] = locations;
  const source = first === undefined ? undefined : await view.metadata(first.uri);
  if (source === undefined) return undefined;
  const { assembly, type, text } = source;
  const lineStarts = lineStartsOf(text);
  const offsets = new Set(locations.map(({ range }) => offsetAt(lineStarts, fromLsp(range.start))));
  const written = declarationsIn(lexemesOf(text, regionsOf(text))).declarations;
  const found = written.filter(({ nameStart }) => offsets.has(nameStart));
  const declared = meant(found, signature);
  return { assembly, type, declared, overloads: found.filter((each) => each !== declared) };
}

/** The one whose parameters are named as they are shown, since the types may be shown as they are where the symbol is used. */
function meant(found: readonly Written[], signature: string): Written | undefined {
  if (found.length === 1) return found[0];
  const list = /\(([^]*)\)$/.exec(signature)?.[1] ?? '';
  const shown = splitTopLevel(list, ',').map((each) => each.trim().replace(/\s+/g, ' '));
  const exact = found.filter(({ parameters }) => parameters?.map(({ text }) => text).join() === shown.join());
  if (exact.length === 1) return exact[0];
  const names = shown.map((each) => /(\w+)(?: = .*)?$/.exec(each)?.[1] ?? '').join();
  const [only, ...others] = found.filter(({ parameters = [] }) => {
    const written = parameters.map(({ name }) => name);
    // An extension method is shown without what it extends.
    const isExtension = parameters[0]?.text.startsWith('this ') === true;
    return written.join() === names || (isExtension && written.slice(1).join() === names);
  });
  return others.length === 0 ? only : undefined;
}
