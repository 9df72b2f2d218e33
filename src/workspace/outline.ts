/** What a file declares, flattened: every declaration with its containers, as addresses are matched against it. */
import type { DocumentSymbol } from 'vscode-languageserver-protocol';
import type { CSharpKind } from '../model/kinds.ts';
import type { Place } from '../model/places.ts';
import type { DeclaredName, ServerAdapter } from '../servers/server.ts';
import { fromLsp } from './places.ts';

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
}

/** Declarations of one file in the order of the text; namespaces are containers only. */
export function declarationsOf(symbols: readonly DocumentSymbol[], path: string, adapter: ServerAdapter): Declaration[] {
  const found: Declaration[] = [];
  const walk = (nodes: readonly DocumentSymbol[], containers: readonly Container[]): void => {
    for (const node of nodes) {
      // The root of an outline stands for the file itself.
      if (node.kind === 1) {
        walk(node.children ?? [], containers);
        continue;
      }
      const declared = adapter.declaredName(node);
      const inner =
        declared.kind === 'namespace' ? declared.name.split('.').map((name) => ({ name, typeParameters: [] })) : [declared];
      if (declared.kind !== 'namespace') {
        const place = { path, ...fromLsp(node.selectionRange.start) };
        found.push({ ...declared, containers, place, symbol: symbolText(containers, declared) });
      }
      walk(node.children ?? [], [...(declared.kind === 'namespace' ? [] : containers), ...inner]);
    }
  };
  walk(symbols, []);
  return found;
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
