/** What a file declares, flattened: every declaration with its containers, as addresses are matched against it. */
import type { DocumentSymbol, Range } from 'vscode-languageserver-protocol';
import { type CSharpKind, isType } from '../../model/kinds.ts';
import type { Place } from '../../model/places.ts';
import { splitTopLevel } from '../../model/signature.ts';
import type { DeclaredName, ServerAdapter } from '../../servers/server.ts';
import { declarationsIn } from '../../syntax/declarations.ts';
import { lexemesOf } from '../../syntax/lexemes.ts';
import { regionsOf } from '../../syntax/regions.ts';
import { lineStartsOf, offsetAt } from '../../syntax/text.ts';
import { fromLsp } from '../places.ts';

/** One part of the way to a declaration: a part of a namespace's name, or a type. */
export interface Container {
  readonly name: string;
  readonly typeParameters: readonly string[];
}

export interface Declaration extends DeclaredName {
  readonly containers: readonly Container[];
  /** Where its name stands. */
  readonly place: Place;
  /** `Shop.Core.Repo<T>.Find(int)`: the address that names it as exactly as a name can. */
  readonly symbol: string;
  /** Its first and last line, from 1, with its documentation and attributes; absent where only the search knows of it. */
  readonly lines?: { readonly first: number; readonly last: number };
}

/** Declarations of one file in the order of the text; namespaces are containers only. */
export function declarationsOf(
  symbols: readonly DocumentSymbol[],
  path: string,
  lines: readonly string[],
  adapter: ServerAdapter,
): Declaration[] {
  const found: Declaration[] = [];
  const writtenAt = kindsWritten(lines);
  const walk = (nodes: readonly DocumentSymbol[], containers: readonly Container[], parent: CSharpKind | undefined): void => {
    for (const node of nodes) {
      // The root of an outline stands for the file itself.
      if (node.kind === 1) {
        walk(node.children ?? [], containers, undefined);
        continue;
      }
      const named = adapter.declaredName(node);
      if (named.kind === 'namespace') {
        const own = named.name.split('.').map((name) => ({ name, typeParameters: [] }));
        // A namespace within a namespace is shown by its own part of the name.
        walk(node.children ?? [], [...containers, ...own], undefined);
        continue;
      }
      const place = { path, ...fromLsp(node.selectionRange.start) };
      const before = (lines[place.line - 1] ?? '').slice(0, place.column - 1);
      const kind = exactKind(named, writtenAt(place), parent, containers.at(-1)?.name);
      const { parameters, ...unlisted } = qualified(named, before);
      // Those of a delegate are no part of its name, also where it is shown like a method.
      const declared = { ...unlisted, kind, ...(isType(kind) || parameters === undefined ? {} : { parameters }) };
      const symbol = symbolText(containers, declared);
      found.push({ ...declared, containers, place, symbol, ...(lines.length === 0 ? {} : { lines: extent(node.range, lines) }) });
      walk(node.children ?? [], [...containers, declared], declared.kind);
    }
  };
  walk(symbols, [], undefined);
  return found;
}

/** An explicit implementation with its interface, which a server may leave out; `before` is what its line has before its name. */
function qualified(named: DeclaredName, before: string): DeclaredName {
  if (named.explicitInterface !== undefined || !before.endsWith('.')) return named;
  const qualifier = splitTopLevel(before, ' ').at(-1)?.slice(0, -1) ?? '';
  return /^[\p{L}_@]/u.test(qualifier) ? { ...named, explicitInterface: qualifier } : named;
}

/** Words without which no declaration is of another kind than servers say. */
const exactWords = /\b(?:record|delegate|const|event)\b/;

/** What kind of declaration the text has at the place of a name. */
function kindsWritten(lines: readonly string[]): (place: Place) => CSharpKind | undefined {
  const text = lines.join('\n');
  if (!exactWords.test(text)) return () => undefined;
  const starts = lineStartsOf(text);
  const { declarations } = declarationsIn(lexemesOf(text, regionsOf(text)));
  const kinds = new Map(declarations.map(({ nameStart, kind }) => [nameStart, kind]));
  return (place) => kinds.get(offsetAt(starts, place));
}

/**
 * Servers tell kinds coarsely: a record is a class or a struct, a delegate a class or a method, a constant or an event a
 * field, and a constructor a method, which in C# alone has the name of the type around it.
 */
function exactKind(
  { kind, name }: DeclaredName,
  written: CSharpKind | undefined,
  parent: CSharpKind | undefined,
  around: string | undefined,
): CSharpKind {
  if (kind === 'field' && parent === 'enum') return 'enum-member';
  if (kind === 'method' && written === 'delegate') return 'delegate';
  if (kind === 'method' && parent !== undefined && name === around) return 'constructor';
  const finer: readonly (CSharpKind | undefined)[] = kind === 'field' ? ['constant', 'event'] : ['record', 'delegate'];
  const isCoarse = kind === 'class' || kind === 'struct' || kind === 'field';
  return isCoarse && written !== undefined && finer.includes(written) ? written : kind;
}

/**
 * A node's range begins with blank lines before it and ends after its line break (csharp-ls), or begins with the attributes,
 * behind the comments (Microsoft's server).
 */
function extent(range: Range, lines: readonly string[]): { first: number; last: number } {
  let first = range.start.line;
  while (first < range.end.line && (lines[first] ?? '').trim() === '') first += 1;
  while (/^\s*\/\//.test(lines[first - 1] ?? '')) first -= 1;
  const last = range.end.character === 0 && range.end.line > first ? range.end.line - 1 : range.end.line;
  return { first: first + 1, last: last + 1 };
}

/** The full name with type parameters and the types of the parameters. */
export function symbolText(containers: readonly Container[], declared: DeclaredName): string {
  const parts = containers.map(withTypeParameters);
  if (declared.explicitInterface !== undefined) parts.push(declared.explicitInterface);
  const list = declared.parameters?.join(', ');
  if (declared.kind === 'indexer') parts.push(`this[${list ?? ''}]`);
  else parts.push(`${withTypeParameters(declared)}${list === undefined ? '' : `(${list})`}`);
  return parts.join('.');
}

const withTypeParameters = ({ name, typeParameters }: Container): string =>
  typeParameters.length === 0 ? name : `${name}<${typeParameters.join(', ')}>`;

/** Kind and text together: what tells a nested type from a method of the same name. */
export const declarationKey = (declaration: { readonly kind: CSharpKind; readonly symbol: string }): string =>
  `${declaration.kind} ${declaration.symbol}`;
