/** Members of one name in one type, in whatever files its parts are. */
import { resolve } from 'node:path';
import type { Location } from 'vscode-languageserver-protocol';
import type { CSharpKind } from '../../model/kinds.ts';
import { type Member, membersOf } from './members.ts';
import { comparePlaces, placesOf } from '../places.ts';
import type { View } from '../view.ts';

const overloadable: ReadonlySet<CSharpKind> = new Set(['method', 'constructor', 'indexer', 'operator']);

/** The others of a member's name, in the order of the text. `path` is that of its file, absolute. */
export async function overloadsOf(view: View, path: string, member: Member): Promise<Member[]> {
  if (!overloadable.has(member.kind)) return [];
  const files = await Promise.all((await filesOfType(view, path, member)).map((each) => membersOf(view, each)));
  return files
    .flatMap(({ members }) => members)
    .filter((each) => each.kind === member.kind && each.name === member.name && each.container === member.container)
    .filter((each) => comparePlaces(each.place, member.place) !== 0);
}

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
