/** Ways to write a name: aliases, static imports, attributes, `nameof`, `typeof`, documentation. */
import { family } from '../family.ts';
import { type CodeSymbol, constructorOf, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

interface Exported {
  readonly target: CodeSymbol;
  readonly text: CodeSymbol;
}

export const words = family<Exported>('Words', ({ namespace, path }, peer) => {
  const mark = typeOf('class', namespace, 'MarkAttribute');
  const ctor = constructorOf(mark, 'string');
  const rank = memberOf(mark, 'property', 'Rank');
  const target = typeOf('class', namespace, 'Target');
  const text = memberOf(target, 'const', 'Text');
  const read = memberOf(target, 'method', 'Read', { parameters: 'int' });
  const helpers = typeOf('class', namespace, 'Helpers');
  const help = memberOf(helpers, 'method', 'Help', { parameters: 'int' });
  const across = peer === undefined ? 'object' : full(peer.target);
  const foreign = peer === undefined ? '""' : cs`${use(peer.target, 'Alien')}.${use(peer.text)}`;
  const body = cs`using System;
using Gen.P00;
using Goal = ${full(target)};
using Alien = ${across};
using static ${full(helpers)};

namespace ${namespace};

/// <summary>Not for <see cref="${use(helpers)}.${use(help)}(int)"/>.</summary>
[AttributeUsage(AttributeTargets.All)]
public sealed class ${def(mark)} : Attribute
{
    public ${def(ctor)}(string note)
    {
        Note = note;
    }

    public string Note { get; }
    public int ${def(rank)} { get; set; }
}

[${use(ctor, 'Mark')}(nameof(${use(target)}.${use(text)}), ${use(rank)} = 1)]
public class ${def(target)}
{
    public const string ${def(text)} = "Target Text Help";

    /// <summary>See <see cref="${use(target)}"/>, <see cref="${use(read)}"/> and <paramref name="at"/>.</summary>
    [${use(ctor)}("b")]
    public int ${def(read)}(int at) => ${use(help)}(at: at) + typeof(${use(target)}).Name.Length + ${foreign}.Length;
}

public static class ${def(helpers)}
{
    // Help, Target and Text in a comment are no uses.
    public static int ${def(help)}(int at) => at == 0 ? 0 : new ${use(target, 'Goal')}().${use(read)}(at - 1);
}
`;
  return {
    files: [{ path: path(), body }],
    asked: [mark, ctor, rank, target, text, read, helpers, help],
    exported: { target, text },
  };
});
