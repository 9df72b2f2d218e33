/**
 * Addresses by name: `Total`, `Order.Total`, `Shop.Core.Order.Total(int, string)`, `Order.Order` or `Order..ctor` for a
 * constructor, `Order.this[]`, `Sq.operator +`, `Repo<T>` or ``Repo`1`` or `Repo`. Parsing and matching; pure.
 */
import { bareType, comparableType, sameParameters, splitTopLevel } from '../../model/signature.ts';
import type { CSharpKind } from '../../model/kinds.ts';
import { type DocumentationId, parseDocumentationId } from './documentation-id.ts';
import type { Container, Declaration } from '../symbols/outline.ts';

export interface Segment {
  readonly name: string;
  /** The number of type parameters, where the address says it. */
  readonly arity?: number;
}

export interface Address {
  readonly containers: readonly Segment[];
  readonly last: Segment;
  /** Types of the parameters, where the address has a list. */
  readonly parameters?: readonly string[];
  /** `Order.Order` and `Order..ctor`: a constructor may be meant. */
  readonly constructor: boolean;
  /** The kinds that may be meant, where the address says it. */
  readonly kinds?: readonly CSharpKind[];
}

/** Reads an address; returns what is wrong with it where it cannot be one. */
export function parseAddress(text: string): Address | string {
  const given = text.trim().replace(/^global::/, '');
  if (given === '' || given.length > 1000 || /[\u0000-\u001f]/.test(given) || !given.isWellFormed()) return 'is not a name';
  const id = parseDocumentationId(given);
  if (id !== undefined) return addressOf(id);
  const { head, list } = splitList(given);
  const operator = /(?:^|\.)((?:implicit |explicit )?operator\b.*)$/.exec(head);
  const path = operator?.[1] === undefined ? head : head.slice(0, operator.index);
  const parts = path === '' ? [] : splitTopLevel(path, '.');
  if (operator?.[1] !== undefined) parts.push(operator[1].trim());
  // `Order..ctor` leaves an empty part before `ctor`.
  const isCtor = parts.at(-1) === 'ctor' && parts.at(-2) === '';
  if (isCtor) parts.splice(-2, 2, parts.at(-3) ?? '');
  if (parts.some((part) => part.trim() === '')) return 'has an empty part';
  const segments = parts.map(segmentOf);
  const named = segments.at(-1);
  if (named === undefined) return 'is not a name';
  // The type's parameters are not its constructor's.
  const last = isCtor ? { name: named.name } : named;
  const containers = segments.slice(0, -1);
  const parameters =
    list === undefined
      ? undefined
      : splitTopLevel(list, ',')
          .map(bareType)
          .filter((each) => each !== '');
  return {
    containers,
    last,
    constructor: isCtor || containers.at(-1)?.name === last.name,
    // `this[]` names every indexer; `()` names the overload without parameters.
    ...(parameters === undefined || (last.name === 'this[]' && parameters.length === 0) ? {} : { parameters }),
  };
}

function addressOf({ kinds, parts, parameters, isConstructor }: DocumentationId): Address {
  const segments = parts.map(segmentOf);
  return {
    kinds,
    containers: segments.slice(0, -1),
    last: segments.at(-1) ?? { name: '' },
    ...(parameters === undefined ? {} : { parameters }),
    constructor: isConstructor,
  };
}

/** Whether a declaration is one that the address may mean. */
export function matches(address: Address, declaration: Declaration): boolean {
  if (declaration.kind === 'constructor' && !address.constructor) return false;
  if (address.kinds !== undefined && !address.kinds.includes(declaration.kind)) return false;
  if (!named(address.last, declaration)) return false;
  if (address.parameters !== undefined && !sameParameters(address.parameters, declaration.parameters ?? [])) return false;
  if (isSuffix(address.containers, declaration.containers)) return true;
  return declaration.explicitInterface !== undefined && matchesThrough(address, declaration, declaration.explicitInterface);
}

/** `Repo<T>.Shop.Core.IRepository<T>.All()`: between type and member the interface may be named, with more or less before it. */
function matchesThrough(address: Address, declaration: Declaration, explicitInterface: string): boolean {
  const through = splitTopLevel(explicitInterface, '.').map((part) => segmentOf(part).name);
  return address.containers.some((_, at) => {
    const named = address.containers.slice(at).map((segment) => segment.name);
    const sameInterface =
      named.length >= through.length && through.every((name, index) => named.at(index - through.length) === name);
    return sameInterface && isSuffix(address.containers.slice(0, at), declaration.containers);
  });
}

/**
 * Of several declarations that match, those that are spelled exactly as asked; all of them where none is. So every
 * candidate of an ambiguous name can be passed back (`Shop.Repo` beside `Shop.Repo<T>`), and `f(int)` is not ambiguous
 * beside `f(int?)`, though matching ignores marks of nullability.
 */
export function exact(text: string, address: Address, declarations: readonly Declaration[]): readonly Declaration[] {
  const spelled = declarations.filter((each) => each.symbol === text.trim());
  if (spelled.length > 0) return spelled;
  const asked = address.parameters?.join();
  const same = declarations.filter((each) => each.parameters?.join() === asked);
  return asked !== undefined && same.length > 0 ? same : declarations;
}

/** Cuts a parameter list, round or of an indexer, from the end of an address. */
function splitList(text: string): { head: string; list?: string } {
  const close = text.at(-1);
  const indexer = /(?:^|\.)this\[(.*)\]$/.exec(text);
  if (indexer !== null)
    return { head: `${text.slice(0, indexer.index)}${indexer.index === 0 ? '' : '.'}this[]`, list: indexer[1] ?? '' };
  if (close !== ')') return { head: text };
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === ')') depth += 1;
    if (text[at] === '(') depth -= 1;
    if (depth === 0) return { head: text.slice(0, at).trim(), list: text.slice(at + 1, -1) };
  }
  return { head: text };
}

function segmentOf(part: string): Segment {
  const text = part.trim().replace(/^@/, '');
  if (text === 'this[]') return { name: text };
  if (/\boperator\b/.test(text)) return { name: operatorName(text) };
  const metadata = /^(.*)`(\d+)$/.exec(text);
  if (metadata?.[1] !== undefined) return { name: metadata[1], arity: Number(metadata[2]) };
  const generic = text.indexOf('<');
  if (generic < 0) return { name: text };
  return { name: text.slice(0, generic), arity: splitTopLevel(text.slice(generic + 1, -1), ',').length };
}

/** One space after `operator`; the type of a conversion in the form in which types are compared. */
function operatorName(text: string): string {
  const [before = '', after = ''] = text.split(/\boperator\b\s*/);
  return `${before}operator ${before === '' ? after.trim() : comparableType(after)}`;
}

const plain = (name: string): string => (/\boperator\b/.test(name) ? operatorName(name) : name);

const named = (segment: Segment, container: Container): boolean =>
  segment.name === plain(container.name) && (segment.arity === undefined || segment.arity === container.typeParameters.length);

function isSuffix(segments: readonly Segment[], containers: readonly Container[]): boolean {
  if (segments.length > containers.length) return false;
  const tail = containers.slice(containers.length - segments.length);
  return segments.every((segment, at) => named(segment, tail[at] ?? { name: '', typeParameters: [] }));
}
