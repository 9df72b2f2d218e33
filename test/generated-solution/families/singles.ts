/** Files that are there once: code of one target framework, a linked file, top-level statements, and what the compiler complains about. */
import { type Site, type Written, source } from '../family.ts';
import { type CodeSymbol, memberOf, typeOf } from '../symbols.ts';
import { type Piece, type SourceFile, cs, def, full, problem, use } from '../text.ts';

/** Code of which one target framework compiles the one branch, and one the other. */
export function conditional(site: Site): Written {
  const platform = typeOf('class', site.namespace, 'Platform');
  const rank = memberOf(platform, 'method', 'Rank', { parameters: 'int' });
  const text = memberOf(platform, 'property', 'Text');
  const browser = memberOf(platform, 'method', 'OnlyBrowser', { parameters: '' });
  const desktop = memberOf(platform, 'method', 'OnlyDesktop', { parameters: '' });
  const body = cs`public static class ${def(platform)}
{
    public static int ${def(rank)}(int value) => value + ${use(text)}.Length;

#if BROWSER
    public static string ${def(text)} => "browser" + ${use(browser)}();

    public static int ${def(browser)}() => ${use(rank)}(1);
#else
    public static string ${def(text)} => "desktop" + ${use(desktop)}();

    public static int ${def(desktop)}() => ${use(rank)}(2);
#endif
}
`;
  return { files: [source(site, [], body)], asked: [platform, rank, text, browser, desktop] };
}

/** A file that several projects compile, and in each of them a file that uses it. */
export function linked(sites: readonly Site[]): Written & { readonly shared: SourceFile } {
  const ensure = typeOf('class', 'Gen.Shared', 'Ensure');
  const positive = memberOf(ensure, 'method', 'Positive', { parameters: 'int' });
  const shared = cs`namespace Gen.Shared;

internal static class ${def(ensure)}
{
    public static int ${def(positive)}(int value) => value > 0 ? value : 1;
}
`;
  const files = sites.map((site) => {
    const user = typeOf('class', site.namespace, 'Checked');
    const value = memberOf(user, 'property', 'Value');
    return source(
      site,
      [],
      cs`public class ${def(user)}
{
    public int ${def(value)} { get; } = ${full(ensure)}.${use(positive)}(1);
}
`,
    );
  });
  return { shared: { path: 'Shared/Ensure.cs', body: shared }, files, asked: [ensure, positive] };
}

/** Top-level statements that use what other projects declare. */
export const program = (
  path: string,
  calls: readonly { readonly type: CodeSymbol; readonly method: CodeSymbol }[],
): SourceFile => ({
  path,
  body: calls.map(({ type, method }): Piece => cs`System.Console.WriteLine(${full(type)}.${use(method)}());\n`),
});

/** Every complaint stands at a place that is known. */
export function complaints(site: Site): Written {
  const old = typeOf('class', site.namespace, 'Old');
  const value = memberOf(old, 'method', 'Value', { parameters: '' });
  const user = typeOf('class', site.namespace, 'Complaints');
  const unused = memberOf(user, 'field', 'unused');
  const run = memberOf(user, 'method', 'Run', { parameters: '' });
  const body = cs`#warning ${problem('CS1030', "#warning: 'Look here'", 'Look here')}

[Obsolete("Gone")]
public static class ${def(old)}
{
    public static int ${def(value)}() => 1;
}

public class ${def(user)}
{
    private int ${problem('CS0169', "The field 'Complaints.unused' is never used", def(unused))};

    public static int ${def(run)}()
    {
        int ${problem('CS0219', "The variable 'idle' is assigned but its value is never used", 'idle')} = 3;
        return ${problem('CS0618', "'Old' is obsolete: 'Gone'", use(old))}.${use(value)}();
    }
}
`;
  return { files: [source(site, ['System'], body)], asked: [value] };
}
