/**
 * What a file declares, complete: the language server's outline says what there is, the text how it is written. csharp-ls
 * leaves events, blocks of extension members, the properties of a record's parameters and what other target frameworks
 * compile out of outlines, and has none of a file that several projects link; the text tells these, too.
 */
import type { CSharpKind } from '../../model/kinds.ts';
import type { Place } from '../../model/places.ts';
import type { Parameter } from '../../syntax/lists.ts';
import { type Written, accessibilityOf, otherModifiers } from '../../syntax/written.ts';
import type { Declaration } from './outline.ts';
import { comparePlaces, placeKey, shownPath } from '../places.ts';
import { notInProject } from '../names/project-membership.ts';
import type { View } from '../view.ts';
import { type WrittenText, factsOf, writtenIn } from '../text/written.ts';
import { containersOf, writtenSymbol } from './written-declarations.ts';

/** A declaration in a file. */
export interface Member {
  readonly kind: CSharpKind;
  readonly name: string;
  /** The address that names it as exactly as a name can, and that of what it stands in (empty for the file). */
  readonly symbol: string;
  readonly container: string;
  /** How many declarations it stands in. */
  readonly depth: number;
  /** Where its name stands. */
  readonly place: Place;
  /** The last line of its body, from 1; undefined where the text is not known. */
  readonly lastLine: number | undefined;
  /** `public`, `protected internal`; undefined where there is none to say, or another part of a partial type says it. */
  readonly accessibility: string | undefined;
  /** The other modifiers. */
  readonly modifiers: readonly string[];
  /** The header without modifiers and keyword: `void Add(int a)`, `Order : IEntity`. */
  readonly signature: string;
  /** The `#if` under which it stands. */
  readonly condition: string | undefined;
  /** The property of a record's parameter. */
  readonly positional: boolean;
  /** How it is written, or the record whose parameter it is; undefined where the text does not tell. */
  readonly written: Written | undefined;
}

export interface FileMembers {
  /** In the order of the text. */
  readonly members: readonly Member[];
  /** The text, where it could be read. */
  readonly written: WrittenText | undefined;
  /** Why the language server tells nothing about the file, where it does not. */
  readonly byTextAlone: 'several-projects' | 'not-loaded' | undefined;
}

/** Throws `file_not_in_project`, or what is wrong with the file. */
export async function membersOf(view: View, path: string): Promise<FileMembers> {
  const shown = shownPath(view.root, path);
  const [declared, source] = [await view.outline(path), await view.readable(shown)];
  const byTextAlone = declared === undefined ? await whyNotTold(view, path) : undefined;
  if (source === undefined) return { members: (declared ?? []).map(told), written: undefined, byTextAlone };
  const written = await writtenIn(view, path, source.text);
  const held = Map.groupBy(written.declarations, ({ parent }) => parent?.nameStart);
  const all = written.declarations.flatMap((each) => membersFrom(written, shown, each, held.get(each.nameStart) ?? []));
  const known = declared === undefined ? undefined : new Set(declared.map(({ place }) => placeKey(place)));
  const members = all.filter((each) => known === undefined || known.has(placeKey(each.place)) || isLeftOut(each, written));
  const places = new Set(members.map(({ place }) => placeKey(place)));
  const others = (declared ?? []).filter(({ place }) => !places.has(placeKey(place))).map(told);
  const ordered = [...members, ...others].sort((a, b) => comparePlaces(a.place, b.place));
  return { members: ordered, written, byTextAlone };
}

async function whyNotTold(view: View, path: string): Promise<NonNullable<FileMembers['byTextAlone']>> {
  const missing = await notInProject(view, path);
  if (missing === undefined) return 'several-projects';
  // A framework that is not loaded may compile it.
  const homes = (await factsOf(view))?.projectsOf(path) ?? [];
  if (homes.length === 0) throw missing;
  return 'not-loaded';
}

/** Whether a declaration that an outline lacks is there all the same. */
function isLeftOut({ kind, positional, written: each }: Member, { isConditional, constantsKnown }: WrittenText): boolean {
  if (each !== undefined && isConditional(each)) return constantsKnown;
  return kind === 'namespace' || kind === 'extension' || kind === 'event' || positional;
}

/** A declaration of the text, which holds others, and the properties of a record's parameters. */
function membersFrom(text: WrittenText, path: string, each: Written, held: readonly Written[]): Member[] {
  const member = {
    kind: each.kind,
    name: each.name,
    symbol: writtenSymbol(each),
    container: containerOf(each),
    depth: each.depth,
    place: { path, ...text.position(each.nameStart) },
    lastLine: text.position(each.end).line,
    accessibility: accessibilityOf(each),
    modifiers: otherModifiers(each),
    signature: each.signature,
    condition: text.conditionOf(each),
    positional: false,
    written: each,
  };
  if (each.kind !== 'record') return [member];
  const explicit = new Set(held.map(({ name }) => name));
  const parameters = (each.parameters ?? []).filter(({ name }) => !explicit.has(name));
  return [member, ...parameters.map((parameter) => positionalMember(text, member, parameter))];
}

/** Of extension members the block that holds them. */
const containerOf = (each: Written): string =>
  each.parent?.kind === 'extension'
    ? writtenSymbol(each.parent)
    : containersOf(each)
        .map(({ name, typeParameters }) => named(name, typeParameters))
        .join('.');

/** The language makes a property of a record's parameter, unless the record declares one itself. */
function positionalMember(text: WrittenText, record: Member, { name, nameStart, type }: Parameter): Member {
  const place = { path: record.place.path, ...text.position(nameStart) };
  const isMutable = record.signature.startsWith('struct ') && !record.modifiers.includes('readonly');
  return {
    ...record,
    kind: 'property',
    name,
    symbol: `${record.symbol}.${name}`,
    container: record.symbol,
    depth: record.depth + 1,
    place,
    lastLine: place.line,
    accessibility: 'public',
    modifiers: [],
    signature: `${type} ${name} { get; ${isMutable ? 'set' : 'init'}; }`,
    condition: undefined,
    positional: true,
  };
}

/** Only the language server tells of it. */
function told({ kind, name, symbol, containers, place, lines }: Declaration): Member {
  const container = containers.map((each) => named(each.name, each.typeParameters)).join('.');
  return {
    kind,
    name,
    symbol,
    container,
    depth: containers.length,
    place,
    lastLine: lines?.last,
    accessibility: undefined,
    modifiers: [],
    signature: container === '' ? symbol : symbol.slice(container.length + 1),
    condition: undefined,
    positional: false,
    written: undefined,
  };
}

const named = (name: string, typeParameters: readonly string[]): string =>
  typeParameters.length === 0 ? name : `${name}<${typeParameters.join(', ')}>`;
