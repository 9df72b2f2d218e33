/** A type in two files, with a partial method. */
import { family, source } from '../family.ts';
import { type CodeSymbol, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

interface Exported {
  readonly ledger: CodeSymbol;
  readonly twice: CodeSymbol;
}

export const partials = family<Exported>('Partials', (site, peer) => {
  const { namespace } = site;
  const ledger = typeOf('class', namespace, 'Ledger');
  const balance = memberOf(ledger, 'property', 'Balance');
  const post = memberOf(ledger, 'method', 'Post', { parameters: 'int' });
  const twice = memberOf(ledger, 'method', 'Twice', { parameters: '' });
  const foreign = memberOf(ledger, 'method', 'Foreign', { parameters: '' });
  const across = peer === undefined ? '1' : cs`new ${full(peer.ledger)}().${use(peer.twice)}()`;
  const first = cs`public partial class ${def(ledger)}
{
    public int ${def(balance)} { get; private set; }

    public int ${def(twice)}() => ${use(post)}(1) + ${use(post)}(2);

    public partial int ${def(post)}(int amount);
}
`;
  const second = cs`public partial class ${def(ledger)}
{
    public partial int ${def(post)}(int amount)
    {
        ${use(balance)} += amount;
        return ${use(balance)};
    }

    public static int ${def(foreign)}() => ${across} + new ${use(ledger)}().${use(twice)}();
}
`;
  return {
    files: [source(site, [], first), source(site, [], second, 'Posting')],
    asked: [ledger, balance, twice, foreign],
    exported: { ledger, twice },
  };
});
