/** Operators and conversions of a struct. */
import { family, source } from '../family.ts';
import { type CodeSymbol, constructorOf, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

interface Exported {
  readonly money: CodeSymbol;
  readonly ctor: CodeSymbol;
  readonly plus: CodeSymbol;
  readonly amount: CodeSymbol;
}

export const money = family<Exported>('Money', (site, peer) => {
  const { namespace } = site;
  const money = typeOf('struct', namespace, 'Money');
  const operator = (token: string, count: 1 | 2): CodeSymbol =>
    memberOf(money, 'operator', token, {
      written: `operator ${token}`,
      parameters: Array.from({ length: count }, () => money.signature).join(', '),
    });
  const ctor = constructorOf(money, 'decimal');
  const amount = memberOf(money, 'property', 'Amount');
  const plus = operator('+', 2);
  const minus = operator('-', 2);
  const negative = operator('-', 1);
  const equal = operator('==', 2);
  const unequal = operator('!=', 2);
  const asDecimal = memberOf(money, 'conversion operator', 'decimal', {
    written: 'explicit operator decimal',
    parameters: money.signature,
  });
  const equals = memberOf(money, 'method', 'Equals', { parameters: 'object' });
  const hash = memberOf(money, 'method', 'GetHashCode', { parameters: '' });
  const sums = typeOf('class', namespace, 'Sums');
  const run = memberOf(sums, 'method', 'Run', { parameters: `${money.signature}, ${money.signature}` });
  const foreign = memberOf(sums, 'method', 'Foreign', { parameters: '' });
  const across =
    peer === undefined
      ? '0m'
      : cs`(new ${full(peer.ctor)}(1m) ${use(peer.plus, '+')} default(${full(peer.money)})).${use(peer.amount)}`;
  const body = cs`public readonly struct ${def(money)}
{
    public ${def(ctor)}(decimal amount)
    {
        ${use(amount)} = amount;
    }

    public decimal ${def(amount)} { get; }

    public static ${use(money)} operator ${def(plus)}(${use(money)} a, ${use(money)} b) => new ${use(ctor)}(a.${use(amount)} + b.${use(amount)});
    public static ${use(money)} operator ${def(minus)}(${use(money)} a, ${use(money)} b) => a ${use(plus, '+')} ${use(negative, '-')}b;
    public static ${use(money)} operator ${def(negative)}(${use(money)} a) => new ${use(ctor)}(-a.${use(amount)});
    public static bool operator ${def(equal)}(${use(money)} a, ${use(money)} b) => a.${use(amount)} == b.${use(amount)};
    public static bool operator ${def(unequal)}(${use(money)} a, ${use(money)} b) => !(a ${use(equal, '==')} b);
    public static explicit operator ${def(asDecimal)}(${use(money)} a) => a.${use(amount)};

    public override bool ${def(equals)}(object? other) => other is ${use(money)} money && money ${use(equal, '==')} this;

    public override int ${def(hash)}() => (int)${use(amount)};
}

public static class ${def(sums)}
{
    public static ${use(money)} ${def(run)}(${use(money)} a, ${use(money)} b)
    {
        var sum = a ${use(plus, '+')} b ${use(minus, '-')} a;
        return sum ${use(unequal, '!=')} b ? ${use(negative, '-')}sum : sum;
    }

    public static decimal ${def(foreign)}() => ${across};
}
`;
  return {
    files: [source(site, [], body)],
    asked: [money, ctor, amount, plus, minus, negative, equal, unequal, run],
    exported: { money, ctor, plus, amount },
  };
});
