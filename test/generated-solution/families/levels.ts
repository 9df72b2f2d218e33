/** Enums, constants, fields of a struct, patterns. */
import { family, source } from '../family.ts';
import { type CodeSymbol, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

interface Exported {
  readonly level: CodeSymbol;
  readonly high: CodeSymbol;
  readonly most: CodeSymbol;
  readonly limits: CodeSymbol;
}

export const levels = family<Exported>('Levels', (site, peer) => {
  const { namespace } = site;
  const level = typeOf('enum', namespace, 'Level');
  const low = memberOf(level, 'enum member', 'Low');
  const high = memberOf(level, 'enum member', 'High');
  const limits = typeOf('class', namespace, 'Limits');
  const most = memberOf(limits, 'const', 'Most');
  const chosen = memberOf(limits, 'field', 'Chosen');
  const span = typeOf('struct', namespace, 'Reach');
  const from = memberOf(span, 'field', 'From');
  const to = memberOf(span, 'field', 'To');
  const rank = memberOf(limits, 'method', 'Rank', { parameters: `${level.signature}, ${span.signature}` });
  const foreign = memberOf(limits, 'method', 'Foreign', { parameters: '' });
  const across =
    peer === undefined ? '0' : cs`(int)${full(peer.level)}.${use(peer.high)} + ${full(peer.limits)}.${use(peer.most)}`;
  const body = cs`[Flags]
public enum ${def(level)} : byte
{
    ${def(low)} = 1,
    ${def(high)} = 2,
    Both = ${use(low)} | ${use(high)},
}

public struct ${def(span)}
{
    public int ${def(from)}, ${def(to)};
}

public static class ${def(limits)}
{
    public const int ${def(most)} = 10;
    public static readonly ${use(level)} ${def(chosen)} = ${use(level)}.${use(low)};

    public static int ${def(rank)}(${use(level)} level, ${use(span)} reach)
    {
        reach.${use(to)} = reach.${use(from)} + 1;
        return level switch
        {
            ${use(level)}.${use(low)} => 1,
            ${use(level)}.${use(high)} when reach.${use(to)} > ${use(most)} => 2,
            _ => level == ${use(chosen)} ? 3 : 4,
        };
    }

    public static int ${def(foreign)}() => ${across};
}
`;
  return {
    files: [source(site, ['System'], body)],
    asked: [level, low, high, limits, most, chosen, span, from, to, rank],
    exported: { level, high, most, limits },
  };
});
