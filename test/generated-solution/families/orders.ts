/** Overloads, constructors, an indexer, nested types; `Order.Add` is declared four times a file. */
import { family, source } from '../family.ts';
import { type CodeSymbol, constructorOf, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

interface Exported {
  readonly order: CodeSymbol;
  readonly withNumber: CodeSymbol;
  readonly addText: CodeSymbol;
  readonly total: CodeSymbol;
  readonly indexer: CodeSymbol;
  readonly open: CodeSymbol;
  readonly state: CodeSymbol;
}

export const orders = family<Exported>('Orders', (site, peer) => {
  const { namespace } = site;
  const order = typeOf('class', namespace, 'Order');
  const lines = memberOf(order, 'field', 'lines');
  const limit = memberOf(order, 'const', 'Limit');
  const empty = memberOf(order, 'field', 'Empty');
  const plain = constructorOf(order, '');
  const withNumber = constructorOf(order, 'int');
  const number = memberOf(order, 'property', 'Number');
  const total = memberOf(order, 'property', 'Total');
  const indexer = memberOf(order, 'indexer', 'this', { parameters: 'int' });
  const add = memberOf(order, 'method', 'Add', { parameters: 'int' });
  const addText = memberOf(order, 'method', 'Add', { parameters: 'string' });
  const addTimes = memberOf(order, 'method', 'Add', { parameters: 'int, int' });
  const list = 'T, System.Collections.Generic.List<T>';
  const addItem = memberOf(order, 'method', 'Add', { written: 'Add<T>', parameters: list });
  const state = typeOf('enum', order, 'State');
  const open = memberOf(state, 'enum member', 'Open');
  const closed = memberOf(state, 'enum member', 'Closed');
  const line = typeOf('class', order, 'Line');
  const lineCtor = constructorOf(line, order.signature);
  const owner = memberOf(line, 'property', 'Owner');
  const current = memberOf(line, 'property', 'Current');
  const report = typeOf('class', namespace, 'OrderReport');
  const sum = memberOf(report, 'method', 'Sum', { parameters: order.signature });
  const foreign = memberOf(report, 'method', 'Foreign', { parameters: peer?.order.signature ?? '' });
  const across =
    peer === undefined
      ? cs`    public static int ${def(foreign)}() => 0;\n`
      : cs`    public static int ${def(foreign)}(${full(peer.order)} order) =>
        order.${use(peer.addText)}("x") + order.${use(peer.total)} + order${use(peer.indexer, '[')}0] + new ${full(peer.withNumber)}(3).${use(peer.total)}
            + (int)${full(peer.order)}.${use(peer.state)}.${use(peer.open)};
`;
  const body = cs`public class ${def(order)}
{
    private readonly List<int> ${def(lines)} = new List<int>();
    public const int ${def(limit)} = 100;
    public static readonly ${use(order)} ${def(empty)} = new ${use(plain)}();

    public ${def(plain)}() : ${use(withNumber, 'this')}(0)
    {
    }

    public ${def(withNumber)}(int number)
    {
        ${use(number)} = number;
    }

    public int ${def(number)} { get; }

    public int ${def(total)} => ${use(add)}(1) + ${use(addTimes)}(2, 3) + ${use(limit)};

    public int ${def(indexer)}[int index] => ${use(lines)}[index];

    public int ${def(add)}(int amount)
    {
        ${use(lines)}.Add(amount);
        return ${use(lines)}.Count;
    }

    public int ${def(addText)}(string text) => ${use(add)}(text.Length);

    public int ${def(addTimes)}(int amount, int times) => ${use(add)}(amount * times);

    public int ${def(addItem)}<T>(T item, List<T> others)
    {
        others.Add(item);
        return ${use(add)}(others.Count);
    }

    public enum ${def(state)}
    {
        ${def(open)},
        ${def(closed)},
    }

    public class ${def(line)}
    {
        public ${def(lineCtor)}(${use(order)} owner)
        {
            ${use(owner)} = owner;
        }

        public ${use(order)} ${def(owner)} { get; }
        public ${use(state)} ${def(current)} { get; set; } = ${use(state)}.${use(open)};
    }
}

public static class ${def(report)}
{
    public static int ${def(sum)}(${use(order)} order)
    {
        var line = new ${use(order)}.${use(lineCtor)}(order) { ${use(current)} = ${use(order)}.${use(state)}.${use(closed)} };
        var other = new ${use(withNumber)}(${use(order)}.${use(limit)});
        return line.${use(owner)}.${use(total)} + other${use(indexer, '[')}1] + other.${use(addItem)}("a", new List<string>()) + ${use(order)}.${use(empty)}.${use(number)};
    }

${across}}
`;
  const asked = [order, lines, limit, empty, plain, withNumber, number, total, indexer, add, addText, addTimes, addItem];
  return {
    files: [source(site, ['System.Collections.Generic'], body)],
    asked: [...asked, state, open, closed, line, lineCtor, owner, current, sum],
    exported: { order, withNumber, addText, total, indexer, open, state },
  };
});
