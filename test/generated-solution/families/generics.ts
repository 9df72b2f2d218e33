/** Three types of one name that differ in their type parameters, generic members, and an interface of a generic type. */
import { family, source } from '../family.ts';
import { type CodeSymbol, constructorOf, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

interface Exported {
  readonly box: CodeSymbol;
  readonly value: CodeSymbol;
  readonly factory: CodeSymbol;
  readonly of: CodeSymbol;
  readonly pair: CodeSymbol;
}

export const generics = family<Exported>('Generics', (site, peer) => {
  const { namespace } = site;
  const face = typeOf('interface', namespace, 'ISource<T>');
  const read = memberOf(face, 'method', 'Read', { parameters: '' });
  const box = typeOf('class', namespace, 'Box<T>');
  const ctor = constructorOf(box, 'T');
  const value = memberOf(box, 'property', 'Value');
  const boxRead = memberOf(box, 'method', 'Read', { parameters: '', bases: [read] });
  const map = memberOf(box, 'method', 'Map', { written: 'Map<U>', parameters: 'System.Func<T, U>' });
  const slot = typeOf('class', box, 'Slot');
  const held = memberOf(slot, 'field', 'Held');
  const pair = typeOf('class', namespace, 'Box<TKey, TValue>');
  const key = memberOf(pair, 'property', 'Key');
  const factory = typeOf('class', namespace, 'Box');
  const of = memberOf(factory, 'method', 'Of', { written: 'Of<T>', parameters: 'T' });
  const boxes = typeOf('class', namespace, 'Boxes');
  const run = memberOf(boxes, 'method', 'Run', { parameters: '' });
  const foreign = memberOf(boxes, 'method', 'Foreign', { parameters: '' });
  const across =
    peer === undefined
      ? '0'
      : cs`${full(peer.factory)}.${use(peer.of)}("x").${use(peer.value)}.Length + new ${full(peer.pair)}<int, ${full(peer.box)}<int>>().GetHashCode()`;
  const body = cs`public interface ${def(face)}<out T>
{
    T ${def(read)}();
}

public class ${def(box)}<T> : ${use(face)}<T>
    where T : notnull
{
    public ${def(ctor)}(T value)
    {
        ${use(value)} = value;
    }

    public T ${def(value)} { get; }

    public T ${def(boxRead)}() => ${use(value)};

    public ${use(box)}<U> ${def(map)}<U>(Func<T, U> map)
        where U : notnull => new ${use(ctor)}<U>(map(${use(value)}));

    public class ${def(slot)}
    {
        public T? ${def(held)};
    }
}

public class ${def(pair)}<TKey, TValue>
    where TKey : notnull
{
    public TKey? ${def(key)} { get; set; }
}

public static class ${def(factory)}
{
    public static ${use(box)}<T> ${def(of)}<T>(T value)
        where T : notnull => new ${use(ctor)}<T>(value);
}

public static class ${def(boxes)}
{
    public static int ${def(run)}()
    {
        var box = ${use(factory)}.${use(of)}(3);
        ${use(face)}<string> source = box.${use(map)}(each => each.ToString());
        var slot = new ${use(box)}<int>.${use(slot)} { ${use(held)} = box.${use(boxRead)}() };
        var pair = new ${use(pair)}<string, int> { ${use(key)} = source.${use(read)}() };
        return slot.${use(held)} + pair.${use(key)}.Length;
    }

    public static int ${def(foreign)}() => ${across};
}
`;
  return {
    files: [source(site, ['System'], body)],
    asked: [face, read, box, ctor, value, boxRead, map, slot, held, pair, key, factory, of, run],
    exported: { box, value, factory, of, pair },
  };
});
