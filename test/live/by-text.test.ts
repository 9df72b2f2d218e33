/** What the text of a file tells and the language server does not: branches of an `#if`, each for a framework, and blocks of extension members. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { Asked } from '../support/asked.ts';
import { csproj, lay } from '../support/lay.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(300_000);

const blocks = `namespace Lib;
public static class Blocks
{
    extension(string text)
    {
        public int Size => text.Length;
        public string Twice() => text + text;
    }
    extension<T>(T[]) where T : class
    {
        public static T[] Nothing() => [];
    }
    public static int Plain(this int x) => x;
}
`;

const timers = `namespace Lib.Modern
{
#if NET
    public class Timer
    {
        public int Tick() => 1;
    }
#endif
}
namespace Lib.Legacy
{
#if !NET
    public class Timer
    {
        public int Tick() => 2;
    }
#endif
}
public class Stopwatch
{
#if NET
    /// <summary>Modern.</summary>
    public int Start()
    {
        return 1;
    }
#else
    /// <summary>Legacy.</summary>
    public int Start()
    {
        return 2;
    }
    public int Start(int at) => at;
#endif
#if !NET
    public int Old() => 1;
#else
    /// <summary>New.</summary>
    public int New()
    {
        return 1;
    }
#endif
}
`;

const workspace = lay({
  'Lib/Lib.csproj': csproj().replace(
    '<TargetFramework>net10.0</TargetFramework>',
    '<TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks><LangVersion>latest</LangVersion>',
  ),
  'Lib/Timers.cs': timers,
  'Lib/Blocks.cs': blocks,
});
let asked: Asked;

beforeAll(async () => {
  asked = new Asked(await Wire.open({ workspace }));
  // Whatever is being loaded is waited for.
  expect(await asked.symbols({ query: 'Timer' })).toEqual([
    'Lib.Legacy.Timer Lib/Timers.cs:13:18',
    'Lib.Modern.Timer Lib/Timers.cs:4:18',
  ]);
});
afterAll(async () => {
  const { code } = await asked.bridge.close();
  expect({ code, noise: asked.bridge.noise }).toEqual({ code: 0, noise: [] });
});

test('a name that means something else under another framework is ambiguous, and each candidate can be passed back', async () => {
  const { envelope } = await asked.bridge.call('definition', { symbol: 'Timer' });
  expect(envelope.error).toEqual({
    code: 'symbol_ambiguous',
    message: "'Timer' names 2 symbols:\nclass Lib.Modern.Timer  Lib/Timers.cs:4:18\nclass Lib.Legacy.Timer  Lib/Timers.cs:13:18",
  });
  expect(await asked.uses({ symbol: 'Timer.Tick' })).toEqual(['symbol_ambiguous']);
  expect(await asked.uses({ symbol: 'Stopwatch.Start' })).toEqual(['symbol_ambiguous']);
  expect(await asked.declared({ symbol: 'Lib.Modern.Timer' })).toEqual(['Lib/Timers.cs:4:18']);
  expect(await asked.declared({ symbol: 'Lib.Legacy.Timer' })).toEqual(['Lib/Timers.cs:13:18']);
  expect(await asked.declared({ symbol: 'Stopwatch.Start(int)' })).toEqual(['Lib/Timers.cs:33:16']);
  expect(await asked.declared({ path: 'Lib/Timers.cs', line: 13, text: 'Timer' })).toEqual(['Lib/Timers.cs:13:18']);
});

test('the text of what stands behind an #else does not begin before it', async () => {
  const parts = async (symbol: string) => {
    const { envelope } = await asked.bridge.call('definition', { symbol, source: true });
    return (envelope.data?.['declarations'] as { source: string }[]).map(({ source }) => source.split('\n')[0]?.trim());
  };
  expect(await parts('Stopwatch.New')).toEqual(['/// <summary>New.</summary>']);
  expect(await parts('Stopwatch.Start()')).toEqual(['/// <summary>Modern.</summary>', '/// <summary>Legacy.</summary>']);
});

test('a declaration of the same member in another branch is no overload of it', async () => {
  const { envelope } = await asked.bridge.call('describe', { symbol: 'Stopwatch.Start()' });
  expect(envelope.data).toMatchObject({
    declarations: [
      { line: 23, firstLine: 22, lastLine: 26 },
      { line: 29, firstLine: 28, lastLine: 32 },
    ],
    overloads: [{ signature: 'int Start(int at)', line: 33 }],
  });
  expect(envelope.data?.['overloadCount']).toBe(1);
});

test('extension members stand in their blocks', async () => {
  expect((await asked.bridge.call('outline', { path: 'Lib/Blocks.cs' })).text.split('\n')).toEqual([
    'Lib/Blocks.cs: 8 declarations',
    'namespace Lib  1–14',
    '  public static class Blocks  2–14',
    '    extension(string text)  4–8',
    '      public property int Size { get; }  6',
    '      public method string Twice()  7',
    '    extension<T>(T[])  9–12',
    '      public static method T[] Nothing()  11',
    '    public static method int Plain(this int x)  13',
  ]);
  expect((await asked.bridge.call('outline', { symbol: 'Blocks' })).envelope.data).toMatchObject({ total: 7 });
  expect((await asked.bridge.call('describe', { symbol: 'Blocks.Twice' })).envelope.data).toMatchObject({
    symbol: 'Lib.Blocks.Twice()',
    containing: 'Lib.Blocks.extension(string)',
  });
});
