/** Members of one name in one type, in whatever files its parts are. */
import { resolve } from 'node:path';
import type { Location } from 'vscode-languageserver-protocol';
import type { CSharpKind } from '../../model/kinds.ts';
import { bareType } from '../../model/signature.ts';
import { type Member, membersOf } from './members.ts';
import { placeKey, placesOf } from '../places.ts';
import type { View } from '../view.ts';

const overloadable: ReadonlySet<CSharpKind> = new Set(['method', 'constructor', 'indexer', 'operator']);

/** The others of a member's name, in the order of the text. `path` is that of its file, absolute. */
export async function overloadsOf(view: View, path: string, member: Member): Promise<Member[]> {
  if (!overloadable.has(member.kind)) return [];
  const files = await Promise.all((await filesOfType(view, path, member)).map((each) => membersOf(view, each)));
  const named = files
    .flatMap(({ members }) => members)
    .filter((each) => each.kind === member.kind && each.name === member.name && each.container === member.container);
  const known = new Set([identityOf(member)]);
  return named.filter((each) => {
    const identity = identityOf(each);
    const isOther = !known.has(identity);
    known.add(identity);
    return isOther;
  });
}

/**
 * What the language tells overloads apart by. Two declarations with the same are one member: each branch of an `#if` may
 * have its own, and so may each part of a partial method.
 */
function identityOf({ place, written }: Member): string {
  if (written === undefined) return placeKey(place);
  const { typeParameters, explicitInterface = '', modifiers, parameters = [] } = written;
  const types = parameters.map(({ type, text }) => `${byReference.test(text) ? 'ref ' : ''}${bareType(type)}`);
  const isStatic = written.kind === 'constructor' && modifiers.includes('static');
  return [typeParameters.length, explicitInterface, isStatic, ...types].join('\n');
}

/** `ref`, `out` and `in` are the same to overloads. */
const byReference = /^(?:(?:this|scoped|params)\s+)*(?:ref|out|in)\s/;

/** Only a partial type has parts in other files. */
async function filesOfType(view: View, path: string, member: Member): Promise<string[]> {
  const { members } = await membersOf(view, path);
  const type = members.find(
    ({ symbol, written }) => symbol === member.container && written?.nameStart === member.written?.parent?.nameStart,
  );
  if (type?.modifiers.includes('partial') !== true) return [path];
  const answer = await view.request<Location | Location[] | null>('textDocument/definition', view.at(type.place));
  const places = placesOf(view.root, answer === null ? [] : [answer].flat());
  return [...new Set([path, ...places.map((place) => resolve(view.root, place.path))])];
}
