/** Records with positional parameters, and their properties used in all ways. */
import { family, source } from '../family.ts';
import { type CodeSymbol, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

interface Exported {
  readonly item: CodeSymbol;
  readonly quantity: CodeSymbol;
  readonly point: CodeSymbol;
}

export const records = family<Exported>('Records', (site, peer) => {
  const { namespace } = site;
  const item = typeOf('record', namespace, 'Item');
  const article = memberOf(item, 'property', 'Article');
  const quantity = memberOf(item, 'property', 'Quantity');
  const price = memberOf(item, 'property', 'Price');
  const twice = memberOf(item, 'method', 'Twice', { parameters: '' });
  const point = typeOf('record struct', namespace, 'Point');
  const x = memberOf(point, 'property', 'X');
  const y = memberOf(point, 'property', 'Y');
  const special = typeOf('record', namespace, 'Special');
  const note = memberOf(special, 'property', 'Note');
  const items = typeOf('class', namespace, 'Items');
  const run = memberOf(items, 'method', 'Run', { parameters: item.signature });
  const foreign = memberOf(items, 'method', 'Foreign', { parameters: '' });
  const across =
    peer === undefined
      ? '0'
      : cs`(new ${full(peer.item)}("a", 2) with { ${use(peer.quantity)} = 3 }).${use(peer.quantity)} + default(${full(peer.point)}).GetHashCode()`;
  const body = cs`public record ${def(item)}(string ${def(article)}, int ${def(quantity)})
{
    public decimal ${def(price)} { get; init; }

    public ${use(item)} ${def(twice)}() => this with { ${use(quantity)} = ${use(quantity)} * 2 };
}

public readonly record struct ${def(point)}(int ${def(x)}, int ${def(y)});

public sealed record ${def(special)}(string ${def(note)}) : ${use(item)}("special", 1);

public static class ${def(items)}
{
    public static int ${def(run)}(${use(item)} item)
    {
        if (item is { ${use(quantity)}: > 1, ${use(price)}: 2m }) return item.${use(twice)}().${use(quantity)};
        var point = new ${use(point)}(1, 2);
        return item is ${use(special)} { ${use(note)}: "n" } special ? special.${use(note)}.Length : point.${use(x)} + point.${use(y)} + item.${use(article)}.Length;
    }

    public static int ${def(foreign)}() => ${across};
}
`;
  return {
    files: [source(site, [], body)],
    asked: [item, article, quantity, price, twice, point, x, y, special, note, run],
    exported: { item, quantity, point },
  };
});
