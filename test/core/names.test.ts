/** Names and signatures as text: types that are compared, names as csharp-ls shows them, near names. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { nearNames } from '../../src/model/names.ts';
import { bareType, comparableType, sameParameters, splitTopLevel } from '../../src/model/signature.ts';
import { declaredName, foundName } from '../../src/servers/csharp-ls/names.ts';
import type { DeclaredName } from '../../src/servers/server.ts';
import { kindOf } from '../support/outline.ts';
import { holdTable } from '../support/tables.ts';

const cases = (name: string): string => join(import.meta.dir, 'cases', name);
const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

test('types', () => {
  holdTable(cases('types.txt'), (type, section) => (section === 'bare' ? bareType(type) : comparableType(type)));
});

test('names of csharp-ls', () => {
  holdTable(cases('csharp-ls-names.txt'), (input, section) => {
    const [, word = '', name = ''] = /^(\S+) (.*)$/.exec(input) ?? [];
    const kind = kindOf(word);
    if (section === 'outline') return shown(declaredName({ name, kind, range: nowhere, selectionRange: nowhere }));
    const found = foundName({ name, kind, location: { uri: 'file:///a.cs', range: nowhere } });
    return [shown(found), ...(found.containingTypes.length > 0 ? [`in ${found.containingTypes.join('.')}`] : [])].join(' | ');
  });
});

function shown({ kind, name, typeParameters, parameters, explicitInterface }: DeclaredName): string {
  const parts = [kind, name];
  if (typeParameters.length > 0) parts.push(`<${typeParameters.join(', ')}>`);
  if (parameters !== undefined) parts.push(`(${parameters.join(', ')})`);
  if (explicitInterface !== undefined) parts.push(`of ${explicitInterface}`);
  return parts.join(' | ');
}

test('a namespace has the name that stands beside its last part', () => {
  const symbol = { name: 'Core', detail: 'Shop.Core', kind: kindOf('namespace'), range: nowhere, selectionRange: nowhere };
  expect(declaredName(symbol)).toEqual({ name: 'Shop.Core', kind: 'namespace', typeParameters: [] });
});

describe('splitTopLevel', () => {
  test.each([
    ['a,b', ',', ['a', 'b']],
    ['', ',', ['']],
    ['a<b,c>,(d,e)[f,g]', ',', ['a<b,c>', '(d,e)[f,g]']],
    ['a = ",", b = \',\', c', ',', ['a = ","', " b = ','", ' c']],
    ['s = "\\",", t', ',', ['s = "\\","', ' t']],
    ['a."b', '.', ['a', '"b']],
    ['a>.b', '.', ['a>', 'b']],
    ['a<b.c', '.', ['a<b.c']],
  ])('%s at %s', (text, separator, parts) => expect(splitTopLevel(text, separator)).toEqual(parts));
});

test('parameters are the same only when there are as many', () => {
  expect(sameParameters([], [])).toBe(true);
  expect(sameParameters(['int'], ['System.Int32?'])).toBe(true);
  expect(sameParameters(['int'], [])).toBe(false);
  expect(sameParameters(['int', 'string'], ['string', 'int'])).toBe(false);
});

describe('near names', () => {
  test.each([
    ['Totl', ['Total', 'Title', 'Order'], ['Total', 'Title']],
    ['total', ['Total'], ['Total']],
    ['Total', ['Total', 'Total'], ['Total']],
    ['ab', ['cd', 'a'], []],
    ['Tital', ['Total', 'Title', 'Totals', 'Tidal', 'Vital'], ['Tidal', 'Total', 'Vital']],
    ['Order', [], []],
  ])('of %s among %j', (name, candidates, near) => expect(nearNames(name, candidates)).toEqual(near));
});
