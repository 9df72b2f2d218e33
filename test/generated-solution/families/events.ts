/** Delegates, and events with and without accessors. */
import { family, source } from '../family.ts';
import { type CodeSymbol, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

interface Exported {
  readonly valve: CodeSymbol;
  readonly moved: CodeSymbol;
}

export const events = family<Exported>('Events', (site, peer) => {
  const { namespace } = site;
  const changed = typeOf('delegate', namespace, 'Changed');
  const valve = typeOf('class', namespace, 'Valve');
  const moved = memberOf(valve, 'event', 'Moved');
  const stopped = memberOf(valve, 'event', 'Stopped');
  const onMoved = memberOf(valve, 'method', 'OnMoved', { parameters: 'object, int' });
  const raise = memberOf(valve, 'method', 'Raise', { parameters: '' });
  const foreign = memberOf(valve, 'method', 'Foreign', { parameters: '' });
  const across = peer === undefined ? '' : cs`new ${full(peer.valve)}().${use(peer.moved)} += (_, _) => { };`;
  const body = cs`public delegate void ${def(changed)}(object sender, int amount);

public class ${def(valve)}
{
    public event ${use(changed)}? ${def(moved)};

    public event EventHandler ${def(stopped)}
    {
        add => ${use(moved)} += ${use(onMoved)};
        remove => ${use(moved)} -= ${use(onMoved)};
    }

    public void ${def(raise)}()
    {
        ${use(moved)}?.Invoke(this, 1);
        ${use(changed)} handler = ${use(onMoved)};
        handler(this, 2);
        ${use(stopped)} += (_, _) => ${use(raise)}();
    }

    public static void ${def(foreign)}()
    {
        ${across}
    }

    private static void ${def(onMoved)}(object sender, int amount)
    {
    }
}
`;
  return {
    files: [source(site, ['System'], body)],
    asked: [changed, valve, moved, stopped, onMoved, raise],
    exported: { valve, moved },
  };
});
