/**
 * Declarations as the text of a file has them, in the form in which outlines have them: for what the language server only
 * lists in its search, and for what the loaded frameworks leave out.
 */
import { resolve } from 'node:path';
import { isType } from '../../model/kinds.ts';
import type { Place } from '../../model/places.ts';
import { bareType } from '../../model/signature.ts';
import type { DeclaredName } from '../../servers/server.ts';
import type { Written } from '../../syntax/written.ts';
import { placeKey } from '../places.ts';
import { writtenIn } from '../text/written.ts';
import type { View } from '../view.ts';
import { type Container, type Declaration, symbolText } from './outline.ts';

/**
 * What the text of a file (path as answers show it) declares under any of the target frameworks; the properties of a
 * record's parameters, too.
 */
export async function writtenDeclarations(view: View, path: string): Promise<Declaration[]> {
  const source = await view.readable(path);
  if (source === undefined) return [];
  const text = await writtenIn(view, resolve(view.root, path), source.text);
  return text.declarations
    .flatMap((each) => [declarationOf(each), ...positional(each)])
    .map(({ nameStart, ...each }) => ({ ...each, place: { path, ...text.position(nameStart) } }));
}

/** Those of them at some of its places. */
export async function writtenAt(view: View, path: string, places: readonly Place[]): Promise<Declaration[]> {
  if (places.length === 0) return [];
  const wanted = new Set(places.map(placeKey));
  return (await writtenDeclarations(view, path)).filter(({ place }) => wanted.has(placeKey(place)));
}

type Unplaced = Omit<Declaration, 'place'> & { readonly nameStart: number };

function declarationOf(each: Written): Unplaced {
  const containers = containersOf(each);
  const named = nameOf(each);
  return { ...named, containers, symbol: symbolText(containers, named), nameStart: each.nameStart };
}

function positional(each: Written): Unplaced[] {
  if (each.kind !== 'record') return [];
  const containers = [...containersOf(each), each];
  return (each.parameters ?? []).map(({ name, nameStart }) => {
    const named = { kind: 'property', name, typeParameters: [] } as const;
    return { ...named, containers, symbol: symbolText(containers, named), nameStart };
  });
}

/** The parameters of a record or of a primary constructor are no part of its name. */
function nameOf({ kind, name, typeParameters, parameters, explicitInterface }: Written): DeclaredName {
  return {
    kind,
    name,
    typeParameters,
    ...(isType(kind) || parameters === undefined ? {} : { parameters: parameters.map(({ type }) => bareType(type)) }),
    ...(explicitInterface === undefined ? {} : { explicitInterface }),
  };
}

/** What a declaration stands in, each part of a namespace's name by itself. Extension members are those of the class around. */
export function containersOf({ parent }: Written): Container[] {
  if (parent === undefined) return [];
  const around = containersOf(parent);
  if (parent.kind === 'extension') return around;
  if (parent.kind !== 'namespace') return [...around, parent];
  return [...around, ...parent.name.split('.').map((name) => ({ name, typeParameters: [] }))];
}

/** The full name of a declaration, as in Declaration.symbol. */
export const writtenSymbol = (each: Written): string => symbolText(containersOf(each), nameOf(each));
