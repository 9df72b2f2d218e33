/** Extension methods, called as members and as what they are. */
import { family, source } from '../family.ts';
import { type CodeSymbol, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

interface Exported {
  readonly texts: CodeSymbol;
  readonly words: CodeSymbol;
}

export const extensions = family<Exported>('Extensions', (site, peer) => {
  const { namespace } = site;
  const texts = typeOf('class', namespace, 'Texts');
  const words = memberOf(texts, 'extension method', 'Words', { parameters: 'this string' });
  const also = memberOf(texts, 'extension method', 'Also', {
    written: 'Also<T>',
    parameters: 'this T, System.Action<T>',
  });
  const using = typeOf('class', namespace, 'Calls');
  const run = memberOf(using, 'method', 'Run', { parameters: 'string' });
  const foreign = memberOf(using, 'method', 'Foreign', { parameters: '' });
  const across = peer === undefined ? '0' : cs`${full(peer.texts)}.${use(peer.words)}("c d")`;
  const body = cs`public static class ${def(texts)}
{
    public static int ${def(words)}(this string text) => text.Split(' ').Length;

    public static T ${def(also)}<T>(this T value, Action<T> act)
    {
        act(value);
        return value;
    }
}

public static class ${def(using)}
{
    public static int ${def(run)}(string text) => text.${use(words)}() + ${use(texts)}.${use(words)}("a b") + text.${use(also)}(each => each.${use(words)}()).Length;

    public static int ${def(foreign)}() => ${across};
}
`;
  return {
    files: [source(site, ['System'], body)],
    asked: [texts, words, also, run],
    exported: { texts, words },
  };
});
