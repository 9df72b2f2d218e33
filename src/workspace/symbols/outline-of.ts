/** What a file holds, or a type in all its parts, with what the answer lacks in words. */
import { resolve } from 'node:path';
import { type CSharpKind, csharpKinds, isType } from '../../model/kinds.ts';
import type { Warning } from '../../model/codes.ts';
import { Problem, revise } from '../../model/problem.ts';
import type { Definition } from './definition.ts';
import { definitionEverywhere, locateEverywhere } from './everywhere.ts';
import type { Target } from '../names/locate.ts';
import { type Member, membersOf } from './members.ts';
import { outlineNotes } from './outline-notes.ts';
import { askedPath } from '../names/asked-path.ts';
import { comparePlaces, shownPath } from '../places.ts';
import type { View } from '../view.ts';

export interface Outlined {
  /** The path of the file, or the full name of the type. */
  readonly of: string;
  /** The kind of the type; undefined for a file. */
  readonly kind: CSharpKind | undefined;
  /** By file, in the order of the text; a type's begin with the type itself. */
  readonly members: readonly Member[];
  /** What is not listed, and why. */
  readonly notes: readonly string[];
  readonly warnings: readonly Warning[];
}

/** Throws what is wrong with the path, or `file_not_in_project`. */
export async function outlineOfFile(view: View, given: string): Promise<Outlined> {
  const path = await askedPath(view, given);
  const file = await membersOf(view, path);
  const notes = outlineNotes(file, view.adapter.name);
  return { of: shownPath(view.root, path), kind: undefined, members: file.members, notes, warnings: [] };
}

/** Throws what is wrong with the target, or `invalid_arguments` where it is no type. */
export async function outlineOfType(view: View, target: Target): Promise<Outlined> {
  // A type is meant, whatever member has its name.
  const standing = await locateEverywhere(
    view,
    target.kind === 'name' ? { ...target, kinds: csharpKinds.filter(isType) } : target,
  );
  const { located } = standing;
  const definition = await definitionEverywhere(standing);
  const { symbol, kind, parts } = definition;
  if (kind === undefined || !isType(kind)) throw notAType(definition);
  const files = new Map(
    await Promise.all(
      [...new Set(parts.map(({ place }) => place.path))].map(async (path) => {
        return [path, await membersOf(view, resolve(view.root, path))] as const;
      }),
    ),
  );
  const held = parts.map(({ place }) => ({ file: files.get(place.path), place }));
  const sections = held.flatMap(({ file, place }) =>
    file === undefined ? [] : [{ file, members: within(file.members, place) }],
  );
  const notes = sections.flatMap(({ file, members }) => outlineNotes(file, view.adapter.name, members[0]?.written));
  const [type] = sections.flatMap(({ members }) => members);
  if (type === undefined) {
    throw new Problem('feature_unavailable', `${symbol} was found, and its file cannot be read as the projects compile it`, {
      continuation: revise('Ask for its definition, or for the outline of the file.'),
    });
  }
  return {
    of: type.symbol,
    kind: type.kind,
    members: sections.flatMap(({ members }) => members),
    notes: [...new Set([...(located.note === undefined ? [] : [located.note]), ...notes])],
    warnings: [...located.warnings, ...definition.warnings],
  };
}

/** The member at a place, with all that it holds; depths count from there. */
function within(members: readonly Member[], place: Member['place']): Member[] {
  const first = members.findIndex((each) => comparePlaces(each.place, place) === 0);
  const [type, ...rest] = first < 0 ? [] : members.slice(first);
  if (type === undefined) return [];
  const end = rest.findIndex(({ depth }) => depth <= type.depth);
  const all = [type, ...(end < 0 ? rest : rest.slice(0, end))];
  return all.map((each) => ({ ...each, depth: each.depth - type.depth }));
}

function notAType({ symbol, kind, metadata }: Definition): Problem {
  const what = metadata === undefined ? `${kind ?? 'local name'} ${symbol}` : `${symbol} (of an assembly)`;
  return new Problem('invalid_arguments', `outline is of a file or of a type in the loaded projects, and not of ${what}`, {
    continuation: revise('Give the type that holds it, or ask describe or definition about it.'),
  });
}
