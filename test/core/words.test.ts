/** The word index: where a word counts as declared, and how the index keeps in step with files. */
import { describe, expect, test } from 'bun:test';
import { Words } from '../../src/workspace/text/words.ts';

async function indexed(files: Readonly<Record<string, string>>): Promise<Words> {
  const words = new Words();
  await words.update(Object.keys(files), async (path) => files[path]);
  return words;
}

const declaredIn = async (line: string): Promise<string[]> => {
  const words = await indexed({ 'a.cs': line });
  return (line.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).filter((each) => words.declaring(each).length > 0);
};

// A mark is a guess: a word too many costs an outline, a declared name without a mark is not found where the search is cut.
describe('the declared names of a line are marked', () => {
  test.each([
    ['public sealed partial class Order', ['Order']],
    ['class Repo<T> : IRepository<T>', ['Repo']],
    ['public record OrderLine(Product Product, int Quantity)', ['OrderLine', 'Product']],
    ['public delegate void Changed(Order order);', ['Changed']],
    ['public Money Total', ['Total']],
    ['public Money Total { get; }', ['Total']],
    ['public Money Total => Sum();', ['Total']],
    ['public T? Find<U>(U key) where U : class', ['Find']],
    ['private readonly List<OrderLine> _lines = new();', ['_lines']],
    ['int a, b;', ['a', 'b']],
    ['    Open = 1,', ['Open']],
    ['    Paid,', ['Paid']],
    ['{ Red, Green }', ['Red', 'Green']],
    ['IEnumerable<T> IRepository<T>.All() => _items;', ['All']],
    ['void System.IDisposable.Dispose() { }', ['Dispose']],
    ['public string[] Names;', ['Names']],
    ['unsafe int* Pointer;', ['Pointer']],
    ['(int a, int b) Pair() => default;', ['Pair']],
    ['public event Handler? Done;', ['Done']],
    ['public void @event(int @class) { }', ['event']],
    ['public int 数量 { get; }', ['数量']],
    ['public Größe Größe', ['Größe']],
    ['public Order(string customer)', ['Order']],
    ['public void', ['void']],
  ])('%s', async (line, names) => {
    expect(await declaredIn(line)).toEqual(expect.arrayContaining(names));
  });
});

describe('what can only be a use is not', () => {
  test.each([
    ['return total;', 'total'],
    ['throw Failed();', 'Failed'],
    ['await Load();', 'Load'],
    ['x = new Order();', 'Order'],
    ['order.Total();', 'Total'],
    ['if (a == b)', 'b'],
    ['foreach (var x in items)', 'items'],
    ['case Paid:', 'Paid'],
    ['typeof(Order)', 'Order'],
    ['a is Order;', 'Order'],
  ])('%s: %s', async (line, name) => {
    expect(await declaredIn(line)).not.toContain(name);
  });
});

test('a file is read once, until it is forgotten or gone', async () => {
  const words = new Words();
  const files = new Map([
    ['a.cs', 'class Alpha { }'],
    ['b.cs', 'class Beta : Alpha { }'],
  ]);
  const read: string[] = [];
  const update = () =>
    words.update([...files.keys()], async (path) => {
      read.push(path);
      return files.get(path);
    });
  await update();
  await update();
  expect(read).toEqual(['a.cs', 'b.cs']);
  expect([words.files('Alpha'), words.declaring('Alpha'), words.declaring('Beta')]).toEqual([
    ['a.cs', 'b.cs'],
    ['a.cs'],
    ['b.cs'],
  ]);
  files.set('a.cs', 'class Gamma { }');
  words.forget(['a.cs']);
  await update();
  expect([words.files('Alpha'), words.declaring('Gamma')]).toEqual([['b.cs'], ['a.cs']]);
  files.delete('b.cs');
  await update();
  expect([words.files('Alpha'), read]).toEqual([[], ['a.cs', 'b.cs', 'a.cs']]);
});

test('a file that cannot be read has no words and is tried again', async () => {
  const words = new Words();
  await words.update(['a.cs'], async () => undefined);
  expect(words.files('Alpha')).toEqual([]);
  await words.update(['a.cs'], async () => 'class Alpha');
  expect(words.files('Alpha')).toEqual(['a.cs']);
});

test('near names are declared ones, best first; files by what fits', async () => {
  const words = await indexed({ 'a.cs': 'class Order { }', 'b.cs': 'class Orders { }', 'c.cs': 'return Ordor;' });
  expect(words.near('Ordr')).toEqual(['Order', 'Orders']);
  expect(words.near('Zzzzzz')).toEqual([]);
  expect(words.declaringAny((name) => name.startsWith('Ord'))).toEqual(['a.cs', 'b.cs']);
});

test('files of other languages mention and declare nothing', async () => {
  const words = await indexed({ 'a.cs': 'class Order { }', 'b.razor': '<Order Total="1" />', 'c.props': 'class Order' });
  expect([words.files('Order'), words.declaring('Order'), words.otherFiles('Order')]).toEqual([
    ['a.cs'],
    ['a.cs'],
    ['b.razor', 'c.props'],
  ]);
});

test('where a word stands in comments and strings, and under an #if, is kept in step with the text', async () => {
  const words = new Words();
  const files = new Map([
    ['a.cs', 'class Order { }\n/* about\n Total — and Limit… */\nstring s = $"the {Sum}\n Tax";'],
    ['b.cs', '#if NET8\nclass Order { }\n#endif\n// Total'],
    ['c.cs', 'int Total = Limit;'],
    ['d.cs', '#if false\nOrder\n#endif'],
  ]);
  const update = (): Promise<void> => words.update([...files.keys()], async (path) => files.get(path));
  await update();
  const mentioning = (names: string[]): string[][] => names.map((name) => words.mentioning(name));
  expect(mentioning(['Total', 'Limit', 'Sum', 'Order'])).toEqual([['a.cs', 'b.cs'], ['a.cs'], [], []]);
  expect([...files.keys(), 'unknown.cs'].map((path) => words.isConditional(path))).toEqual([false, true, false, true, undefined]);
  files.set('c.cs', '#if NET8\nint Total = Limit; // Limit\n#endif');
  words.forget(['c.cs']);
  await update();
  expect([words.mentioning('Limit'), words.isConditional('c.cs')]).toEqual([['a.cs', 'c.cs'], true]);
});

test('the same list of files is gone through once, until one is forgotten', async () => {
  const words = new Words();
  const read: string[] = [];
  const paths = ['a.cs', 'unreadable.cs'];
  const update = (): Promise<void> =>
    words.update(paths, async (path) => (read.push(path), path === 'a.cs' || read.length > 3 ? 'class Alpha' : undefined));
  await update();
  await update();
  await update();
  await update();
  expect(read).toEqual(['a.cs', 'unreadable.cs', 'unreadable.cs', 'unreadable.cs']);
  words.forget(['a.cs']);
  await update();
  expect(read.length).toBe(5);
});

test('files that may declare a name in what has other names', async () => {
  const words = await indexed({
    'own.cs': 'namespace Shop.Core;\nclass Order { int Total; }',
    'other.cs': 'namespace Shop.Web;\nclass Order { int Total; }',
    'explicit.cs': 'class Basket {\n  int IOrder.Total => 1;\n}',
    'use.cs': 'class Use { int M() => order.Total; }',
    'escaped.cs': 'namespace Shop.\\u0043ore; class Order { int Total; }',
    'string.cs': 'class Text { string s = "Total"; }',
  });
  const all = ['own.cs', 'other.cs', 'explicit.cs', 'use.cs', 'escaped.cs', 'string.cs', 'unknown.cs'];
  expect(words.within(all, ['Shop', 'Core', 'Order'], 'Total')).toEqual(['own.cs', 'explicit.cs', 'escaped.cs', 'unknown.cs']);
  expect(words.within(all, ['Nowhere'], 'Total')).toEqual(['explicit.cs', 'escaped.cs', 'unknown.cs']);
  expect(words.within(all, [], 'Total')).toEqual(all);
});
