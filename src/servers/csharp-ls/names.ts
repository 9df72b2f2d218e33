/**
 * csharp-ls shows names as signatures: `Find<U>(TKey key, ref U u)`, `IScale.this[int i]`, `Box<T>`,
 * `implicit operator double(Sq s)`, and in the name search `int Calculator.Add(int a, int b)`. Here they are taken apart.
 */
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver-protocol';
import { bareType, splitTopLevel } from '../../model/signature.ts';
import { kinds, parameterList, takenApart, typeParametersOf, withoutTypeParameters } from '../display.ts';
import type { DeclaredName, FoundName } from '../server.ts';

/** Takes the displayed name of an outline's symbol apart. */
export function declaredName(symbol: DocumentSymbol): DeclaredName {
  const kind = kinds[symbol.kind] ?? 'class';
  if (kind === 'namespace') return { name: symbol.detail ?? symbol.name, kind, typeParameters: [] };
  return takenApart(symbol.name, kind, parameterTypes);
}

/** Takes a hit of the name search apart: `T? Repo<TKey, T>.Find<U>(TKey key)`, `event Handler Order.Done`, `Color.Red`. */
export function foundName(symbol: SymbolInformation): FoundName {
  // `int Ext.extension(string).Twice(int k)`: the block of extension members stands in the name like a type.
  const whole = symbol.name.replace(/\bextension(?:<[^>]*>)?\([^)]*\)\./, '');
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
