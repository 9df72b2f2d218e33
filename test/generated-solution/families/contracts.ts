/** Interfaces that are implemented explicitly and implicitly, in a namespace with braces. */
import { family } from '../family.ts';
import { type CodeSymbol, memberOf, typeOf } from '../symbols.ts';
import { type Piece, cs, def, full, use } from '../text.ts';

interface Exported {
  readonly reader: CodeSymbol;
  readonly read: CodeSymbol;
  readonly readerCount: CodeSymbol;
  readonly store: CodeSymbol;
  readonly write: CodeSymbol;
}

export const contracts = family<Exported>('Contracts', ({ namespace, path }, peer) => {
  const reader = typeOf('interface', namespace, 'IReader<T>');
  const read = memberOf(reader, 'method', 'Read', { parameters: 'int' });
  const readerCount = memberOf(reader, 'property', 'Count');
  const writer = typeOf('interface', namespace, 'IWriter');
  const writerWrite = memberOf(writer, 'method', 'Write', { parameters: 'string' });
  const writerCount = memberOf(writer, 'property', 'Count');
  const store = typeOf('class', namespace, 'Store');
  const items = memberOf(store, 'field', 'items');
  const through = `${namespace}.IReader<string>`;
  const ownRead = memberOf(store, 'method', 'Read', { written: `${through}.Read`, parameters: 'int', bases: [read] });
  const ownCount = memberOf(store, 'property', 'Count', { written: `${through}.Count`, bases: [readerCount] });
  const write = memberOf(store, 'method', 'Write', { parameters: 'string', bases: [writerWrite] });
  const count = memberOf(store, 'property', 'Count', { bases: [writerCount] });
  const copying = typeOf('class', namespace, 'Copying');
  const run = memberOf(copying, 'method', 'Run', { parameters: `${namespace}.IReader<string>, ${writer.signature}` });
  const mine = typeOf('class', namespace, 'Mirror');
  const mirror = peer === undefined ? '' : mirrored(mine, peer);
  const body = cs`using System.Collections.Generic;
using Gen.P00;

namespace ${namespace}
{
    public interface ${def(reader)}<T>
    {
        T ${def(read)}(int at);
        int ${def(readerCount)} { get; }
    }

    public interface ${def(writer)}
    {
        void ${def(writerWrite)}(string text);
        int ${def(writerCount)} { get; }
    }

    public class ${def(store)} : ${use(reader)}<string>, ${use(writer)}
    {
        private readonly List<string> ${def(items)} = new List<string>();

        string ${use(reader)}<string>.${def(ownRead)}(int at) => ${use(items)}[at];

        int ${use(reader)}<string>.${def(ownCount)} => ${use(items)}.Count;

        public void ${def(write)}(string text) => ${use(items)}.Add(text);

        public int ${def(count)} => ${use(items)}.Count;
    }
${mirror}
    public static class ${def(copying)}
    {
        public static int ${def(run)}(${use(reader)}<string> from, ${use(writer)} to)
        {
            to.${use(writerWrite)}(from.${use(read)}(0));
            var store = new ${use(store)}();
            store.${use(write)}("x");
            return from.${use(readerCount)} + to.${use(writerCount)} + store.${use(count)};
        }
    }
}
`;
  return {
    files: [{ path: path(), body }],
    asked: [reader, read, readerCount, writer, writerWrite, writerCount, store, items, ownRead, ownCount, write, count, run],
    exported: { reader, read, readerCount, store, write },
  };
});

/** An interface of another project implemented here, over a type of the same project. */
function mirrored(type: CodeSymbol, peer: Exported): Piece {
  const read = memberOf(type, 'method', 'Read', { parameters: 'int', bases: [peer.read] });
  const count = memberOf(type, 'property', 'Count', { bases: [peer.readerCount] });
  const fill = memberOf(type, 'method', 'Fill', { parameters: peer.store.signature });
  return cs`
    public sealed class ${def(type)} : ${full(peer.reader)}<int>
    {
        public int ${def(read)}(int at) => at + ${use(count)};

        public int ${def(count)} => 1;

        public void ${def(fill)}(${full(peer.store)} store) => store.${use(peer.write)}("y" + ${use(read)}(2));
    }
`;
}
