/**
 * Microsoft's server shows a declaration with its type behind it (`Add(int, int) : int`, `Total : decimal`) and the hits of
 * its name search bare, with the place in words (`in Order (project Shop)`). Here they are taken apart.
 */
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver-protocol';
import { bareType, splitTopLevel } from '../../model/signature.ts';
import { kinds, takenApart, withoutTypeParameters } from '../display.ts';
import type { DeclaredName, FoundName } from '../server.ts';

/** Takes the displayed name of an outline's symbol apart. */
export function declaredName(symbol: DocumentSymbol): DeclaredName {
  const kind = kinds[symbol.kind] ?? 'class';
  if (kind === 'namespace') return { name: symbol.name, kind, typeParameters: [] };
  return takenApart(withoutType(symbol.name), kind, parameterTypes);
}

/** A type is bare; a member may have its parameter list, and says the type around it where the server does. */
export function foundName(symbol: SymbolInformation): FoundName {
  const display = withoutType(symbol.name);
  const kind = kinds[symbol.kind] ?? 'class';
  const { name, kind: finer, typeParameters, parameters } = takenApart(display, kind, parameterTypes);
  return {
    name,
    kind: finer,
    typeParameters,
    ...(parameters === undefined ? {} : { parameters }),
    containingTypes: containingTypes(symbol.containerName ?? ''),
  };
}

/** `Add(int, int) : int` → `Add(int, int)`; a colon within the parameter list stands before no type. */
function withoutType(display: string): string {
  const colon = display.lastIndexOf(' : ');
  const before = display.slice(0, Math.max(colon, 0));
  return colon >= 0 && before.split('(').length === before.split(')').length ? before : display;
}

/** `in Shop.Order.Line (project Shop)` → `Shop`, `Order`, `Line`; nothing where only the project is said. */
function containingTypes(container: string): string[] {
  const around = /^in (.+?) \(/.exec(container)?.[1];
  return around === undefined ? [] : splitTopLevel(around, '.').map(withoutTypeParameters);
}

/** `ref int`, `params string[]`, `IGuard guard = null` → `int`, `string[]`, `IGuard`. */
function parameterTypes(list: string): string[] {
  return splitTopLevel(list, ',')
    .map((each) => bareType(splitTopLevel(each, '=')[0] ?? each))
    .filter((each) => each !== '')
    .map((each) => splitTopLevel(each, ' ')[0] ?? each);
}
