/** Names as Microsoft's server shows them, taken apart. */
import { describe, expect, test } from 'bun:test';
import type { SymbolKind } from 'vscode-languageserver-protocol';
import { declaredName, foundName } from '../../src/servers/roslyn/names.ts';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const kinds = { namespace: 3, class: 5, method: 6, property: 7, field: 8, constant: 14, struct: 23, operator: 25 } as const;

describe('in an outline', () => {
  test.each([
    ['Add(int, int) : int', 'method', 'method Add(int, int)'],
    ['Total : decimal', 'property', 'property Total'],
    ['Count', 'field', 'field Count'],
    ['Max : int', 'constant', 'constant Max'],
    ['Order(int, string)', 'method', 'method Order(int, string)'],
    ['~Order()', 'method', 'method ~Order()'],
    ['Repo<TKey, T>', 'class', 'class Repo<TKey, T>'],
    ['Find<U>(TKey, ref U, params string[]) : T?', 'method', 'method Find<U>(TKey, U, string[])'],
    [
      'Pair((int, string), Dictionary<string, List<int>>) : (int a, string b)',
      'method',
      'method Pair((int,string), Dictionary<string,List<int>>)',
    ],
    ['this[int, string] : double', 'property', 'indexer this[](int, string)'],
    ['operator +(Money, Money) : Money', 'operator', 'operator operator +(Money, Money)'],
    ['operator <(Money, Money) : bool', 'operator', 'operator operator <(Money, Money)'],
    ['implicit operator double(Sq)', 'operator', 'operator implicit operator double(Sq)'],
    ['IEntity<int>.Save(bool) : void', 'method', 'method IEntity<int>!Save(bool)'],
    ['IList<T>.this[int] : T', 'property', 'indexer IList<T>!this[](int)'],
    ['With(int count, string name = "a : b") : void', 'method', 'method With(int, string)'],
    ['Größe() : int', 'method', 'method Größe()'],
  ] as const)('%s', (name, kind, expected) => {
    const found = declaredName({ name, kind: kinds[kind] as SymbolKind, range, selectionRange: range });
    const { explicitInterface, typeParameters, parameters } = found;
    const qualifier = explicitInterface === undefined ? '' : `${explicitInterface}!`;
    const generic = typeParameters.length === 0 ? '' : `<${typeParameters.join(', ')}>`;
    const list = parameters === undefined ? '' : `(${parameters.join(', ')})`;
    expect(`${found.kind} ${qualifier}${found.name}${generic}${list}`).toBe(expected);
  });

  test('a namespace is named by its whole name', () => {
    expect(declaredName({ name: 'Shop.Core', kind: kinds.namespace, range, selectionRange: range })).toMatchObject({
      name: 'Shop.Core',
      kind: 'namespace',
    });
  });
});

describe('in the name search', () => {
  test.each([
    ['Order', 'class', 'project Shop (net10.0, netstandard2.0)', []],
    ['Total', 'property', 'in Order (project Shop)', ['Order']],
    ['Find', 'method', 'in Shop.Repo<TKey, T>.Inner (project Shop (net10.0))', ['Shop', 'Repo', 'Inner']],
    ['Add', 'method', 'in Order (Order.cs - project Shop)', ['Order']],
    ['Order', 'class', 'Order.cs - project Shop', []],
    ['Order', 'class', undefined, []],
  ] as const)('%s %s, %s', (name, kind, containerName, containingTypes) => {
    const location = { uri: 'file:///a.cs', range };
    const found = foundName({
      name,
      kind: kinds[kind] as SymbolKind,
      location,
      ...(containerName === undefined ? {} : { containerName }),
    });
    expect(found).toMatchObject({ name, containingTypes: [...containingTypes] });
  });
});
