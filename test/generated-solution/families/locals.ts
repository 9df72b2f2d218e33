/** What only a place can name: locals, parameters and local functions. */
import { family, source } from '../family.ts';
import { localOf, memberOf, typeOf } from '../symbols.ts';
import { cs, def, use } from '../text.ts';

export const locals = family<undefined>('Locals', (site) => {
  const steps = typeOf('class', site.namespace, 'Steps');
  const run = memberOf(steps, 'method', 'Run', { parameters: 'int' });
  const start = localOf('parameter', run, 'start');
  const sum = localOf('local', run, 'sum');
  const step = localOf('local function', run, 'Step');
  const shadow = localOf('parameter', run, 'value');
  const body = cs`public static class ${def(steps)}
{
    public static int ${def(run)}(int ${def(start)})
    {
        var ${def(sum)} = ${use(start)};
        for (var at = 0; at < 3; at++) ${use(sum)} += ${use(step)}(at);
        Func<int, int> next = value => value + ${use(sum)};
        return next(${use(step)}(${use(start)}));

        int ${def(step)}(int ${def(shadow)}) => ${use(shadow)} == 0 ? ${use(start)} : ${use(step)}(${use(shadow)} - 1);
    }
}
`;
  return { files: [source(site, ['System'], body)], asked: [steps, run, start, sum, step, shadow], exported: undefined };
});
