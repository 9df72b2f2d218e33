/** Names against queries, kinds as words and as declarations have them, and what is wrong with a target. */
import { describe, expect, test } from 'bun:test';
import { csharpKinds, kindsOf } from '../../src/model/kinds.ts';
import { kindFilter } from '../../src/model/limits.ts';
import { csharpLs } from '../../src/servers/csharp-ls/adapter.ts';
import { targetFault, targetOf } from '../../src/tools/params.ts';
import { declarationsOf } from '../../src/workspace/symbols/outline.ts';
import { matches, parseAddress } from '../../src/workspace/names/address.ts';
import { own } from '../../src/workspace/names/name.ts';
import { matcher } from '../../src/workspace/symbols/symbols.ts';
import { declared, symbolsOf } from '../support/outline.ts';
import { limitsWith } from '../support/limits.ts';

const names = ['Order', 'order', 'OrderRepository', 'IOrderRepository', '_orderRepository', 'OR', 'OrderR2', 'PreOrder', 'größe'];

test.each([
  ['exact', 'Order', ['Order']],
  ['prefix', 'ORDER', ['Order', 'order', 'OrderRepository', 'OrderR2']],
  ['contains', 'derre', ['OrderRepository', 'IOrderRepository', '_orderRepository']],
  ['contains', 'GRÖ', ['größe']],
  ['humps', 'OrRe', ['OrderRepository']],
  ['humps', 'OR', ['OrderRepository', 'OR', 'OrderR2']],
  ['humps', 'OrderR2', ['OrderR2']],
  ['humps', 'IOrRe', ['IOrderRepository']],
  ['humps', 'orRe', ['_orderRepository']],
  ['humps', '(', []],
  ['contains', '.*', []],
] as const)('%s %s', (match, query, expected) => {
  expect(names.filter(matcher(query, match))).toEqual([...expected]);
});

describe('kinds', () => {
  test('type and member stand for several, together for all but namespaces', () => {
    expect(kindsOf(['type'])).toEqual(['class', 'record', 'struct', 'interface', 'enum', 'delegate']);
    expect(new Set(kindsOf(['type', 'member', 'namespace']))).toEqual(new Set(csharpKinds));
    expect(kindsOf(['member'])).not.toContain('class');
    expect(kindsOf(['event', 'enum-member'])).toEqual(['event', 'enum-member']);
    expect(kindsOf([])).toEqual([]);
  });

  const shown = (kinds: readonly string[], excludeKinds: readonly string[]) =>
    csharpKinds.filter(kindFilter(limitsWith({ kinds, excludeKinds })));

  test('wanted and excluded: all where none is named, and exclusion wins', () => {
    expect(shown([], [])).toEqual([...csharpKinds]);
    expect(shown(['type'], ['record', 'delegate'])).toEqual(['class', 'struct', 'interface', 'enum']);
    expect(shown([], ['member'])).toEqual(['namespace', ...kindsOf(['type'])]);
    expect(shown(['method'], ['method'])).toEqual([]);
  });

  test.each([
    ['class', 'public sealed record |Line(int A)', 'record'],
    ['class', 'public record class |Line', 'record'],
    ['struct', 'readonly record struct |Line', 'record'],
    ['struct', 'struct |Line', 'struct'],
    ['class', 'class |record', 'class'],
    ['class', 'delegate void |Handler(int a);', 'delegate'],
    ['class', 'class |Delegate { }', 'class'],
    ['struct', 'public\nreadonly record // struct\nstruct\n|Line', 'record'],
    ['class', 'public delegate Dictionary<int,\n  string>\n    |Handler(int a);', 'delegate'],
    ['class', '// a record\nclass |Line', 'class'],
    ['class', '[Uses("delegate ")] class |Line', 'class'],
    ['class', 'record |@class { }', 'record'],
    ['field', 'class C { public const int |Most = 3; }', 'constant'],
    ['field', 'class C { public const int Least = 1,\n  |Most = 3; }', 'constant'],
    ['field', 'class C { int |most = 3; const int A = 1; }', 'field'],
    ['field', 'class C { event EventHandler Done, |Failed; }', 'event'],
    ['method', 'class C { int |M() { const int a = 1; } }', 'method'],
  ])('%s, %s: %s', (kind, marked, exact) => {
    const before = marked.slice(0, marked.indexOf('|')).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const at = { start: position, end: position };
    const [symbol] = symbolsOf(`${kind} X`).map((each) => ({ ...each, selectionRange: at }));
    if (symbol === undefined) throw new Error('no symbol');
    expect(
      declarationsOf([symbol], 'a.cs', marked.replace('|', '').split('\n'), csharpLs).map((each) => String(each.kind)),
    ).toEqual([exact]);
  });

  test('a field of an enum is a member of it', () => {
    const kinds = declarationsOf(symbolsOf('enum E\n  field A\nclass C\n  field a'), 'a.cs', [], csharpLs).map(
      (each) => each.kind,
    );
    expect(kinds).toEqual(['enum', 'enum-member', 'class', 'field']);
  });
});

describe('of several declarations that an address reaches', () => {
  const outline = declared(
    'namespace N\n  interface IList\n    method Add(object o)\n  class Range\n    method IList.Add(object o)\n    constructor Range(int a)\n' +
      '  class Range<T>\n    method IList.Add(object o)\n    constructor Range(int a)',
  );
  test.each([
    ['N.Range.N.IList.Add', ['N.Range.IList.Add(object)']],
    ['N.Range<T>.System.IList.Add(object)', ['N.Range<T>.IList.Add(object)']],
    ['M:N.Range`1.N#IList#Add(System.Object)', ['N.Range<T>.IList.Add(object)']],
    ['IList.Add', ['N.IList.Add(object)']],
    ['Add', ['N.IList.Add(object)', 'N.Range.IList.Add(object)', 'N.Range<T>.IList.Add(object)']],
    ['N.Range.Range(int)', ['N.Range.Range(int)']],
    ['N.Range<T>.Range(int)', ['N.Range<T>.Range(int)']],
    ['Range.Range(int)', ['N.Range.Range(int)', 'N.Range<T>.Range(int)']],
  ])('%s', (text, meant) => {
    const address = parseAddress(text);
    if (typeof address === 'string') throw new Error(address);
    const found = outline.filter((each) => matches(address, each));
    expect(own(address, found).map(({ symbol }) => symbol)).toEqual(meant);
  });
});

const span = { document: { path: 'a.cs' }, range: { start: 1, length: 2 } };

describe('a target', () => {
  test.each([
    [{}, 'give symbol, or path with line or text'],
    [{ symbol: 'A' }, undefined],
    [{ symbol: 'A', path: 'a.cs' }, undefined],
    [{ symbol: 'A', project: 'P' }, undefined],
    [{ symbol: 'A', path: 'a.cs', project: 'P' }, undefined],
    [{ symbol: 'A', line: 1 }, 'give either symbol, or path with line or text, not both'],
    [{ symbol: 'A', path: 'a.cs', text: 'x' }, 'give either symbol, or path with line or text, not both'],
    [{ symbol: 'A', occurrence: 1 }, 'give either symbol, or path with line or text, not both'],
    [{ path: 'a.cs' }, 'path needs line and column, or text'],
    [{ path: 'a.cs', line: 1 }, 'line needs column or text'],
    [{ path: 'a.cs', line: 1, column: 2 }, undefined],
    [{ path: 'a.cs', line: 1, text: 'x' }, undefined],
    [{ path: 'a.cs', line: 1, column: 2, text: 'x' }, undefined],
    [{ path: 'a.cs', text: 'x' }, undefined],
    [{ path: 'a.cs', text: 'x', occurrence: 2 }, undefined],
    [{ path: 'a.cs', column: 2 }, 'path needs line and column, or text'],
    [{ path: 'a.cs', line: 1, column: 2, project: 'P' }, 'project narrows symbol, which is missing'],
    [{ project: 'P' }, 'project narrows symbol, which is missing'],
    [{ line: 1, column: 2 }, 'line, column and text need path'],
    [{ text: 'x' }, 'line, column and text need path'],
    [{ span }, undefined],
    [{ span, symbol: 'A' }, 'span stands alone'],
    [{ span, path: 'a.cs' }, 'span stands alone'],
    [{ span, line: 1 }, 'span stands alone'],
  ])('%j', (args, fault) => {
    expect(targetFault(args)).toBe(fault as string);
  });

  test('is a name, a place or a span', () => {
    expect(targetOf({ symbol: 'A', project: 'P' })).toEqual({ kind: 'name', symbol: 'A', path: undefined, project: 'P' });
    expect(targetOf({ path: 'a.cs', line: 3, text: 'x' })).toMatchObject({
      kind: 'place',
      path: 'a.cs',
      at: { line: 3, text: 'x' },
    });
    expect(targetOf({ span })).toEqual({ kind: 'span', path: 'a.cs', start: 1, length: 2 });
  });
});
