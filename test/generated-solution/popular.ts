/** Names that occur in every corner: one thousands of times, others a tenth as often, in exact numbers. */
import { memberOf, typeOf } from './symbols.ts';
import { type Piece, type SourceFile, cs, def, use } from './text.ts';

const guard = typeOf('class', 'Gen.P00', 'Guard');
const notNull = memberOf(guard, 'method', 'NotNull', { parameters: 'object' });
const clock = typeOf('class', 'Gen.P00', 'Clock');
const now = memberOf(clock, 'property', 'Now');
const log = typeOf('class', 'Gen.P00', 'Log');
const write = memberOf(log, 'method', 'Put', { parameters: 'string' });

export const popular = { notNull, now, write, all: [guard, notNull, clock, now, log, write] };

/** What every project can use. */
export const common: SourceFile = {
  path: 'P00/Common.cs',
  body: cs`namespace Gen.P00;

public static class ${def(guard)}
{
    public static void ${def(notNull)}(object value)
    {
    }
}

public static class ${def(clock)}
{
    public static int ${def(now)} => 1;
}

public static class ${def(log)}
{
    public static void ${def(write)}(string text)
    {
    }
}
`,
};

/** The file at `at` of `count` with its share of `most` uses of the one name and a tenth of the others. */
export function withPopular(file: SourceFile, at: number, count: number, most: number): SourceFile {
  const share = (total: number): number => Math.floor(((at + 1) * total) / count) - Math.floor((at * total) / count);
  const lines: Piece[] = [
    ...repeated(share(most), cs`        ${use(guard)}.${use(notNull)}(value);\n`),
    ...repeated(share(most / 10), cs`        number += ${use(clock)}.${use(now)};\n`),
    ...repeated(share(most / 10), cs`        ${use(log)}.${use(write)}("Clock.Now and Guard.NotNull");\n`),
  ];
  const type = `Uses${file.path.replace(/\.cs$/, '').replace(/[^A-Za-z0-9]/g, '')}`;
  const trailer = cs`
internal static class ${type}
{
    public static int Sum(object value)
    {
        var number = 0;
${lines}        return number;
    }
}
`;
  return { ...file, body: [file.body, trailer] };
}

const repeated = (count: number, piece: Piece): Piece[] => Array.from({ length: count }, () => piece);
