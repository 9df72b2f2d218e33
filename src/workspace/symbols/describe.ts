/** What is known of one symbol: how it is declared and documented, and what else has its name beside it. */
import { resolve } from 'node:path';
import type { Warning } from '../../model/codes.ts';
import type { CSharpKind } from '../../model/kinds.ts';
import type { Place } from '../../model/places.ts';
import { type Written, accessibilityOf, otherModifiers } from '../../syntax/written.ts';
import { assemblySymbol } from './assembly-symbol.ts';
import type { Metadata, Part } from './definition.ts';
import { definitionEverywhere, locateEverywhere } from './everywhere.ts';
import { type Shown, plainText, shownAt, shownWhereUsed } from './hover.ts';
import type { Target } from '../names/locate.ts';
import { type Member, membersOf } from './members.ts';
import { overloadsOf } from './overloads.ts';
import { comparePlaces } from '../places.ts';
import type { View } from '../view.ts';

export interface Described extends Header {
  /** As full a name as is known. */
  readonly symbol: string;
  readonly notes: readonly string[];
  readonly constraints: readonly string[];
  /** What stands between the brackets of each list. */
  readonly attributes: readonly string[];
  /** Base types as written. */
  readonly bases: readonly string[];
  /** The full name of the type that holds it; of a local, of the member. */
  readonly containing: string | undefined;
  readonly namespace: string | undefined;
  /** Empty where there is none. */
  readonly documentation: string;
  /** None where an assembly declares it. */
  readonly declared: readonly Part[];
  readonly assembly: string | undefined;
  /** Others of its name in the same type; their places are absent in an assembly. */
  readonly overloads: readonly (Header & { readonly place?: Place })[];
  readonly warnings: readonly Warning[];
}

/** A declaration without what it holds. */
export interface Header {
  /** Undefined for locals, parameters and the like. */
  readonly kind: CSharpKind | undefined;
  readonly accessibility: string | undefined;
  readonly modifiers: readonly string[];
  /** The header without modifiers and keyword, else what the language server shows. */
  readonly signature: string;
}

/** Throws as `locate` and `findDefinition` do. */
export async function describeSymbol(view: View, target: Target): Promise<Described> {
  const standing = await locateEverywhere(view, target);
  const { located } = standing;
  const { symbol, parts, metadata, warnings: more } = await definitionEverywhere(standing);
  const warnings = [...located.warnings, ...more];
  const notes = located.note === undefined ? [] : [located.note];
  if (metadata !== undefined) return { ...(await ofAssembly(standing.view, located.place, metadata)), notes, warnings };
  const files = await Promise.all(parts.map(({ place }) => membersOf(view, resolve(view.root, place.path))));
  const around = files.flatMap(({ members }) => members);
  const [member, ...rest] = around.filter(({ place }) => parts.some((part) => comparePlaces(place, part.place) === 0));
  const shown = (await shownAt(standing.view, located.place)) ?? (await shownWhereUsed(view, member));
  if (shown === undefined) notes.push(`${view.adapter.name} shows nothing at its declaration: its documentation is not known`);
  const namespace = namespaceAt(around, parts[0]?.place);
  if (namespace !== undefined) return { ...ofNamespace(namespace), declared: parts, notes, warnings };
  const local = { symbol, place: parts[0]?.place ?? located.place, around, shown };
  const facts = member === undefined ? ofLocal(local) : await ofMember(view, [member, ...rest], around, shown);
  return { ...facts, declared: parts, assembly: undefined, notes, warnings };
}

type Facts = Omit<Described, 'declared' | 'assembly' | 'notes' | 'warnings'>;

const none = { constraints: [], attributes: [], bases: [], overloads: [], namespace: undefined };

/** `parts` are those of a partial type or member. */
async function ofMember(
  view: View,
  parts: readonly [Member, ...Member[]],
  around: readonly Member[],
  shown: Shown | undefined,
): Promise<Facts> {
  const first = fullest(parts);
  const { symbol, kind, signature, container, positional } = first;
  const accessibility = parts.find((each) => each.accessibility !== undefined)?.accessibility;
  const common = { symbol, kind, signature, accessibility, modifiers: distinct(parts.flatMap(({ modifiers }) => modifiers)) };
  if (positional) return { ...none, ...common, containing: container, ...(await ofParameter(view, first, around)) };
  const written = parts.flatMap((each) => each.written ?? []);
  const namespace = namespaceOf(first.written?.parent);
  return {
    ...common,
    constraints: written[0]?.constraints ?? [],
    attributes: written.flatMap(({ attributes }) => attributes),
    bases: distinct(written.flatMap(({ bases }) => bases)),
    containing: container === '' || container === namespace ? undefined : container,
    namespace,
    documentation: shown?.documentation ?? '',
    overloads: await overloadsOf(view, resolve(view.root, first.place.path), first),
  };
}

/** One part of a partial type names its base types, as a rule. */
const fullest = ([first, ...others]: readonly [Member, ...Member[]]): Member =>
  others.reduce((best, each) => (each.signature.length > best.signature.length ? each : best), first);

const distinct = (list: readonly string[]): string[] => [...new Set(list)];

function namespaceOf(written: Written | undefined): string | undefined {
  const names: string[] = [];
  for (let each = written; each !== undefined; each = each.parent) if (each.kind === 'namespace') names.unshift(each.name);
  return names.length === 0 ? undefined : names.join('.');
}

/** The namespace that is meant where a place lies in the name of one: `Shop` of `Shop.Core`, too. */
function namespaceAt(around: readonly Member[], at: Place | undefined): string | undefined {
  const found = around.find(({ kind, name, place }) => {
    const isInName = at !== undefined && place.column <= at.column && at.column < place.column + name.length;
    return kind === 'namespace' && isInName && place.path === at.path && place.line === at.line;
  });
  if (found === undefined || at === undefined) return undefined;
  const rest = found.name.indexOf('.', at.column - found.place.column);
  const name = rest < 0 ? found.name : found.name.slice(0, rest);
  return found.container === '' ? name : `${found.container}.${name}`;
}

const ofNamespace = (name: string) => ({
  ...none,
  symbol: name,
  kind: 'namespace' as const,
  accessibility: undefined,
  modifiers: [],
  signature: name,
  containing: undefined,
  documentation: '',
  assembly: undefined,
});

/** The property of a record's parameter is documented with the record. */
async function ofParameter(view: View, { name, container, written }: Member, around: readonly Member[]) {
  const record = around.find((each) => each.symbol === container && each.written === written);
  const shown = record === undefined ? undefined : await shownAt(view, record.place);
  const documentation = new RegExp(`^- ${RegExp.escape(name)}: (.*)$`, 'm').exec(shown?.documentation ?? '')?.[1] ?? '';
  return { namespace: namespaceOf(written?.parent), documentation };
}

interface Local {
  readonly symbol: string;
  readonly place: Place;
  readonly around: readonly Member[];
  readonly shown: Shown | undefined;
}

/** A local, a parameter, a type parameter: what no outline has. */
function ofLocal({ symbol, place, around, shown }: Local): Facts {
  const holders = around.filter(
    (each) => each.place.path === place.path && each.place.line <= place.line && place.line <= (each.lastLine ?? 0),
  );
  const innermost = holders.reduce<Member | undefined>(
    (best, each) => (each.depth >= (best?.depth ?? 0) ? each : best),
    undefined,
  );
  return {
    ...none,
    symbol,
    kind: undefined,
    accessibility: undefined,
    modifiers: [],
    signature: shown?.signature ?? symbol,
    containing: innermost?.symbol,
    namespace: namespaceOf(innermost?.written),
    documentation: shown?.documentation ?? '',
  };
}

async function ofAssembly(view: View, place: Place, { signature, documentation, assembly, type }: Metadata) {
  const found = await assemblySymbol(view, place, signature);
  const { declared } = found ?? {};
  return {
    ...none,
    symbol: signature,
    kind: declared?.kind,
    accessibility: declared === undefined ? undefined : accessibilityOf(declared),
    modifiers: declared === undefined ? [] : otherModifiers(declared),
    signature: declared?.signature ?? signature,
    constraints: declared?.constraints ?? [],
    attributes: declared?.attributes ?? [],
    bases: declared?.bases ?? [],
    containing: type,
    documentation: plainText(documentation),
    declared: [],
    assembly,
    overloads: (found?.overloads ?? []).map((each) => ({
      kind: each.kind,
      signature: each.signature,
      accessibility: accessibilityOf(each),
      modifiers: otherModifiers(each),
    })),
  };
}
