/**
 * Names as Roslyn's services show them, taken apart: `Find<U>(TKey key, ref U u)`, `IScale.this[int i]`, `Box<T>`,
 * `implicit operator double(Sq s)`. What is around the parameter list is the same for every server.
 */
import type { SymbolKind } from 'vscode-languageserver-protocol';
import type { CSharpKind } from '../model/kinds.ts';
import { splitTopLevel } from '../model/signature.ts';
import type { DeclaredName } from './server.ts';

/** Constructors and indexers may come as methods and properties; how a declaration is written tells the finer kinds. */
export const kinds: Partial<Record<SymbolKind, CSharpKind>> = {
  3: 'namespace',
  5: 'class',
  6: 'method',
  7: 'property',
  8: 'field',
  9: 'constructor',
  10: 'enum',
  11: 'interface',
  14: 'constant',
  22: 'enum-member',
  23: 'struct',
  24: 'event',
  25: 'operator',
};

/** Takes a name and its parameter list apart; the parameters' own form is the server's. */
export function takenApart(display: string, kind: CSharpKind, parameterTypes: (list: string) => readonly string[]): DeclaredName {
  const open = parameterList(display);
  const head = open < 0 ? display : display.slice(0, open);
  const parameters = open < 0 ? undefined : parameterTypes(display.slice(open + 1, -1));
  const indexer = head.endsWith('this') && display[open] === '[';
  const { name, typeParameters, qualifier } = named(indexer ? `${head.slice(0, -4)}this[]` : head, kind);
  return {
    name,
    kind: indexer ? 'indexer' : kind,
    typeParameters,
    ...(parameters === undefined ? {} : { parameters }),
    ...(qualifier === undefined ? {} : { explicitInterface: qualifier }),
  };
}

/** Index of the bracket that opens the parameter list, or -1. Brackets of a type parameter list do not count. */
export function parameterList(display: string): number {
  const indexer = /(?:^|\.|\s)this\[/.exec(display);
  if (indexer !== null) return indexer.index + indexer[0].length - 1;
  // `operator <(…)`: the angle bracket of an operator opens nothing, so the list is found by its round bracket.
  const operator = /\boperator\b[^(]*/.exec(display);
  if (operator !== null) return operator.index + operator[0].length;
  let depth = 0;
  for (let at = 0; at < display.length; at += 1) {
    const char = display[at];
    if (char === '<') depth += 1;
    else if (char === '>') depth -= 1;
    else if (char === '(' && depth === 0) return at;
  }
  return -1;
}

export function typeParametersOf(name: string): string[] {
  const generic = name.indexOf('<');
  return generic < 0 ? [] : splitTopLevel(name.slice(generic + 1, -1), ',').map((each) => each.trim());
}

export function withoutTypeParameters(name: string): string {
  const generic = name.indexOf('<');
  return generic < 0 ? name : name.slice(0, generic);
}

function named(head: string, kind: CSharpKind): { name: string; typeParameters: string[]; qualifier: string | undefined } {
  const operator = /(?:^|\.)((?:implicit |explicit )?operator .*)$/.exec(head);
  if (operator?.[1] !== undefined) {
    const qualifier = head.slice(0, operator.index);
    return { name: operator[1].trim(), typeParameters: [], qualifier: qualifier === '' ? undefined : qualifier };
  }
  const parts = splitTopLevel(head, '.');
  const last = parts.at(-1) ?? head;
  return {
    name: withoutTypeParameters(last).replace(/^@/, ''),
    typeParameters: kind === 'operator' ? [] : typeParametersOf(last),
    qualifier: parts.length > 1 ? parts.slice(0, -1).join('.') : undefined,
  };
}
