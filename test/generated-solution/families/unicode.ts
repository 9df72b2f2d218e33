/** Names beyond ASCII and names that are keywords, behind characters of two code units, in a file as Windows writes it. */
import { family, source } from '../family.ts';
import { type CodeSymbol, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

interface Exported {
  readonly size: CodeSymbol;
  readonly count: CodeSymbol;
}

export const unicode = family<Exported>('Unicode', (site, peer) => {
  const { namespace } = site;
  const size = typeOf('class', namespace, 'Größe');
  const count = memberOf(size, 'property', '数量');
  const keyword = memberOf(size, 'property', '@class');
  const bigger = memberOf(size, 'method', 'Größer', { parameters: size.signature });
  const foreign = memberOf(size, 'method', 'Foreign', { parameters: '' });
  const across = peer === undefined ? '0' : cs`/* 🎉 */ new ${full(peer.size)} { ${use(peer.count)} = 1 }.${use(peer.count)}`;
  const body = cs`public class ${def(size)}
{
    public int ${def(count)} { get; set; }

    public string ${def(keyword, '@class')} { get; set; } = "🛒";

    public ${use(size)} ${def(bigger)}(${use(size)} other) => /* 🛒🎉 */ other.${use(count)} > ${use(count)} ? other : this;

    public static int ${def(foreign)}()
    {
        var größe = new ${use(size)} { ${use(keyword, '@class')} = "größer" };
        return größe.${use(bigger)}(größe).${use(keyword, '@class')}.Length + ${across};
    }
}
`;
  return {
    files: [{ ...source(site, [], body), windows: true }],
    asked: [size, count, keyword, bigger],
    exported: { size, count },
  };
});
