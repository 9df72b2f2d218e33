/**
 * csharp-ls shows names as signatures: `Find<U>(TKey key, ref U u)`, `IScale.this[int i]`, `Box<T>`,
 * `implicit operator double(Sq s)`, and in the name search `int Calculator.Add(int a, int b)`. Here they are taken apart.
 */
import type { DocumentSymbol, SymbolInformation, SymbolKind } from 'vscode-languageserver-protocol';
import type { CSharpKind } from '../../model/kinds.ts';
import { bareType, splitTopLevel } from '../../model/signature.ts';
import type { DeclaredName, FoundName } from '../server.ts';

const kinds: Partial<Record<SymbolKind, CSharpKind>> = {
  3: 'namespace',
  5: 'class',
  6: 'method',
  7: 'property',
  8: 'field',
  9: 'constructor',
  10: 'enum',
  11: 'interface',
  22: 'enum-member',
  23: 'struct',
  24: 'event',
  25: 'operator',
};

/** Takes the displayed name of an outline's symbol apart. */
export function declaredName(symbol: DocumentSymbol): DeclaredName {
  const kind = kinds[symbol.kind] ?? 'class';
  if (kind === 'namespace') return { name: symbol.detail ?? symbol.name, kind, typeParameters: [] };
  const open = parameterList(symbol.name);
  const head = open < 0 ? symbol.name : symbol.name.slice(0, open);
  const parameters = open < 0 ? undefined : parameterTypes(symbol.name.slice(open + 1, -1));
  const indexer = head.endsWith('this') && symbol.name[open] === '[';
  const { name, typeParameters, qualifier } = takeApart(indexer ? `${head.slice(0, -4)}this[]` : head, kind);
  return {
    name,
    kind: indexer ? 'indexer' : kind,
    typeParameters,
    ...(parameters === undefined ? {} : { parameters }),
    ...(qualifier === undefined ? {} : { explicitInterface: qualifier }),
  };
}

/** Takes a hit of the name search apart: `T? Repo<TKey, T>.Find<U>(TKey key)`, `event Handler Order.Done`, `Color.Red`. */
export function foundName(symbol: SymbolInformation): FoundName {
  // `int Ext.extension(string).Twice(int k)`: the block of extension members stands in the name like a type.
  const whole = symbol.name.replace(/\bextension\([^)]*\)\./, '');
  // The type in front can be a tuple, whose brackets are not those of the parameters.
  const display = splitTopLevel(whole, ' ').at(-1) ?? whole;
  const open = parameterList(display);
  const head = open < 0 ? display : display.slice(0, open);
  const path = splitTopLevel(head, '.');
  const last = path.at(-1) ?? head;
  const indexer = last === 'this';
  return {
    name: indexer ? 'this[]' : withoutTypeParameters(last).replace(/^@/, ''),
    kind: indexer ? 'indexer' : (kinds[symbol.kind] ?? 'class'),
    typeParameters: typeParametersOf(last),
    ...(open < 0 ? {} : { parameters: parameterTypes(display.slice(open + 1, -1)) }),
    containingTypes: path.slice(0, -1).map(withoutTypeParameters),
  };
}

/** Index of the bracket that opens the parameter list, or -1. Brackets of a type parameter list do not count. */
function parameterList(display: string): number {
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

function takeApart(head: string, kind: CSharpKind): { name: string; typeParameters: string[]; qualifier: string | undefined } {
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

function typeParametersOf(name: string): string[] {
  const generic = name.indexOf('<');
  return generic < 0 ? [] : splitTopLevel(name.slice(generic + 1, -1), ',').map((each) => each.trim());
}

function withoutTypeParameters(name: string): string {
  const generic = name.indexOf('<');
  return generic < 0 ? name : name.slice(0, generic);
}

/** `this IGuard guard, ref int x = 3` → `IGuard`, `int`. */
function parameterTypes(list: string): string[] {
  return splitTopLevel(list, ',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const declaration = (splitTopLevel(each, '=')[0] ?? each).trim();
      const end = declaration.lastIndexOf(' ');
      return bareType(end < 0 ? declaration : declaration.slice(0, end));
    });
}
