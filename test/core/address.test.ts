/** Addresses by name: which declarations of an outline each spelling may mean (cases/addresses.txt). */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exact, matches, parseAddress } from '../../src/workspace/names/address.ts';
import { declared } from '../support/outline.ts';
import { holdTable } from '../support/tables.ts';

const file = join(import.meta.dir, 'cases', 'addresses.txt');
const [, outline = ''] = /^--- outline\n([\s\S]*?)^--- /m.exec(readFileSync(file, 'utf8')) ?? [];
const declarations = declared(outline);

test('every spelling means what cases/addresses.txt says', () => {
  expect(declarations.length).toBeGreaterThan(30);
  holdTable(file, (input) => {
    const address = parseAddress(input);
    if (typeof address === 'string') return address;
    return declarations
      .filter((each) => matches(address, each))
      .map(({ symbol }) => symbol)
      .join(', ');
  });
});

test('every declaration is found, alone, by the address that answers show for it', () => {
  for (const { symbol } of declarations) {
    const address = parseAddress(symbol);
    if (typeof address === 'string') throw new Error(`${symbol} ${address}`);
    const found = exact(
      symbol,
      address,
      declarations.filter((each) => matches(address, each)),
    );
    expect(found.map((each) => each.symbol)).toEqual([symbol]);
  }
});

describe('of several that match,', () => {
  const overloads = declared('class A\n  method f(int x)\n  method f(int? x)\n  method f(string x)');
  const found = (text: string): string[] => {
    const address = parseAddress(text);
    if (typeof address === 'string') throw new Error(address);
    const matching = overloads.filter((each) => matches(address, each));
    return exact(text, address, matching).map(({ symbol }) => symbol);
  };

  test('the one that is spelled exactly so is meant', () => {
    expect(found('A.f(int?)')).toEqual(['A.f(int?)']);
    expect(found('f(int?)')).toEqual(['A.f(int?)']);
    expect(found('f(int)')).toEqual(['A.f(int)']);
  });
  test('all are where none is', () => {
    expect(found('f(System.Int32)')).toEqual(['A.f(int)', 'A.f(int?)']);
    expect(found('f')).toEqual(['A.f(int)', 'A.f(int?)', 'A.f(string)']);
  });
});

test.each([
  ['a control character', 'Order\u0000'],
  ['a line end', 'Order\nTotal'],
  ['too long', 'a'.repeat(1001)],
])('%s is not a name', (_, text) => {
  expect(parseAddress(text)).toBe('is not a name');
});

test('text in which nothing closes is an address of nothing, and not an error', () => {
  for (const text of ['a)', 'f(int', 'A<B', 'x>', 'this[', 'A.f(((', ')))', '`', 'A`x', 'operator', '"', "'", '<>', '[]']) {
    const address = parseAddress(text);
    const found = typeof address === 'string' ? [] : declarations.filter((each) => matches(address, each));
    expect({ text, found }).toEqual({ text, found: [] });
  }
});
