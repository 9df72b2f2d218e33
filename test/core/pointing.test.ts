/** From line, column and text to a place, and what is said where that is not the one that was asked for. */
import { describe, expect, test } from 'bun:test';
import { type Pointer, point } from '../../src/workspace/names/pointing.ts';

const lines = [
  'namespace Shop;', // 1
  '', // 2
  'public class Order', // 3
  '{', // 4
  '    public int Total { get; }', // 5
  '    public Order(int total) => Total = total;', // 6
  '    string Größe => "🚀" + Größe2(Total, Total);', // 7
  '    int this[int i] => i;', // 8
  '    static Order operator +(Order a, Order b) => a;', // 9
  '}', // 10
];

describe('a place', () => {
  test.each<[Pointer, string]>([
    [{ line: 3, column: 14 }, '3:14'],
    [{ line: 3, column: 19 }, '3:19'],
    [{ line: 3, column: 1 }, '3:14 column 1 is not on a name; taken: Order, column 14'],
    [{ line: 8, column: 13 }, '8:13'],
    [{ line: 9, column: 27 }, '9:27'],
    [{ line: 6, column: 5 }, '6:5'],
    [{ line: 5, text: 'Total' }, '5:16'],
    [{ line: 5, text: 'public int Total { get; }' }, '5:16'],
    [{ line: 6, text: 'Order(int total)' }, '6:12'],
    [{ line: 7, text: 'Größe' }, '7:12'],
    [{ line: 7, text: 'Größe2' }, '7:28'],
    [{ line: 7, text: 'Total', occurrence: 2 }, '7:42'],
    [{ line: 7, column: 36, text: 'Total' }, '7:35'],
    [{ text: 'class Order' }, '3:14'],
    [{ text: 'this[' }, '8:9'],
    [{ line: 4, text: 'class Order' }, "3:14 'class Order' does not stand on line 4; taken: line 3, the only place near"],
    [{ line: 99, text: 'Größe2' }, "7:28 'Größe2' does not stand on line 99; taken: line 7, the only place near"],
  ])('%j', (pointer, expected) => {
    const pointed = point(lines, pointer);
    if (typeof pointed === 'string') throw new Error(pointed);
    expect([`${pointed.line}:${pointed.column}`, pointed.note].filter((each) => each !== undefined).join(' ')).toBe(expected);
  });
});

describe('a fault', () => {
  test.each<[Pointer, string]>([
    [{ line: 11, column: 1 }, 'line 11 is past the end of the file, which has 10 lines'],
    [{ line: 3, column: 20 }, 'line 3 has 18 columns, column 20 is past its end: public class Order'],
    [{ line: 7, text: 'Total' }, "'Total' stands there 2 times (column 35, column 42): give column or occurrence"],
    [{ line: 7, text: 'Total', occurrence: 3 }, "'Total' stands there 2 times, not 3 times"],
    [{ text: 'Nowhere' }, "'Nowhere' does not stand in the file"],
    [{ line: 3, text: 'Nowhere' }, "'Nowhere' does not stand on line 3, nor anywhere in the file"],
    [{ line: 4, text: 'Total' }, "'Total' does not stand on line 4; it stands on lines 5, 6, 7, 7"],
    [{ text: 'Total' }, "'Total' stands there 4 times (line 5, line 6, line 7, line 7): give line or occurrence"],
  ])('%j', (pointer, expected) => expect(point(lines, pointer)).toBe(expected));
});
